// The first picture of a URDF arm with STL meshes, from a plain server of files: this reader beside
// urdf-loader, on the same page with the same three.js, in turns.
//
//     node benchmarks/urdf_pages.mjs [--pictures 60] [--times FILE.json] [FILE.urdf] [PACKAGE=FOLDER ...]
//
// Without a file: an arm of the corpus (FOURBAR_CORPUS). Both pages draw frame after frame, as pages do;
// "fourbar" has the material that urdf-loader uses, "fourbar-standard" that of a scene with surroundings.
// Times are from the start of the navigation to the first frame that has all meshes. WebGL is drawn in
// software. A round is a picture of each page; all orders of the pages come up equally often, because a page is
// slower after some than after others. The ratio is the median over the rounds, between its quartiles.
// --times adds to the times of a file, so that a run can be made in portions.
import { createServer } from "node:http";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";
import { findBrowser, flags } from "../web/e2e/chromium.mjs";
import { chromium } from "../web/node_modules/playwright-core/index.mjs";
import { build } from "../web/node_modules/vite/dist/node/index.js";

const project = resolve(import.meta.dirname, "..");
const corpus = resolve(project, process.env.FOURBAR_CORPUS ?? "../shared/corpus");
const arm = "urdf_files_dataset/urdf_files/ros-industrial/motoman/motoman_sia10f_support";
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { pictures: { type: "string", default: "60" }, times: { type: "string" } },
});
const repeats = Number(options.pictures);
if (!Number.isInteger(repeats) || repeats < 1) throw new Error("--pictures takes a number of pictures.");

const [given, ...pairs] = positionals;
const file = resolve(given ?? join(corpus, arm, "urdf/sia10f.urdf"));
const packages = given
  ? Object.fromEntries(pairs.map((pair) => pair.split("=")))
  : { visual: join(corpus, arm, "meshes/sia10f/visual"), collision: join(corpus, arm, "meshes/sia10f/collision") };
const names = Object.keys(packages);
const packageMap = JSON.stringify(Object.fromEntries(names.map((name) => [name, `/package/${name}`])));

/** The same page for both; only `load` differs. */
const page = (load) => `
import { DirectionalLight, HemisphereLight, PerspectiveCamera, Scene, WebGLRenderer } from "three";
${load}
const renderer = new WebGLRenderer({ antialias: true });
renderer.setSize(800, 600);
document.body.append(renderer.domElement);
const scene = new Scene();
const sun = new DirectionalLight("white", 2.5);
sun.position.set(1, 2, 1.5);
scene.add(sun, new HemisphereLight("white", "gray", 1.5));
const camera = new PerspectiveCamera(40, 800 / 600);
const [robot, whole] = await load();
scene.add(robot);
let ready = false;
whole.then(() => { ready = true; });
camera.position.set(2.5, 2, 2.5);
camera.lookAt(0, 0.5, 0);
function draw() {
  const last = ready;
  renderer.render(scene, camera);
  renderer.getContext().finish();
  const { triangles } = renderer.info.render;
  if (last) globalThis.picture = { time: performance.now(), triangles };
  else requestAnimationFrame(draw);
}
draw();
`;
const ours = (shading) => `
import { URDFRobotLoader } from "three-robot-kinematics/urdf";
async function load() {
  const loader = new URDFRobotLoader(undefined, { packageMap: ${packageMap}, shading: ${JSON.stringify(shading)} });
  const { scene, ready } = await loader.begin("/robot.urdf");
  return [scene, ready];
}`;
const peer = `
import { LoadingManager } from "three";
import URDFLoader from "urdf-loader";
async function load() {
  const manager = new LoadingManager();
  const loader = new URDFLoader(manager);
  loader.packages = ${packageMap};
  const whole = new Promise((done) => { manager.onLoad = done; });
  const robot = await loader.loadAsync("/robot.urdf");
  robot.rotation.x = -Math.PI / 2;
  return [robot, whole];
}`;

const scripts = {};
const pages = { fourbar: ours("phong"), "fourbar-standard": ours("standard"), "urdf-loader": peer };
for (const [name, load] of Object.entries(pages)) {
  const script = `.bench-${name}.js`;
  const input = join(project, "web", `.bench-${name}.html`);
  writeFileSync(join(project, "web", script), page(load));
  writeFileSync(input, `<!doctype html><link rel="icon" href="data:,"><body><script type="module" src="./${script}"></script>`);
  try {
    const { output } = await build({
      configFile: false,
      logLevel: "silent",
      root: join(project, "web"),
      base: `/${name}/`,
      resolve: { alias: { "three-robot-kinematics/urdf": join(project, "web/three-robot-kinematics/src/urdf/index.ts") } },
      build: { write: false, target: "es2022", modulePreload: { polyfill: false }, rolldownOptions: { input } },
    });
    const chunks = output.filter(({ type }) => type === "chunk");
    for (const chunk of chunks) scripts[`/${name}/${chunk.fileName}`] = chunk.code;
    // The page as the bundler writes it, which names the scripts that the first one imports.
    scripts[`/${name}/`] = output.find(({ fileName }) => fileName.endsWith(".html")).source;
    const codeOf = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
    const needed = new Set(chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName));
    for (const fileName of needed) for (const other of codeOf.get(fileName).imports) needed.add(other);
    const size = (names) => names.reduce((sum, each) => sum + gzipSync(codeOf.get(each).code, { level: 9 }).length, 0);
    const [first, all] = [[...needed], [...codeOf.keys()]].map((names) => `${(size(names) / 1000).toFixed(0)} kB in ${names.length} files`);
    console.log(`${name.padEnd(16)} script, compressed: ${first} at the start, ${all} with all that can follow`);
  } finally {
    rmSync(input);
    rmSync(join(project, "web", script));
  }
}

const server = createServer((request, response) => {
  const [path] = request.url.split("?");
  const [, , inside, ...rest] = path.split("/"); // /package/NAME/...
  const type = path.endsWith(".js") ? "text/javascript" : path.endsWith("/") ? "text/html" : "application/octet-stream";
  try {
    const content = scripts[path] ?? readFileSync(path === "/robot.urdf" ? file : join(packages[inside], ...rest));
    response.writeHead(200, { "content-type": type });
    response.end(content);
  } catch {
    response.writeHead(404).end();
  }
});
await new Promise((done) => server.listen(0, "127.0.0.1", done));
const address = `http://127.0.0.1:${server.address().port}`;

const browser = await chromium.launch({ executablePath: findBrowser(), args: flags });
const known = options.times !== undefined && existsSync(options.times);
const rounds = known ? JSON.parse(readFileSync(options.times, "utf8")) : [];
const orders = ordersOf(Object.keys(pages));
for (let n = 0; n < repeats; n++) {
  const round = {};
  for (const name of orders[n % orders.length]) {
    const context = await browser.newContext();
    const tab = await context.newPage();
    await tab.goto(`${address}/${name}/`);
    await tab.waitForFunction(() => globalThis.picture !== undefined);
    round[name] = await tab.evaluate(() => globalThis.picture);
    await context.close();
  }
  rounds.push(round);
}
await browser.close();
server.close();
if (options.times !== undefined) writeFileSync(options.times, JSON.stringify(rounds));

function ordersOf(names) {
  if (names.length < 2) return [names];
  return names.flatMap((first) => ordersOf(names.filter((name) => name !== first)).map((rest) => [first, ...rest]));
}

/** The value below which a share of the values is. */
function quantile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
}
for (const name of Object.keys(pages)) {
  const times = rounds.map((round) => round[name].time);
  const { triangles } = rounds[0][name];
  const [middle, best] = [quantile(times, 0.5), Math.min(...times)].map((time) => time.toFixed(0));
  console.log(`${name.padEnd(16)} ${middle} ms to the first picture (${best} at best), ${triangles} triangles`);
}
const ratios = rounds.map((round) => round["urdf-loader"].time / round.fourbar.time);
const [low, middle, high] = [0.25, 0.5, 0.75].map((share) => quantile(ratios, share).toFixed(2));
console.log(`urdf-loader / fourbar: ${middle} (${low} to ${high}), the median of ${rounds.length} rounds`);
