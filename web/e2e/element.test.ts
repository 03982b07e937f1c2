/** `<robot-viewer>` on a page of somebody else, without a build. */
import { copyFileSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fourbar, project } from "./fourbar.js";
import { changed, colours, pixelsOf, still } from "./picture.js";
import { openPage } from "./watched-page.js";
import { Workshop } from "./workshop.js";

const workshop = new Workshop();
const types: Record<string, string> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".glb": "model/gltf-binary",
};
let server: Server;

beforeAll(async () => {
  await fourbar("convert", "gallery:four_bar", workshop.path("robot.glb"));
  const built = join(project, "web/three-robot-kinematics/dist/robot-viewer.js");
  copyFileSync(built, workshop.path("robot-viewer.js"));
  workshop.write(
    "index.html",
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><link rel="icon" href="data:,"><title>Mine</title>
<script type="module" src="robot-viewer.js"></script></head>
<body><robot-viewer src="robot.glb" sliders style="height: 24rem"></robot-viewer></body></html>`,
  );
  server = createServer((request, response) => {
    const name = request.url === "/" ? "index.html" : (request.url ?? "").slice(1);
    const content = ["index.html", "robot-viewer.js", "robot.glb"].includes(name);
    response.writeHead(content ? 200 : 404, { "content-type": types[extname(name)] ?? "" });
    response.end(content ? readFileSync(workshop.path(name)) : "");
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
});

afterAll(() => server?.close());

test("shows the robot, and its sliders move it", async () => {
  const { port } = server.address() as AddressInfo;
  const watched = await openPage(`http://127.0.0.1:${port}/`);
  const { page } = watched;
  try {
    const crank = page.getByRole("slider", { name: /^crank/ });
    await crank.waitFor();
    expect(await page.getByRole("slider").count()).toBe(3);
    const before = await still(page);
    expect(colours(await pixelsOf(page))).toBeGreaterThan(10);
    const rocker = page.getByRole("slider", { name: /^rocker/ });
    await crank.fill("0.4");
    // As the documentation prints it.
    await expect.poll(async () => Number(await rocker.inputValue())).toBeCloseTo(0.11748, 4);
    await changed(page, before, "crank");
    expect(watched.problems).toEqual([]);
  } finally {
    await watched.close();
  }
});

test("says what is wrong with the file", async () => {
  const { port } = server.address() as AddressInfo;
  const watched = await openPage(`http://127.0.0.1:${port}/`, { expected: /404/ });
  const { page } = watched;
  try {
    await page.getByRole("slider").first().waitFor();
    await page
      .locator("robot-viewer")
      .evaluate((element) => element.setAttribute("src", "lost.glb"));
    await page.getByRole("alert").filter({ hasText: "lost.glb" }).waitFor();
    expect(watched.problems).toEqual([]);
  } finally {
    await watched.close();
  }
});

test("says so where there is no WebGL", async () => {
  const { port } = server.address() as AddressInfo;
  const watched = await openPage(`http://127.0.0.1:${port}/`, { expected: /WebGL/ });
  const { page } = watched;
  try {
    await page.getByRole("slider").first().waitFor();
    await page.evaluate(() => {
      HTMLCanvasElement.prototype.getContext = () => null;
      document.body.append(document.createElement("robot-viewer"));
    });
    await page.getByRole("alert").filter({ hasText: "WebGL" }).waitFor();
    expect(watched.problems).toEqual([]);
  } finally {
    await watched.close();
  }
});
