// Runs Khronos' validator over the files named on the command line; prints errors and warnings.
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const require = createRequire(new URL("../../web/package.json", import.meta.url));
const validator = require("gltf-validator");

const found = {};
for (const file of process.argv.slice(2)) {
  const report = await validator.validateBytes(new Uint8Array(await readFile(file)), {
    maxIssues: 100,
    externalResourceFunction: async (uri) =>
      new Uint8Array(await readFile(new URL(uri, pathToFileURL(file)))),
  });
  found[file] = report.issues.messages
    .filter((issue) => issue.severity < 2)
    .map((issue) => `${issue.code} ${issue.pointer}: ${issue.message}`);
}
console.log(JSON.stringify(found));
