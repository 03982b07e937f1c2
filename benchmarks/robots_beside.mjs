// Ten real robots in <robot-viewer> and in urdf-loader's <urdf-viewer>, on a light and on a dark page,
// from the same side: one sheet of pictures, and how well each robot can be told from what is behind it.
//
//     node benchmarks/robots_beside.mjs SHEET.webp
//
// Needs Chromium and the corpus (FOURBAR_CORPUS). Both elements are as they are without settings, but
// urdf-viewer has urdf-loader's own mesh loader and its camera where ours is. The contrast is that of the middle one of a robot's pixels
// with the picture without the robot, grid and shadow.
// What is below the least is named at the end; "-" is for a robot of which nothing is drawn.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { findBrowser, flags } from "../web/e2e/chromium.mjs";
import { contrastOf, least } from "../web/e2e/contrast.mjs";
import { chromium } from "../web/node_modules/playwright-core/index.mjs";
import { build } from "../web/node_modules/vite/dist/node/index.js";

const project = resolve(import.meta.dirname, "..");
const corpus = resolve(project, process.env.FOURBAR_CORPUS ?? "../shared/corpus");
const [sheet] = process.argv.slice(2);
if (!sheet) throw new Error("Say where the sheet is written: robots_beside.mjs SHEET.webp");
const size = { width: 480, height: 360 };
/** Of a picture in the sheet to that on the page. */
const scale = 0.5;
const columns = 5;

const dataset = "urdf_files_dataset/urdf_files";
const examples = "pypi/example_robot_data/cmeel.prefix/share/example-robot-data";
const industrial = `${dataset}/ros-industrial`;
/** Files and packages below the corpus; MJCF is written as URDF first. White robots first, black ones last. */
const robots = {
  "xArm 7": { file: "mujoco_menagerie/ufactory_xarm7/xarm7.xml" },
  Alexander: {
    file: `${examples}/robots/alexander_description/urdf/alexander_v1.lowerBodyOnly.urdf`,
    packages: { "example-robot-data": examples },
  },
  "Motoman SIA10F": {
    file: `${industrial}/motoman/motoman_sia10f_support/urdf/sia10f.urdf`,
    packages: {
      visual: `${industrial}/motoman/motoman_sia10f_support/meshes/sia10f/visual`,
      collision: `${industrial}/motoman/motoman_sia10f_support/meshes/sia10f/collision`,
    },
  },
  "Spot's arm": {
    file: `${dataset}/random/spot_ros/spot_description/urdf/spot_arm.urdf`,
    packages: { spot_description: `${dataset}/random/spot_ros/spot_description` },
  },
  "ABB IRB 140": {
    file: "pypi/rtb_data/rtbdata/xacro/abb_irb140_description/urdf/irb140__xacro.urdf",
    packages: { abb_irb140: `${dataset}/robotics-toolbox/abb_irb140` },
  },
  "Fanuc M-900iB": {
    file: `${industrial}/xacro_generated/fanuc/fanuc_m900ib_support/urdf/m900ib700.urdf`,
    packages: { fanuc_m900ib_support: `${industrial}/xacro_generated/fanuc/fanuc_m900ib_support` },
  },
  HyQ: {
    file: "example-robot-data/robots/hyq_description/robots/hyq_no_sensors.urdf",
    packages: { "example-robot-data": "example-robot-data" },
  },
  "Robotiq C2": {
    file: `${industrial}/robotiq/robotiq_2f_c2_gripper_visualization/urdf/robotiq_c2_model.urdf`,
    packages: {
      visual: `${industrial}/robotiq/robotiq_2f_c2_gripper_visualization/meshes/robotiq_c2/visual`,
      collision: `${industrial}/robotiq/robotiq_2f_c2_gripper_visualization/meshes/robotiq_c2/collision`,
    },
  },
  Husky: { file: "pypi/pybullet/pybullet_data/husky/husky.urdf" },
  "Shadow Hand": { file: "pypi/genesis_world/genesis/assets/urdf/shadow_hand/shadow_hand.urdf" },
};

/** Each page has `begin(robot)`, which answers where the camera is, `bare()`, `cutOut()` and `behind()`. */
const ours = `
import { RobotViewerElement } from "./three-robot-kinematics/src/element/robot-viewer.ts";
import { slope } from "./three-robot-kinematics/src/stage/view/cameras.ts";
const viewer = new RobotViewerElement();
globalThis.begin = async ({ file, packages }) => {
  const loaded = new Promise((done, fail) => {
    viewer.addEventListener("load", done);
    viewer.addEventListener("error", ({ detail }) => fail(detail));
  });
  viewer.setAttribute("packages", packages);
  viewer.src = file;
  document.body.append(viewer);
  await loaded;
  return { ...viewer.stage.camera, slope };
};
globalThis.bare = () => viewer.setAttribute("layers", "-ground -shadows");
globalThis.cutOut = async () => createImageBitmap(await viewer.stage.screenshot({ transparent: true }));
globalThis.behind = () => viewer.stage.setRobotVisible("robot", false);
`;
const peer = `
import URDFLoader from "urdf-loader";
import URDFViewer from "urdf-loader/src/urdf-viewer-element.js";
customElements.define("urdf-viewer", URDFViewer);
const viewer = document.createElement("urdf-viewer");
globalThis.begin = async ({ file, packages, camera }) => {
  const loaded = new Promise((done) => viewer.addEventListener("geometry-loaded", done));
  const loader = new URDFLoader();
  viewer.loadMeshFunc = loader.defaultMeshLoader.bind(loader);
  viewer.package = packages;
  viewer.urdf = file;
  document.body.append(viewer);
  await loaded;
  const { azimuth, elevation, distance, target: [x, y, z], slope } = camera;
  const level = distance * Math.cos(elevation);
  viewer.camera.fov = (360 / Math.PI) * Math.atan(slope);
  viewer.controls.target.set(x, z, -y);
  viewer.camera.position.set(
    x + level * Math.cos(azimuth),
    z + distance * Math.sin(elevation),
    -y - level * Math.sin(azimuth),
  );
  viewer.redraw();
};
globalThis.bare = () => {};
globalThis.cutOut = async () => {
  viewer.renderer.render(viewer.scene, viewer.camera);
  return createImageBitmap(viewer.renderer.domElement);
};
globalThis.behind = () => {
  viewer.robot.visible = false;
  viewer.redraw();
};
`;
const html = (script) => `<!doctype html><link rel="icon" href="data:,">
<style>:root { color-scheme: light dark } body { margin: 0 } body > * { width: 100vw; height: 100vh }</style>
<body><script type="module" src="${script}"></script>`;

const scripts = {};
for (const [name, text] of Object.entries({ fourbar: ours, "urdf-loader": peer })) {
  const input = join(project, "web", `.beside-${name}.js`);
  writeFileSync(input, text);
  try {
    const { output } = await build({
      configFile: false,
      logLevel: "silent",
      root: join(project, "web"),
      base: `/${name}/`,
      build: { write: false, target: "es2022", modulePreload: false, rolldownOptions: { input } },
    });
    for (const part of output) scripts[`/${name}/${part.fileName}`] = part.code ?? part.source;
    scripts[`/${name}/`] = html(output[0].fileName);
  } finally {
    rmSync(input);
  }
}

/** Files keep their places, since what was written from MJCF names its meshes from where it is. */
const scratch = mkdtempSync(join(tmpdir(), "fourbar-"));
const server = createServer((request, response) => {
  const path = decodeURIComponent(request.url.split("?")[0]);
  const type = path.endsWith(".js") ? "text/javascript" : path.endsWith("/") ? "text/html" : "application/octet-stream";
  const file = resolve("/", path.replace(/^\/files/, ""));
  try {
    if (!scripts[path] && ![corpus, scratch].some((folder) => file.startsWith(`${folder}/`))) throw new Error(file);
    const content = scripts[path] ?? readFileSync(file);
    response.writeHead(200, { "content-type": type });
    response.end(content);
  } catch {
    response.writeHead(404).end();
  }
});
await new Promise((done) => server.listen(0, "127.0.0.1", done));
const address = `http://127.0.0.1:${server.address().port}`;

function prepare({ file, packages = {} }, number) {
  let path = join(corpus, file);
  if (file.endsWith(".xml")) {
    path = join(scratch, `${number}.urdf`);
    const words = ["-m", "fourbar", "convert", join(corpus, file), path];
    execFileSync(process.env.PYTHON ?? join(project, ".venv/bin/python"), words, { stdio: "ignore" });
  }
  const pairs = Object.entries(packages).map(([name, folder]) => `${name}: /files${join(corpus, folder)}`);
  return { file: `/files${path}`, packages: pairs.join(", ") };
}

/** What the page shows once that no longer changes. */
async function still(tab) {
  for (let last = await tab.screenshot(), tries = 0; tries < 40; tries++) {
    await tab.waitForTimeout(300);
    const next = await tab.screenshot();
    if (next.equals(last)) return next;
    last = next;
  }
  throw new Error("The picture does not come to rest.");
}

/** A picture as pixels: a PNG file, or what `cutOut` of the page gives. */
async function pixelsOf(tab, png) {
  const { width, height, text } = await tab.evaluate(async (source) => {
    const file = source && (await (await fetch(`data:image/png;base64,${source}`)).blob());
    const image = file ? await createImageBitmap(file) : await globalThis.cutOut();
    const { width, height } = image;
    const context = new OffscreenCanvas(width, height).getContext("2d");
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, width, height);
    let text = "";
    for (let at = 0; at < data.length; at += 0x8000) text += String.fromCharCode(...data.subarray(at, at + 0x8000));
    return { width, height, text: btoa(text) };
  }, png?.toString("base64"));
  if (width !== size.width || height !== size.height) throw new Error(`a picture of ${width} x ${height} px`);
  return { width, height, pixels: new Uint8Array(Buffer.from(text, "base64")) };
}

async function look(browser, name, colorScheme, robot) {
  const context = await browser.newContext({ viewport: size, colorScheme, reducedMotion: "reduce" });
  const tab = await context.newPage();
  const failed = new Promise((done) => tab.on("pageerror", done));
  tab.on("console", (message) => {
    if (message.type() === "error") console.error(`  ${name}: ${message.text().split("\n")[0]}`);
  });
  await tab.goto(`${address}/${name}/`);
  await tab.waitForFunction(() => globalThis.begin !== undefined);
  const camera = await Promise.race([tab.evaluate((given) => globalThis.begin(given), robot), failed]);
  // An error of the page: there is nothing to measure.
  if (camera instanceof Error) {
    const empty = (await still(tab)).toString("base64");
    await context.close();
    return { picture: empty, contrast: null };
  }
  const picture = await still(tab);
  await tab.evaluate(() => globalThis.bare());
  const seen = await pixelsOf(tab, await still(tab));
  const cutOut = await pixelsOf(tab);
  await tab.evaluate(() => globalThis.behind());
  const without = await pixelsOf(tab, await still(tab));
  const isDrawn = cutOut.pixels.some((value, at) => at % 4 === 3 && value === 255);
  const contrast = isDrawn ? contrastOf(seen, without, cutOut) : null;
  await context.close();
  return { picture: picture.toString("base64"), contrast, camera };
}

const browser = await chromium.launch({ executablePath: findBrowser(), args: flags });
const rows = [];
try {
  console.log("robot            fourbar light  dark   urdf-viewer light  dark");
  for (const [number, [name, given]] of Object.entries(robots).entries()) {
    const robot = prepare(given, number);
    const shots = [await look(browser, "fourbar", "light", robot), await look(browser, "fourbar", "dark", robot)];
    const { camera } = shots[0];
    for (const theme of ["light", "dark"]) shots.push(await look(browser, "urdf-loader", theme, { ...robot, camera }));
    rows.push({ name, shots });
    const [a, b, c, d] = shots.map(({ contrast }) => (contrast?.toFixed(2) ?? "-").padStart(5));
    console.log(`${name.padEnd(16)}         ${a} ${b}               ${c} ${d}`);
  }
  const tab = await browser.newPage();
  const text = await tab.evaluate(
    async ({ rows, width, height, columns }) => {
      const title = 26;
      const band = title + 4 * height;
      const canvas = new OffscreenCanvas(columns * width, Math.ceil(rows.length / columns) * band);
      const context = canvas.getContext("2d");
      context.imageSmoothingQuality = "high";
      context.fillStyle = "white";
      context.fillRect(0, 0, canvas.width, canvas.height);
      for (const [number, { name, shots }] of rows.entries()) {
        const [x, y] = [(number % columns) * width, Math.floor(number / columns) * band];
        context.font = "bold 15px sans-serif";
        context.fillStyle = "#1b2130";
        context.fillText(name, x + 8, y + 18);
        for (const [k, { picture, contrast }] of shots.entries()) {
          const file = await (await fetch(`data:image/png;base64,${picture}`)).blob();
          context.drawImage(await createImageBitmap(file), x, y + title + k * height, width, height);
          context.font = "12px sans-serif";
          context.fillStyle = k % 2 ? "white" : "black";
          const label = `${k < 2 ? "fourbar" : "urdf-loader"}  ${contrast?.toFixed(2) ?? "draws nothing"}`;
          context.fillText(label, x + 8, y + title + (k + 1) * height - 8);
        }
      }
      const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: "image/webp", quality: 0.85 })).arrayBuffer());
      return btoa(bytes.reduce((all, byte) => all + String.fromCharCode(byte), ""));
    },
    { rows, width: scale * size.width, height: scale * size.height, columns },
  );
  writeFileSync(sheet, Buffer.from(text, "base64"));
} finally {
  await browser.close();
  server.close();
  rmSync(scratch, { recursive: true });
}

for (const [k, page] of ["fourbar light", "fourbar dark", "urdf-viewer light", "urdf-viewer dark"].entries()) {
  const measured = rows.filter(({ shots }) => shots[k].contrast !== null);
  const lowest = Math.min(...measured.map(({ shots }) => shots[k].contrast));
  const below = measured.filter(({ shots }) => shots[k].contrast < least).map(({ name }) => name);
  console.log(`${page}: at least ${lowest.toFixed(2)}${below.length ? `; below ${least}: ${below.join(", ")}` : ""}`);
}
