import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build, type Rolldown } from "vite";
import { expect, it } from "vitest";
import { project } from "../fixtures.js";

it("the reader needs no three.js and is at most 12 kB, compressed", async () => {
  const input = join(project, "web/three-robot-kinematics/test/urdf/reader.ts");
  const built = (await build({
    configFile: false,
    logLevel: "silent",
    build: {
      write: false,
      rolldownOptions: { input, preserveEntrySignatures: "strict", external: /^three/ },
    },
  })) as Rolldown.RolldownOutput;
  const [chunk] = built.output;
  expect(chunk.imports).toEqual([]);
  const size = gzipSync(chunk.code, { level: 9 }).length;
  expect(size).toBeLessThanOrEqual(12_000);
});
