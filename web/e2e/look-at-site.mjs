/**
 * Looks at the built documentation as readers see it: `make site-check`.
 *
 *     node web/e2e/look-at-site.mjs SITE [PICTURES]
 *
 * On a desktop and a phone, light and dark: nothing is requested from elsewhere, titles, languages and
 * texts of images are there, nothing is wider than the page, text has contrast, the keyboard gets to
 * the content, and the robot of the home page moves.
 */

import { createReadStream, existsSync, mkdirSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { chromium } from "playwright-core";

const [site, pictures] = process.argv.slice(2);
const pages = [
  "",
  "start/install/",
  "start/first-robot/",
  "tutorials/four-bar/",
  "how-to/checking/",
  "concepts/urdfplus/",
  "reference/python/mechanics/",
  "reference/commands/",
  "rules/",
  "rules/P434/",
  "compare/",
  "faq/",
];
const types = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".json": "application/json",
};

const server = createServer((request, response) => {
  const path = decodeURIComponent(new URL(request.url, "http://site").pathname);
  let file = join(site, normalize(path));
  if (existsSync(file) && statSync(file).isDirectory()) file = join(file, "index.html");
  if (!existsSync(file)) return response.writeHead(404).end();
  response.writeHead(200, { "Content-Type": types[extname(file)] ?? "application/octet-stream" });
  createReadStream(file).pipe(response);
});
await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
const base = `http://127.0.0.1:${server.address().port}/`;

/** What is wrong with a page, as its reader meets it. */
function faults() {
  const found = [];
  if (!document.title) found.push("no title");
  if (!document.documentElement.lang) found.push("no language");
  if (document.querySelectorAll("h1").length !== 1) found.push("not one h1");
  for (const image of document.images) if (!image.alt) found.push(`no text for ${image.src}`);
  if (document.documentElement.scrollWidth > innerWidth) found.push("wider than the window");
  const luminance = (color) => {
    const [r, g, b] = color.map((value) => {
      const part = value / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const context = Object.assign(document.createElement("canvas"), {
    width: 1,
    height: 1,
  }).getContext("2d", { willReadFrequently: true });
  const paint = (...colors) => {
    context.clearRect(0, 0, 1, 1);
    for (const color of colors) {
      context.fillStyle = color;
      context.fillRect(0, 0, 1, 1);
    }
    return [...context.getImageData(0, 0, 1, 1).data.slice(0, 3)];
  };
  for (const element of document.querySelectorAll(
    "article p, article li, article td, article a, article h2",
  )) {
    const behind = [];
    for (let at = element; at; at = at.parentElement)
      behind.unshift(getComputedStyle(at).backgroundColor);
    const ground = luminance(paint("white", ...behind));
    const text = luminance(paint("white", ...behind, getComputedStyle(element).color));
    const ratio = (Math.max(ground, text) + 0.05) / (Math.min(ground, text) + 0.05);
    if (element.textContent.trim() && !element.classList.contains("headerlink") && ratio < 4.5) {
      found.push(`contrast ${ratio.toFixed(1)}: ${element.textContent.trim().slice(0, 30)}`);
    }
  }
  return found;
}

const problems = [];
const browser = await chromium.launch({
  executablePath: process.env.FOURBAR_BROWSER ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"],
});
for (const [name, viewport, colorScheme] of [
  ["desktop", { width: 1280, height: 900 }, "light"],
  ["phone", { width: 390, height: 844 }, "dark"],
]) {
  const page = await browser.newPage({ viewport, colorScheme });
  page.on("request", (request) => {
    if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(base))
      problems.push(`${name}: asks for ${request.url()}`);
  });
  page.on("response", (response) => {
    if (response.status() >= 400)
      problems.push(`${name}: ${response.status()} for ${response.url()}`);
  });
  page.on("pageerror", (error) => problems.push(`${name}: ${error.message}`));
  const titles = new Set();
  for (const path of pages) {
    await page.goto(base + path, { waitUntil: "load" });
    for (const fault of await page.evaluate(faults)) problems.push(`${name} /${path}: ${fault}`);
    titles.add(await page.title());
    if (pictures) {
      mkdirSync(pictures, { recursive: true });
      await page.screenshot({
        path: join(pictures, `${name}-${path.replace(/\W+/g, "_") || "home"}.png`),
      });
    }
  }
  if (titles.size !== pages.length) problems.push(`${name}: pages share titles`);
  await page.goto(base);
  const turns = () => {
    const angle = document.querySelector("robot-viewer")?.robot?.joints.get("crank").value;
    window.first ??= angle;
    return angle !== window.first;
  };
  await page
    .waitForFunction(turns, undefined, { timeout: 30000 })
    .catch(() => problems.push(`${name}: the robot of the home page stands still`));
  const [box, picture] = await page.evaluate(() => {
    const viewer = document.querySelector("robot-viewer");
    return [viewer, viewer.shadowRoot.querySelector("canvas")].map((part) => part.clientHeight);
  });
  if (Math.abs(box - picture) > 2)
    problems.push(`${name}: the robot of the home page has ${picture} of ${box} pixels in height`);
  await page.keyboard.press("Tab");
  const first = await page.evaluate(() => document.activeElement?.getAttribute("href"));
  if (!first?.startsWith("#"))
    problems.push(`${name}: the first Tab does not lead to the content, but to ${first}`);
}
await browser.close();
server.close();
for (const problem of problems) console.log(problem);
console.log(
  problems.length
    ? `${problems.length} problems`
    : `${pages.length} pages, desktop and phone: no problem`,
);
process.exit(problems.length ? 1 : 0);
