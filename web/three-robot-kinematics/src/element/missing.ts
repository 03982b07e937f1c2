import type { Robot } from "../robot.js";
import { missingText } from "../stage/index.js";
import type { Finding } from "../urdf/finding.js";
import type { RobotModel } from "../urdf/model.js";
import * as rules from "../urdf/rules.js";

const aboutMeshes: ReadonlySet<string> = new Set(
  [
    rules.assetNotFound,
    rules.packageNotFound,
    rules.meshFormat,
    rules.meshUnreadable,
    rules.meshGitLfs,
    rules.meshWebPage,
  ].map(({ code }) => code),
);

/** One sentence about the meshes that are not in the picture; undefined where all are. */
export function missingMeshes(findings: readonly Finding[]): string | undefined {
  const [first, ...others] = findings.filter(({ code }) => aboutMeshes.has(code));
  if (!first) return undefined;
  const unknown = first.code === rules.packageNotFound.code;
  const remedy = unknown ? "; the attribute 'packages' says where packages are" : "";
  const what = first.message + remedy;
  if (others.length === 0) return `A mesh cannot be shown: ${what}`;
  return `${others.length + 1} meshes cannot be shown, among them: ${what}`;
}

/**
 * One sentence about links and joints that could not be read, and about shapes that are not meshes;
 * undefined where all are in the picture.
 */
export function missingParts(
  file: string,
  findings: readonly Finding[],
  { links, joints }: Pick<RobotModel, "links" | "joints">,
  shown: Robot,
): string | undefined {
  const declared = [
    ...[...links.keys()].map((name) => ({ kind: "link", name })),
    ...[...joints.keys()].map((name) => ({ kind: "joint", name })),
  ];
  const others = findings.filter(({ code }) => !aboutMeshes.has(code));
  const text = missingText(others, declared, shown);
  return text === null ? undefined : `Parts of ${file} are missing from the picture: ${text}`;
}
