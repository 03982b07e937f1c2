// The viewer in Chromium: time to the first picture, frame time while a slider moves, size of the page, and
// how long pointing at large robots holds it up (--hover: only that).
//
//     make bench, or: node benchmarks/viewer.mjs [ROBOT ...], or: node benchmarks/viewer.mjs --hover
//
// Without robots: the corpus' heaviest (FOURBAR_CORPUS) and the gallery's humanoid. WebGL is drawn in
// software (SwiftShader), so frame times are what a machine without a graphics card gets; "script" is
// the part of the page's own code, the same everywhere.
import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { gzipSync } from "node:zlib";
import { findBrowser, flags } from "../web/e2e/chromium.mjs";
import { chromium } from "../web/node_modules/playwright-core/index.mjs";

const project = resolve(import.meta.dirname, "..");
const python = process.env.FOURBAR_PYTHON ?? join(project, ".venv/bin/python");
const corpus = resolve(project, process.env.FOURBAR_CORPUS ?? "../shared/corpus");
const launch = { executablePath: findBrowser(), args: flags };
const repeats = 5;
const frames = 90;

/** Starts `fourbar view`; with its address, and when it was started [ms]. */
async function serve(robot) {
  const start = Date.now();
  const args = ["-m", "fourbar", "view", robot, "--no-open"];
  const child = spawn(python, args, { stdio: ["ignore", "pipe", "inherit"] });
  for await (const line of createInterface({ input: child.stdout }))
    return { start, url: line.split(" ")[0], stop: () => child.kill("SIGINT") };
  throw new Error(`fourbar view ${robot} ended`);
}

/** In the page: notes when the first robot was drawn, and when all of it; and what scripts take. */
function watch() {
  globalThis.pictures = {};
  globalThis.script = 0;
  const ask = requestAnimationFrame.bind(globalThis);
  globalThis.requestAnimationFrame = (call) =>
    ask((time) => {
      const before = performance.now();
      call(time);
      globalThis.script += performance.now() - before;
    });
  const look = () => {
    const text = document.querySelector(".statistics")?.textContent ?? "";
    const { pictures } = globalThis;
    // What the page says now was drawn in this frame or the last one.
    if (text !== "") pictures.first ??= Date.now();
    if (text.includes("triangle")) pictures.whole ??= Date.now();
    if (pictures.whole === undefined) ask(look);
  };
  ask(look);
}

async function open(browser, url) {
  const page = await browser.newPage({ viewport: { width: 1200, height: 750 } });
  await page.addInitScript(watch);
  await page.goto(url);
  await page.waitForFunction(() => globalThis.pictures.whole !== undefined, null, { timeout: 120_000 });
  return page;
}

/** Seconds from the command to the first picture and to the whole one. */
async function firstPicture(running) {
  const { start, url, stop } = await serve("gallery:four_bar");
  const browser = running ?? (await chromium.launch(launch));
  try {
    const page = await open(browser, url);
    const { first, whole } = await page.evaluate(() => globalThis.pictures);
    await page.close();
    return { first: (first - start) / 1000, whole: (whole - start) / 1000 };
  } finally {
    stop();
    if (!running) await browser.close();
  }
}

/** In the page: moves the first slider from end to end, one step in each frame. */
function sweep(count) {
  const slider = document.querySelector(".dof input[type=range]");
  const [low, high] = [Number(slider.min), Number(slider.max)];
  const times = [];
  const scripts = [];
  return new Promise((done) => {
    let last = performance.now();
    const step = () => {
      const now = performance.now();
      times.push(now - last);
      scripts.push(globalThis.script);
      globalThis.script = 0;
      last = now;
      if (times.length > count) return done({ times: times.slice(1), scripts: scripts.slice(1) });
      slider.valueAsNumber = low + (high - low) * (0.5 + 0.4 * Math.sin(times.length / 10));
      const before = performance.now();
      slider.dispatchEvent(new Event("input", { bubbles: true }));
      globalThis.script += performance.now() - before;
      // Not the wrapped one: this function is no part of the page.
      setTimeout(() => requestAnimationFrame(() => setTimeout(step)));
    };
    step();
  });
}

async function frameTimes(browser, robot) {
  const { url, stop } = await serve(robot);
  try {
    const page = await open(browser, url);
    const { times, scripts } = await page.evaluate(sweep, frames);
    const counts = await page.locator(".statistics").textContent();
    await page.close();
    return { times, scripts, counts };
  } finally {
    stop();
  }
}

/** Writes a robot of 200 links with 5 million triangles in all, eight shapes of 25,000, and one of a single mesh. */
const makeLarge = `
import sys
from pathlib import Path
import numpy as np

folder = Path(sys.argv[1])

def ball(name, across, along, wave):
    u, v = np.meshgrid(np.linspace(0, 2 * np.pi, across + 1), np.linspace(0, np.pi, along + 1))
    r = 0.1 * (1 + 0.1 * np.sin(wave * u) * np.sin(wave * v))
    p = np.stack([r * np.sin(v) * np.cos(u), r * np.sin(v) * np.sin(u), r * np.cos(v)], -1)
    a, b, c, d = p[:-1, :-1], p[:-1, 1:], p[1:, :-1], p[1:, 1:]
    t = np.concatenate([np.stack([a, c, b], -2).reshape(-1, 3, 3), np.stack([b, c, d], -2).reshape(-1, 3, 3)])
    rows = np.zeros(len(t), dtype=[("n", "<f4", 3), ("p", "<f4", (3, 3)), ("x", "<u2")])
    rows["p"] = t
    (folder / name).write_bytes(bytes(80) + len(t).to_bytes(4, "little") + rows.tobytes())

def robot(name, meshes):
    lines = [f'<robot name="{name}">']
    for n, mesh in enumerate(meshes):
        lines.append(f'<link name="l{n}"><visual><geometry><mesh filename="{mesh}"/></geometry></visual></link>')
        if n:
            parent = f"l{n - 20}" if n >= 20 else f"l{n - 1}"
            away = "0 0 0.22" if n >= 20 else "0.22 0 0"
            lines.append(
                f'<joint name="j{n}" type="continuous"><parent link="{parent}"/><child link="l{n}"/>'
                f'<origin xyz="{away}"/><axis xyz="0 1 0"/></joint>'
            )
    (folder / f"{name}.urdf").write_text("\\n".join([*lines, "</robot>"]))

for k in range(8):
    ball(f"ball{k}.stl", 125, 100, k + 2)
robot("links_200", [f"ball{n % 8}.stl" for n in range(200)])
ball("whole.stl", 2500, 1000, 9)
robot("one_mesh", ["whole.stl"])
`;

/** The longest tasks of the page's main thread in a trace [ms of that thread's own time]. */
function tasksOf(trace) {
  const { traceEvents } = JSON.parse(trace.toString());
  const main = traceEvents.filter(
    ({ name, args }) => name === "thread_name" && args.name === "CrRendererMain",
  );
  const threads = new Set(main.map(({ pid, tid }) => `${pid} ${tid}`));
  return traceEvents
    .filter(({ name, pid, tid, tdur }) => /RunTask$/.test(name) && tdur > 0 && threads.has(`${pid} ${tid}`))
    .map(({ tdur }) => tdur / 1000);
}

/** Moves the pointer over a robot for some seconds, from when it is first shown on. */
async function hover(browser, robot) {
  const { url, stop } = await serve(robot);
  try {
    const page = await browser.newPage({ viewport: { width: 1200, height: 750 } });
    await page.addInitScript(watch);
    await page.goto(url);
    await page.waitForFunction(() => globalThis.pictures.whole !== undefined, null, { timeout: 120_000 });
    // The first picture compiles shaders and uploads meshes: no part of pointing.
    await page.waitForTimeout(3_000);
    await browser.startTracing(page, { categories: ["toplevel", "devtools.timeline", "__metadata"] });
    const start = Date.now();
    let answered;
    const over = () => Date.now() - start > (answered === undefined ? 90_000 : 1000 * answered + 8_000);
    for (let k = 0; !over(); k++) {
      await page.mouse.move(760 + 150 * Math.cos(k / 7), 400 + 120 * Math.sin(k / 11));
      await page.waitForTimeout(30);
      if (answered === undefined && (await page.locator(".hover-card:not([hidden])").count()) > 0)
        answered = (Date.now() - start) / 1000;
    }
    const tasks = tasksOf(await browser.stopTracing());
    const counts = await page.locator(".statistics").textContent();
    await page.close();
    return { tasks, answered, counts };
  } finally {
    stop();
  }
}

/** Prints the size of the GLB of every robot of a folder that can be shown [bytes]. */
const weigh = `
import sys
from pathlib import Path
import fourbar as fb
from fourbar.diagnostics import Report
from fourbar.gltf import convert
for path in sorted(Path(sys.argv[1]).rglob("*.urdf")):
    try:
        document = convert(fb.load(path), report=Report())
    except fb.LoadError:
        continue
    if document is not None:
        print(len(document.to_glb()), path)
`;

/** The robot of the corpus with the largest GLB. */
function heaviest() {
  if (!existsSync(corpus)) return [];
  const text = execFileSync(python, ["-W", "ignore", "-c", weigh, corpus], { encoding: "utf8" });
  const lines = text.trim().split("\n").filter(Boolean);
  const [first] = lines.sort((a, b) => Number.parseInt(b, 10) - Number.parseInt(a, 10));
  return first === undefined ? [] : [first.slice(first.indexOf(" ") + 1)];
}

function middle(values, share = 0.5) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

function row(name, ...cells) {
  console.log(name.padEnd(44) + cells.map((cell) => cell.padStart(14)).join(""));
}

const args = process.argv.slice(2);
const given = args.filter((name) => !name.startsWith("--"));

function sizes() {
  const assets = join(project, "src/fourbar/viewer/static/assets");
  row("page [kB]", "raw", "gzip");
  let [raw, packed] = [0, 0];
  for (const name of ["index.js", "index.css"]) {
    const file = readFileSync(join(assets, name));
    raw += file.length;
    packed += gzipSync(file, { level: 9 }).length;
  }
  row("script and style", (raw / 1000).toFixed(1), (packed / 1000).toFixed(1));
}

async function pictures(browser) {
  row("gallery:four_bar, command to picture [s]", "first: best", "median", "whole: best", "median");
  for (const [name, running] of [["browser is running", browser], ["browser starts too"]]) {
    const all = [];
    for (let k = 0; k < repeats; k++) all.push(await firstPicture(running));
    const cells = ["first", "whole"].flatMap((what) => {
      const times = all.map((one) => one[what]);
      return [Math.min(...times).toFixed(2), middle(times).toFixed(2)];
    });
    row(name, ...cells);
  }
}

async function moves(browser) {
  row("a slider moves, software WebGL [ms]", "frame: median", "95 %", "script: med.", "95 %");
  for (const robot of given.length > 0 ? given : [...heaviest(), "gallery:humanoid"]) {
    const { times, scripts, counts } = await frameTimes(browser, robot);
    const cells = [times, scripts].flatMap((list) => [middle(list), middle(list, 0.95)]);
    row(basename(robot), ...cells.map((cell) => cell.toFixed(1)));
    console.log(`  ${counts}`);
  }
}

async function pointing(browser) {
  row("the pointer moves over large robots [ms]", "longest task", "over 50", "first answer");
  const folder = mkdtempSync(join(tmpdir(), "fourbar-large-"));
  try {
    execFileSync(python, ["-c", makeLarge, folder]);
    for (const name of ["links_200", "one_mesh"]) {
      const { tasks, answered, counts } = await hover(browser, join(folder, `${name}.urdf`));
      const first = answered === undefined ? "none" : `${(1000 * answered).toFixed(0)}`;
      const over = tasks.filter((task) => task > 50).length;
      row(name, Math.max(...tasks).toFixed(1), String(over), first);
      console.log(`  ${counts}`);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const browser = await chromium.launch(launch);
try {
  if (!args.includes("--hover")) {
    sizes();
    console.log();
    await pictures(browser);
    console.log();
    await moves(browser);
    console.log();
  }
  await pointing(browser);
} finally {
  await browser.close();
}
