import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { project } from "./fourbar.js";

test("script and style of the page are at most 380 kB, compressed", () => {
  const assets = join(project, "src/fourbar/viewer/static/assets");
  const size = ["index.js", "index.css"]
    .map((name) => gzipSync(readFileSync(join(assets, name)), { level: 9 }).length)
    .reduce((sum, length) => sum + length);
  expect(size).toBeLessThanOrEqual(380_000);
});
