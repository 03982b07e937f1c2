// Last step of the build: Node reads the files below dist/cjs as CommonJS, whatever package.json says.
import { writeFileSync } from "node:fs";

const folder = new URL("dist/cjs/", import.meta.url);
writeFileSync(new URL("package.json", folder), `${JSON.stringify({ type: "commonjs" })}\n`);
