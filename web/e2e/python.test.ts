/** Live from Python: what is set there is seen here, and the other way round. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Talk } from "./fourbar.js";
import { changed, still } from "./picture.js";
import { ViewerPage } from "./viewer-page.js";
import { openPage } from "./watched-page.js";

const script = `
import sys
import numpy as np
import fourbar as fb
v = fb.view(["gallery:four_bar", "gallery:gripper"], open=False)
bar = v["four_bar"]
print(v.url, flush=True)
for line in sys.stdin:
    exec(line)
    sys.stdout.flush()
`;

describe("a script with two robots", () => {
  let [talk, viewer] = [undefined as unknown as Talk, undefined as unknown as ViewerPage];

  beforeAll(async () => {
    talk = Talk.start(["-c", script]);
    const url = await talk.line();
    viewer = new ViewerPage(await openPage(url), url);
    await viewer.shown();
    await viewer.page.getByRole("radio", { name: "Radians" }).click();
  });

  afterAll(async () => {
    await viewer?.close();
    await talk?.stop();
  });

  test("set moves the sliders and the picture", async () => {
    const before = await still(viewer.page);
    talk.say('bar.set({"crank": 0.4}); print(bar.values)');
    expect(await talk.line()).toContain("'crank': 0.4");
    // Positions of the other joints as the documentation prints them.
    await expect
      .poll(() => viewer.values())
      .toEqual({ crank: 0.4, coupler: -0.477, rocker: 0.117 });
    await changed(viewer.page, before, "set");
  });

  test("a slider calls back, and Python knows where the robot is", async () => {
    talk.say('bar.on_change(lambda r: print("moved", round(r.values["crank"], 3), flush=True))');
    await viewer.type("crank", "0.9");
    expect(await talk.line()).toBe("moved 0.9");
    talk.say('print(round(bar.values["crank"], 9))');
    expect(await talk.line()).toBe("0.9");
  });

  test("camera, layers and pictures", async () => {
    const before = await still(viewer.page);
    talk.say(
      'from fourbar.viewer import Camera; v.camera = Camera(0.0, 0.0); v.layers = v.layers | {"frames"}; print(round(v.camera.azimuth, 6), "frames" in v.layers)',
    );
    expect(await talk.line()).toBe("0.0 True");
    await changed(viewer.page, before, "the camera");
    talk.say("print(v.screenshot(width=200)[1:4].decode(), len(v.screenshot(width=200)) > 500)");
    expect(await talk.line()).toBe("PNG True");
  });

  test("marks are drawn, and a target pulls its link and calls back", async () => {
    const { page } = viewer;
    talk.say("v.clear_marks(); v.camera = fb.Camera(1.2, 0.3); bar.reset(); print('at rest')");
    expect(await talk.line()).toBe("at rest");
    const before = await still(page);
    talk.say(
      'm = v.mark("text", (0, 0, 0), link="coupler_link", robot="four_bar", label="pull me"); f = v.mark("frame", np.eye(4), size=0.2); print("marked")',
    );
    expect(await talk.line()).toBe("marked");
    await changed(page, before, "marks");
    talk.say(
      'v._backstage.movers[bar.id].callbacks.clear(); t = bar.target("coupler_link", lambda t: t.held or print("wanted", len(t.position), bar.values["crank"] != 0, flush=True)); print("target")',
    );
    expect(await talk.line()).toBe("target");
    const text = page.getByText("pull me");
    await text.waitFor();
    const box = await text.boundingBox();
    if (!box) throw new Error("the text is not there");
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const crank = await viewer.value("crank");
    // Any tool: a target is there to be pulled.
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 30, y - 20, { steps: 4 });
    await page.mouse.up();
    expect(await talk.line()).toBe("wanted 3 True");
    expect(await viewer.value("crank")).not.toBe(crank);
    talk.say("v.clear_marks(); print('cleared')");
    expect(await talk.line()).toBe("cleared");
    await expect.poll(() => page.getByText("pull me").count()).toBe(0);
  });

  test("play plays, and stop stops", async () => {
    talk.say(
      'bar.play(fb.trace(fb.Model(bar.robot), "crank", np.linspace(0.9, 3, 90)).q, 1 / 30, loop=True)',
    );
    const first = await viewer.value("crank");
    await expect.poll(() => viewer.value("crank")).not.toBe(first);
    await viewer.page.getByRole("button", { name: "Pause", exact: true }).waitFor();
    talk.say('bar.stop(); print("stopped")');
    expect(await talk.line()).toBe("stopped");
    await viewer.page.getByRole("button", { name: "Play", exact: true }).waitFor();
  });

  test("Python follows what the page plays, and knows where it was paused", async () => {
    const { page } = viewer;
    talk.say("v._backstage.movers[bar.id].callbacks.clear(); bar.reset(); print('at rest')");
    expect(await talk.line()).toBe("at rest");
    await expect.poll(() => viewer.value("crank")).toBe(0);
    talk.say('bar.on_change(lambda r: print("played", r.values["crank"] != 0, flush=True))');
    await page.getByRole("button", { name: "Play", exact: true }).click();
    const lines = [await talk.line(), await talk.line(), await talk.line()];
    expect(lines).toContain("played True");
    await page.getByRole("button", { name: "Pause", exact: true }).click();
    talk.say("v._backstage.movers[bar.id].callbacks.clear(); print('quiet')");
    while ((await talk.line()) !== "quiet");
    const shown = await viewer.value("crank");
    expect(shown).not.toBe(0);
    await expect
      .poll(async () => {
        talk.say('print(round(bar.values["crank"], 3))');
        return Number(await talk.line());
      })
      .toBeCloseTo(shown, 2);
    // Python takes over, and the page plays no more.
    await page.getByRole("button", { name: "Play", exact: true }).click();
    talk.say('bar.set({"crank": -0.25}); print("set")');
    expect(await talk.line()).toBe("set");
    await page.getByRole("button", { name: "Play", exact: true }).waitFor();
    await expect.poll(() => viewer.value("crank")).toBe(-0.25);
    talk.say('print(bar.values["crank"])');
    expect(await talk.line()).toBe("-0.25");
  });

  test("two robots stand in one scene, each with its sliders", async () => {
    const { page } = viewer;
    await viewer.choose("Robot: four_bar", "gripper");
    await viewer.aside();
    const names = Object.keys(await viewer.values());
    expect(names).not.toContain("crank");
    const before = await still(page);
    talk.say('v["gripper"].set({next(iter(fb.Model(v["gripper"].robot).joint_names)): 0.01})');
    await changed(page, before, "the other robot");
    talk.say('v.remove("gripper")');
    await expect.poll(() => page.title()).toBe("four_bar – fourbar");
  });

  test("nothing went wrong on either side", () => {
    expect(viewer.problems).toEqual([]);
    expect(talk.errors).toEqual([]);
  });
});
