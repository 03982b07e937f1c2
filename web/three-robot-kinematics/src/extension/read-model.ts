/** EXT_robot_kinematics from a glTF document that nobody has checked yet. */
import { checkJoints, checkLinks, checkLoops } from "./check-chains.js";
import { checkCouplings } from "./check-couplings.js";
import { checkMimics } from "./check-mimics.js";
import { EXTENSION_NAME, type ModelData } from "./data.js";
import type { Issue } from "./issue.js";
import { NodeTree } from "./node-tree.js";
import { Place } from "./place.js";
import { readJoint } from "./read-joint.js";
import { readLink } from "./read-link.js";
import { readConfiguration, readCoupling, readLoop } from "./read-loop.js";

/** What reading a file's extension gave. */
export interface Extension {
  /** The models that are free of errors. */
  readonly models: readonly ModelData[];
  readonly issues: readonly Issue[];
}

/** Reads and checks the extension of a glTF document (its parsed JSON); never throws. */
export function readExtension(gltf: unknown): Extension {
  const issues: Issue[] = [];
  const document = new Place(gltf, "", issues);
  const extension = document.field("extensions").field(EXTENSION_NAME);
  if (extension.absent || !extension.object()) return { models: [], issues };
  const tree = NodeTree.read(document.field("nodes"));
  if (issues.length > 0) return { models: [], issues };
  const places = extension.field("models").items();
  const models = places.map((place) => readModel(place, tree));
  return { models: models.filter((model) => model !== undefined), issues };
}

function readModel(place: Place, tree: NodeTree): ModelData | undefined {
  const before = place.issues.length;
  if (!place.object()) return undefined;
  const name = place.field("name").absent ? "robot" : place.field("name").text();
  const rootNode = place.field("rootNode").index(tree.count, "node");
  const [linkPlaces, jointPlaces] = [place.field("links").items(), place.field("joints").items()];
  const counts = { nodes: tree.count, links: linkPlaces.length, joints: jointPlaces.length };
  const links = linkPlaces.map((item) => readLink(item, counts.nodes));
  const joints = jointPlaces.map((item) => readJoint(item, counts));
  const [loopPlaces, couplingPlaces] = [
    place.field("loops").items(),
    place.field("couplings").items(),
  ];
  const loops = loopPlaces.map((item) => readLoop(item, counts));
  const couplings = couplingPlaces.map((item) => readCoupling(item, counts));
  const configurations = new Map(
    place
      .field("configurations")
      .entries()
      .map(([key, item]) => [key, readConfiguration(item, joints)]),
  );
  checkNames(linkPlaces, links);
  checkNames(jointPlaces, joints);
  checkNames([...loopPlaces, ...couplingPlaces], [...loops, ...couplings]);
  // What follows relies on every part being there.
  if (failed(place.issues, before) || name === undefined || rootNode === undefined)
    return undefined;
  const model = { links, joints, loops, couplings } as Pick<
    ModelData,
    "links" | "joints" | "loops" | "couplings"
  >;
  checkLinks(linkPlaces, model.links, rootNode, tree);
  checkJoints(jointPlaces, model.joints, model.links, tree);
  checkLoops(loopPlaces, model.loops, model.links, tree);
  checkMimics(jointPlaces, model.joints);
  checkCouplings(couplingPlaces, model.couplings, model.joints);
  if (failed(place.issues, before)) return undefined;
  const { pointer } = place;
  const source = place.field("source").value;
  return { name, pointer, rootNode, ...model, configurations, source };
}

function failed(issues: readonly Issue[], from: number): boolean {
  return issues.slice(from).some((issue) => issue.severity === "error");
}

function checkNames(
  places: readonly Place[],
  parts: readonly ({ readonly name: string } | undefined)[],
): void {
  const seen = new Set<string>();
  parts.forEach((part, i) => {
    if (!part) return;
    if (seen.has(part.name)) {
      const message = `duplicate name ${JSON.stringify(part.name)}`;
      places[i]?.field("name").report("DUPLICATE_NAME", message);
    }
    seen.add(part.name);
  });
}
