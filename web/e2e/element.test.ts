/** `<robot-viewer>` on a page of somebody else, without a build. */
import { copyFileSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import type { Page } from "playwright-core";
import type { RobotViewerElement } from "three-robot-kinematics/element";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fourbar, project } from "./fourbar.js";
import { changed, colours, patchOf, pixelsOf, still } from "./picture.js";
import { openPage, type PageOptions } from "./watched-page.js";
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
  await fourbar("convert", "gallery:four_bar", workshop.path("small.glb"), "--compress");
  const built = join(project, "web/three-robot-kinematics/dist/robot-viewer.js");
  copyFileSync(built, workshop.path("robot-viewer.js"));
  workshop.write(
    "index.html",
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><link rel="icon" href="data:,"><title>Mine</title>
<script type="module" src="robot-viewer.js"></script></head>
<body><robot-viewer src="robot.glb" controls style="height: 24rem"></robot-viewer></body></html>`,
  );
  server = createServer((request, response) => {
    const name = request.url === "/" ? "index.html" : (request.url ?? "").slice(1);
    const content = ["index.html", "robot-viewer.js", "robot.glb", "small.glb"].includes(name);
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
    // What is driven comes first; what loops solve is in a group that is closed.
    expect(await page.getByRole("slider").count()).toBe(1);
    await page.getByText("Solved by loops (2)").click();
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

/** An element on a tall page of its own. */
async function withElement(
  attributes: string,
  use: (page: Page, problems: readonly string[]) => Promise<void>,
  options: PageOptions = {},
): Promise<void> {
  const { port } = server.address() as AddressInfo;
  const watched = await openPage(`http://127.0.0.1:${port}/`, options);
  try {
    await watched.page.evaluate((given) => {
      document.body.innerHTML = `<div style="height: 300px"></div>
        <robot-viewer ${given} style="height: 400px; display: flex"></robot-viewer>
        <div style="height: 2000px"></div>`;
    }, attributes);
    await use(watched.page, watched.problems);
  } finally {
    await watched.close();
  }
}

async function loaded(page: Page): Promise<void> {
  await expect.poll(() => page.locator("robot-viewer:state(loaded)").count()).toBe(1);
}

test("opens what fourbar compresses", async () => {
  await withElement('src="small.glb" controls', async (page, problems) => {
    await loaded(page);
    expect(await page.locator("robot-viewer input").count()).toBe(3);
    expect(problems).toEqual([]);
  });
});

test("takes pose, camera, layers, theme and units from attributes", async () => {
  const given = 'src="robot.glb" controls pose="crank: 0.4" camera="front" units="deg"';
  await withElement(`${given} layers="frames -ground" theme="dark"`, async (page, problems) => {
    await loaded(page);
    await page.getByText("22.9°").waitFor();
    const element = page.locator("robot-viewer");
    const state = await element.evaluate((viewer) => {
      const { stage, pose } = viewer as RobotViewerElement;
      const { azimuth, elevation } = stage?.camera ?? {};
      const layers = (["frames", "ground", "visuals"] as const).map((one) => stage?.layer(one));
      return { azimuth, elevation, layers, theme: stage?.theme, crank: pose.crank };
    });
    expect(state).toEqual({
      azimuth: 0,
      elevation: 0,
      layers: [true, false, true],
      theme: "dark",
      crank: 0.4,
    });
    const dark = await still(page);
    await element.evaluate((viewer) => viewer.setAttribute("theme", "light"));
    await changed(page, dark, "theme");
    expect(problems).toEqual([]);
  });
});

test("tells of poses and of what is chosen", async () => {
  await withElement('src="robot.glb"', async (page) => {
    await loaded(page);
    const heard = page.evaluate(
      () =>
        new Promise((resolve) => {
          const viewer = document.querySelector("robot-viewer") as RobotViewerElement;
          viewer.addEventListener("pose-change", ({ detail }: CustomEventInit) => resolve(detail));
          viewer.pose = { crank: 0.25 };
        }),
    );
    expect(await heard).toMatchObject({ user: false, values: { crank: 0.25 } });
    await page.evaluate(() => {
      const viewer = document.querySelector("robot-viewer");
      viewer?.addEventListener("select", ({ detail }: CustomEventInit) => {
        document.title = detail.part?.name ?? "nothing";
      });
    });
    const box = await page.locator("robot-viewer").boundingBox();
    const [x, y] = [(box?.x ?? 0) + 20, (box?.y ?? 0) + 20];
    await page.mouse.click(x, y);
    await expect.poll(() => page.title()).toBe("nothing");
  });
});

test("lets the page scroll, and zooms where it has the focus", async () => {
  await withElement('src="robot.glb"', async (page) => {
    await loaded(page);
    const before = await still(page);
    const box = await page.locator("robot-viewer").boundingBox();
    const middle = { x: (box?.x ?? 0) + 30, y: (box?.y ?? 0) + 60 };
    await page.mouse.move(middle.x, middle.y);
    await page.mouse.wheel(0, 120);
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(50);
    expect(await still(page)).toBe(before);
    await page.evaluate(() => scrollTo(0, 0));
    await page.mouse.click(middle.x, middle.y);
    await page.mouse.wheel(0, 120);
    await changed(page, before, "the wheel");
    expect(await page.evaluate(() => scrollY)).toBe(0);
  });
});

test("is turned with the arrow keys", async () => {
  await withElement('src="robot.glb"', async (page) => {
    await loaded(page);
    const before = await still(page);
    await page.locator("robot-viewer canvas").focus();
    await page.keyboard.press("ArrowRight");
    await changed(page, before, "the arrow key");
  });
});

test("waits with loading until it is near, where it is asked to", async () => {
  const attributes =
    'src="robot.glb" loading="lazy" poster="data:image/gif;base64,R0lGODlhAQABAAAAACw="';
  await withElement(attributes, async (page) => {
    await page.evaluate(() => {
      const viewer = document.querySelector("robot-viewer") as HTMLElement;
      document.body.append(viewer);
    });
    expect(await page.locator("robot-viewer img").count()).toBe(1);
    expect(await page.locator("robot-viewer:state(loaded)").count()).toBe(0);
    await page.evaluate(() => document.querySelector("robot-viewer")?.scrollIntoView());
    await loaded(page);
    await page.locator("robot-viewer img").waitFor({ state: "hidden" });
  });
});

test("plays by itself, but not where little movement is asked for", async () => {
  const crank = (page: Page) =>
    page
      .locator("robot-viewer")
      .evaluate((viewer) => (viewer as RobotViewerElement).pose.crank as number);
  await withElement(
    'src="robot.glb" autoplay',
    async (page) => {
      await loaded(page);
      await expect.poll(() => crank(page)).not.toBe(0);
    },
    { reducedMotion: "no-preference" },
  );
  await withElement('src="robot.glb" autoplay', async (page) => {
    await loaded(page);
    await still(page);
    expect(await crank(page)).toBe(0);
  });
});

test("names the attribute that it cannot read", async () => {
  await withElement('src="robot.glb" layers="frame"', async (page) => {
    await page.getByRole("alert").filter({ hasText: "unknown layer 'frame'" }).waitFor();
  });
});

test("lists all that is wrong, and loads the robot all the same", async () => {
  const attributes = 'src="robot.glb" layers="frame" units="furlong" pose="krank: 1" controls';
  await withElement(attributes, async (page) => {
    await loaded(page);
    const alert = page.getByRole("alert");
    for (const text of [
      "'frame'",
      "'furlong'",
      "'krank' of the pose does not exist; did you mean 'crank'?",
    ])
      await alert.filter({ hasText: text }).waitFor();
    expect(((await alert.textContent()) ?? "").split("\n")).toHaveLength(3);
    expect(await page.locator("robot-viewer input").count()).toBe(3);
  });
});

/** [left, top, right, bottom] of the element and of some of its parts [px]. */
async function boxes(page: Page, ...parts: string[]): Promise<number[][]> {
  return page.locator("robot-viewer").evaluate((viewer, names) => {
    const inside = names.map((name) => viewer.shadowRoot?.querySelector(`[part~=${name}]`));
    return [viewer, ...inside].map((each) => {
      const { left, top, right, bottom } = (each as Element).getBoundingClientRect();
      return [left, top, right, bottom].map(Math.round);
    });
  }, parts);
}

/** Within, to a pixel. */
function expectInside([left, top, right, bottom]: number[], [l, t, r, b]: number[]): void {
  expect(left).toBeGreaterThanOrEqual((l ?? 0) - 1);
  expect(top).toBeGreaterThanOrEqual((t ?? 0) - 1);
  expect(right).toBeLessThanOrEqual((r ?? 0) + 1);
  expect(bottom).toBeLessThanOrEqual((b ?? 0) + 1);
}

test.for([
  [390, "flex"],
  [390, "block"],
  [560, "inline-block"],
  [1280, "block"],
] as const)(
  "its sliders can be reached on a page of %i px, displayed as %s",
  async ([width, display]) => {
    const viewport = { width, height: 700 };
    const given = 'src="robot.glb" controls layers="frame"';
    await withElement(
      given,
      async (page) => {
        await loaded(page);
        await page.locator("robot-viewer").evaluate((viewer, how) => {
          Object.assign((viewer as HTMLElement).style, { display: how, width: "100%" });
        }, display);
        const parts = ["message", "stage", "panel", "joint"];
        const [host = [], message = [], stage = [], panel = [], joint = []] = await boxes(
          page,
          ...parts,
        );
        for (const box of [message, stage, panel, joint]) expectInside(box, host);
        const height = ([, top = 0, , bottom = 0]: number[]) => bottom - top;
        expect(height(stage)).toBeGreaterThan(0.35 * height(host));
        expect(height(panel)).toBeGreaterThan(80);
        // Nothing lies over the robot or the sliders.
        expect(message[3]).toBeLessThanOrEqual(stage[1] as number);
        if (width === 390) expect(panel[1]).toBeGreaterThanOrEqual(stage[3] as number);
        else expect(panel[0]).toBeGreaterThanOrEqual(stage[2] as number);
        await page.getByRole("slider", { name: /^crank/ }).fill("0.4");
        await page.getByRole("button", { name: "Close message" }).click();
        await page.getByRole("alert").waitFor({ state: "hidden" });
        const [, taller = []] = await boxes(page, "stage");
        expect(height(taller)).toBeGreaterThan(height(stage));
      },
      { viewport },
    );
  },
);

test("says which parts of a description are missing, and has the findings", async () => {
  const text = `<robot name="r"><link name="a"/><link name="b"/><link name="c"/><link name="stray"/>
    <joint name="good" type="continuous"><parent link="a"/><child link="b"/></joint>
    <joint name="odd" type="revolut"><parent link="b"/><child link="c"/></joint>
    <joint name="lost" type="fixed"><parent link="b"/><child link="d"/></joint></robot>`;
  await withElement("", async (page) => {
    const heard = await page.evaluate(
      (address) =>
        new Promise<string[]>((resolve) => {
          const viewer = document.querySelector("robot-viewer") as RobotViewerElement;
          viewer.addEventListener("load", ({ detail }: CustomEventInit) => {
            const same = detail.findings === viewer.findings;
            resolve(same ? viewer.findings.map(({ path }) => path) : []);
          });
          viewer.src = address;
        }),
      `data:text/xml,${encodeURIComponent(text)}`,
    );
    for (const name of ["joint[odd]", "joint[lost]"])
      expect(heard.some((path) => path.startsWith(name))).toBe(true);
    const told = (await page.getByRole("alert").textContent()) ?? "";
    expect(told).toContain("Parts of the robot are missing from the picture: ");
    for (const name of ["c", "stray", "odd", "lost"])
      expect(told).toMatch(new RegExp(`\\b${name}\\b`));
  });
});

test("shows the bones of a robot whose meshes are not found, and says which", async () => {
  const shape = (kind: string) =>
    `<${kind}><geometry><mesh filename="package://away/${kind}.stl"/></geometry></${kind}>`;
  const link = (name: string) =>
    `<link name="${name}">${shape("visual")}${shape("collision")}</link>`;
  const joint =
    '<joint name="j" type="continuous"><parent link="a"/><child link="b"/><origin xyz="0 0 1"/></joint>';
  const text = `<robot name="r">${link("a")}${link("b")}${joint}</robot>`;
  await withElement(`src="data:text/xml,${encodeURIComponent(text)}"`, async (page) => {
    await loaded(page);
    const alert = page.getByRole("alert").filter({ hasText: "2 meshes cannot be shown" });
    expect((await alert.textContent()) ?? "").toContain(
      "package 'away' is not known; the attribute 'packages'",
    );
    // The joint is a blue ball.
    await patchOf(page, [29, 126, 240]);
  });
});

test("the page of the tutorial is as the tutorial describes it", async () => {
  const tutorial = readFileSync(join(project, "docs/tutorials/web-page.md"), "utf8");
  const [, html = ""] = /```html title="robot.html"\n(.*?)```/s.exec(tutorial) ?? [];
  const [, attributes = ""] = /<robot-viewer (.*?)>/.exec(html) ?? [];
  expect(attributes).toContain('src="delta.glb"');
  await withElement(attributes.replace("delta.glb", "robot.glb"), async (page) => {
    await loaded(page);
    await page.getByRole("slider", { name: /^crank/ }).waitFor();
  });
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
