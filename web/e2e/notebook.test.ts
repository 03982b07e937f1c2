/** In JupyterLab, the page talks to Python through the kernel alone. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { createServer } from "node:net";
import type { FrameLocator, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { python } from "./fourbar.js";
import { openPage, type WatchedPage } from "./watched-page.js";
import { Workshop } from "./workshop.js";

const cells = [
  `import fourbar as fb
v = fb.view("gallery:four_bar")
v`,
  'v.set({"crank": 0.4})',
  'print("crank", round(v.values["crank"], 3))',
  'v.camera = fb.Camera(0.0, 0.0); print("looks from", round(v.camera.azimuth, 6), v.screenshot(width=100)[1:4])',
];

/** JupyterLab with the Python that has fourbar. */
class Lab {
  private constructor(
    readonly url: string,
    private readonly child: ChildProcess,
  ) {}

  static async start(folder: string): Promise<Lab> {
    const port = await freePort();
    const shared = execFileSync(python(), [
      "-c",
      "import anywidget, pathlib; print(pathlib.Path(anywidget.__file__).parents[4] / 'share/jupyter')",
    ]);
    const env = { ...process.env, JUPYTER_PATH: shared.toString().trim(), HOME: folder };
    const options = [
      "--no-browser",
      "--allow-root",
      `--ServerApp.port=${port}`,
      "--IdentityProvider.token=",
      `--ServerApp.root_dir=${folder}`,
      "--LabApp.news_url=",
    ];
    const child = spawn(python(), ["-m", "jupyterlab", ...options], { stdio: "ignore", env });
    const url = `http://127.0.0.1:${port}`;
    const answers = () =>
      fetch(`${url}/api`).then(
        (answer) => answer.ok,
        () => false,
      );
    await vi.waitUntil(answers, { timeout: 60_000, interval: 100 });
    return new Lab(url, child);
  }

  async stop(): Promise<void> {
    const ended = new Promise((done) => this.child.once("exit", done));
    this.child.kill("SIGTERM");
    await ended;
  }
}

describe("a view in JupyterLab", () => {
  const workshop = new Workshop();
  let [lab, watched] = [undefined as unknown as Lab, undefined as unknown as WatchedPage];
  let [page, frame] = [undefined as unknown as Page, undefined as unknown as FrameLocator];

  const field = (joint: string): Locator => frame.getByRole("textbox", { name: `${joint} value` });
  const output = (number: number): Locator =>
    page.locator(".jp-Cell").nth(number).locator(".jp-OutputArea-output").last();
  /** Runs the cell that has the focus, and goes to the next. */
  const run = () =>
    page.locator('[data-command="notebook:run-cell-and-select-next"]').first().click();

  beforeAll(async () => {
    const source = cells.map((text) => ({
      cell_type: "code",
      source: text,
      metadata: {},
      outputs: [],
      execution_count: null,
    }));
    const metadata = { kernelspec: { name: "python3", display_name: "Python 3" } };
    const notebook = { cells: source, metadata, nbformat: 4, nbformat_minor: 4 };
    workshop.write("robot.ipynb", JSON.stringify(notebook));
    lab = await Lab.start(workshop.folder);
    watched = await openPage(`${lab.url}/doc/tree/robot.ipynb`, {
      viewport: { width: 1100, height: 900 },
      // JupyterLab asks its own server for something that is not there.
      expected: /status of 404/,
    });
    ({ page } = watched);
    // What is run before the kernel is there may be lost.
    await page.locator('.jp-Notebook-ExecutionIndicator[data-status="idle"]').waitFor();
    await page.locator(".jp-Cell .cm-content").first().click();
    await run();
    await page
      .locator(".jp-InputPrompt")
      .filter({ hasText: /\[(\*|1)\]/ })
      .waitFor();
    frame = page.frameLocator('iframe[title="fourbar viewer"]').first();
    await frame
      .locator(".statistics")
      .filter({ hasText: "triangle" })
      .waitFor({ state: "attached" });
  });

  afterAll(async () => {
    await watched?.close();
    await lab?.stop();
  });

  test("Python moves the robot", async () => {
    await run();
    await expect.poll(() => field("crank").inputValue()).toBe("22.9");
    // 0.4 rad, and the rocker as the documentation prints it: 0.117 rad.
    await expect.poll(() => field("rocker").inputValue()).toBe("6.7");
  });

  test("the page moves the robot", async () => {
    await field("crank").fill("45");
    await field("crank").press("Enter");
    await page.locator(".jp-Cell .cm-content").nth(2).click();
    await run();
    await expect.poll(() => output(2).textContent()).toContain("crank 0.785");
  });

  test("Python asks the page while a cell runs", async () => {
    await run();
    await expect.poll(() => output(3).textContent()).toContain("looks from 0.0 b'PNG'");
  });

  test("no server but the notebook's is asked, and the notebook stays small", async () => {
    const others = watched.requests.filter(
      (address) => /^(http|ws)/.test(address) && new URL(address).host !== new URL(lab.url).host,
    );
    expect(others).toEqual([]);
    await page.keyboard.press("Control+s");
    const saved = () => readFileSync(workshop.path("robot.ipynb"), "utf-8");
    await expect.poll(saved).toContain("widget-view+json");
    expect(statSync(workshop.path("robot.ipynb")).size).toBeLessThan(20_000);
    expect(saved()).not.toContain("127.0.0.1");
    expect(watched.problems).toEqual([]);
  });
});

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}
