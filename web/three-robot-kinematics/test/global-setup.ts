/**
 * Writes the fixtures before the tests run: robots of the gallery, and the poses that numpy finds for
 * them (tests/web/fixtures.py); descriptions, and what the Python reader makes of them
 * (tests/web/descriptions.py). They are made again only when something they are made from changed.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fixtures, project } from "./fixtures.js";

const sources = [
  "tests/web",
  "tests/kinds",
  "tests/gallery",
  "src/fourbar/gallery/robots",
  "src/fourbar/gltf",
  "src/fourbar/robot",
  "src/fourbar/xml",
  "src/fourbar/urdf",
  "src/fourbar/graph",
  "src/fourbar/rules",
  "tests/lint",
];

export function setup(): void {
  const hash = createHash("sha256");
  for (const folder of sources) {
    const found = readdirSync(join(project, folder), { recursive: true, encoding: "utf8" });
    const names = found.filter((name) => /\.(py|urdf|md)$/.test(name));
    for (const name of names.sort()) hash.update(readFileSync(join(project, folder, name)));
  }
  hash.update(process.env.FOURBAR_CORPUS ?? "");
  const stamp = join(fixtures, "stamp");
  const key = hash.digest("hex");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === key) return;
  const python = findPython();
  const run = (...words: string[]) =>
    execFileSync(python, ["-m", ...words], { cwd: project, stdio: "inherit" });
  run("tests.web.fixtures", fixtures);
  run("tests.web.descriptions", join(fixtures, "descriptions.jsonl"));
  writeFileSync(stamp, key);
}

function findPython(): string {
  const candidates = [process.env.FOURBAR_PYTHON, join(project, ".venv/bin/python"), "python3"];
  for (const python of candidates) {
    if (!python) continue;
    try {
      execFileSync(python, ["-c", "import fourbar.gltf"], { stdio: "ignore" });
      return python;
    } catch {
      // The next one may do.
    }
  }
  throw new Error(
    "The tests compare with what fourbar's Python side computes, and no Python that has it was found: " +
      "run `make native` first, or name one in FOURBAR_PYTHON.",
  );
}
