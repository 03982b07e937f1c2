// Says for each file named on standard input whether urdf-loader makes a robot of it.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const dom = createRequire(pathToFileURL(`${process.env.FOURBAR_DOM}/package.json`));
const web = createRequire(new URL("../web/package.json", import.meta.url));
const { window } = new (dom("jsdom").JSDOM)("");
const { document, DOMParser, Document, Element } = window;
Object.assign(globalThis, { window, document, DOMParser, Document, Element });
const { default: URDFLoader } = await import(pathToFileURL(web.resolve("urdf-loader")).href);

function loads(file) {
  const loader = new URDFLoader();
  loader.loadMeshCb = () => {};
  try {
    return loader.parse(readFileSync(file, "utf-8"))?.isURDFRobot === true;
  } catch {
    return false;
  }
}

console.warn = console.error = () => {};
for await (const file of createInterface({ input: process.stdin })) {
  process.stdout.write(loads(file) ? "loaded\n" : "refused\n");
}
