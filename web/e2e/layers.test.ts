/** Layers, views, themes and keys. */
import { describe, expect, test } from "vitest";
import { changed, restored, still } from "./picture.js";
import { viewerOf } from "./viewer-page.js";

const layers = {
  Visuals: "v",
  Collisions: "c",
  "Collision coverage": "k",
  "Self-collisions": "j",
  Skeleton: "s",
  Wireframe: "w",
  Edges: "y",
  Frames: "x",
  "Joint axes": "a",
  "Joint limits": "l",
  "Loop closures": "u",
  Names: "n",
  "Point clouds": "q",
  "Centres of mass": "b",
  "Inertia ellipsoids": "i",
  "Forces in joints": "e",
  Ground: "g",
  Shadows: "h",
};

describe("the four-bar", () => {
  const viewer = viewerOf(() => ["gallery:four_bar"]);

  test("the menu and its keys name every layer", async () => {
    const { page } = viewer();
    await viewer().button("Layers").click();
    const shown = await page
      .getByRole("menuitemcheckbox")
      .evaluateAll((items) =>
        items.map((item) => [
          item.querySelector(".menu-label")?.textContent,
          item.getAttribute("aria-keyshortcuts")?.toLowerCase(),
        ]),
      );
    expect(Object.fromEntries(shown)).toEqual(layers);
    await page.keyboard.press("Escape");
  });

  const drawn = Object.entries(layers).filter(
    // It has no points, and no links that run into each other.
    ([name]) => !["Point clouds", "Self-collisions"].includes(name),
  );
  test.each(drawn)("%s changes the picture, and back", async (name, key) => {
    const { page } = viewer();
    await viewer().aside();
    const before = await still(page);
    await viewer().button("Layers").click();
    const on = (await viewer().item(name).getAttribute("aria-checked")) === "true";
    await viewer().item(name).click();
    expect(await viewer().item(name).getAttribute("aria-checked")).toBe(String(!on));
    await page.keyboard.press("Escape");
    await viewer().aside();
    await changed(page, before, name);
    await page.keyboard.press(key);
    await restored(page, before, name);
  });

  test("seven views are seven pictures", async () => {
    const { page } = viewer();
    await viewer().aside();
    const pictures: string[] = [];
    let last = "";
    for (const key of ["2", "3", "4", "5", "6", "7", "1"]) {
      await page.keyboard.press(key);
      await changed(page, last, `view ${key}`);
      last = await still(page);
      pictures.push(last);
    }
    expect(new Set(pictures).size).toBe(7);
    await viewer().choose("View", "Top");
    await viewer().aside();
    await changed(page, last, "Top");
    expect(await still(page)).toBe(pictures[4]);
    await page.keyboard.press("1");
  });

  test("the ends of the compass look along their axes", async () => {
    const { page } = viewer();
    const compass = page.locator(".compass");
    for (const [axis, sign, key] of [
      ["x", "plus", "2"],
      ["y", "minus", "5"],
    ]) {
      await page.keyboard.press("1");
      await viewer().aside();
      const before = await still(page);
      await page.keyboard.press(key as string);
      await changed(page, before, `view ${key}`);
      const wanted = await still(page);
      await page.keyboard.press("1");
      await restored(page, before, "the isometric view");
      await compass.locator(`g[data-axis="${axis}"][data-sign="${sign}"]`).click();
      await viewer().aside();
      await restored(page, wanted, `${axis} ${sign}`);
    }
    await page.keyboard.press("1");
  });

  test("orthographic and back", async () => {
    const { page } = viewer();
    await viewer().aside();
    const before = await still(page);
    await page.keyboard.press("o");
    await changed(page, before, "orthographic");
    await page.keyboard.press("o");
    await restored(page, before, "perspective");
  });

  test("fit brings the robot back", async () => {
    const { page } = viewer();
    await page.keyboard.press("1");
    await viewer().aside();
    const before = await still(page);
    const box = await page.locator(".stage").boundingBox();
    await page.mouse.move((box?.x ?? 0) + 200, (box?.y ?? 0) + 200);
    await page.mouse.wheel(0, 600);
    await viewer().aside();
    await changed(page, before, "zooming");
    await viewer().button("Fit").click();
    await viewer().aside();
    await restored(page, before, "Fit");
  });

  test("themes", async () => {
    const { page } = viewer();
    await viewer().aside();
    const light = await still(page);
    await viewer().choose("More", "Dark");
    await page.keyboard.press("Escape");
    await viewer().aside();
    await changed(page, light, "the dark theme");
    expect(await page.locator("html").getAttribute("data-theme")).toBe("dark");
    await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
    await viewer().choose("More", "As the system");
    await page.keyboard.press("Escape");
    await viewer().aside();
    await restored(page, light, "the light theme");
  });

  test("help opens with ?, lists the keys, closes with Escape", async () => {
    const { page } = viewer();
    await page.keyboard.press("?");
    const help = page.getByRole("dialog", { name: "Keyboard and mouse" });
    await help.waitFor();
    for (const label of Object.keys(layers))
      expect(await help.getByText(label, { exact: true }).count()).toBe(1);
    // A modal window keeps the keys of the page to itself.
    await page.keyboard.press("p");
    await page.keyboard.press("Escape");
    await help.waitFor({ state: "hidden" });
    const turn = page.getByRole("radio", { name: "Turn joints" });
    expect(await turn.getAttribute("aria-checked")).toBe("true");
  });

  test("keys choose tools, find and the side panel", async () => {
    const { page } = viewer();
    await viewer().aside();
    for (const [key, tool] of [
      ["p", "Pull links"],
      ["m", "Measure"],
      ["t", "Turn joints"],
    ] as const) {
      await page.keyboard.press(key);
      const radio = page.getByRole("radio", { name: tool });
      await expect.poll(() => radio.getAttribute("aria-checked")).toBe("true");
    }
    await page.keyboard.press("/");
    const search = page.getByRole("searchbox", { name: "Find a joint" });
    await expect
      .poll(() => search.evaluate((field) => field === document.activeElement))
      .toBe(true);
    await page.keyboard.type("vt");
    expect(await search.inputValue()).toBe("vt");
    await search.fill("");
    await search.blur();
    await page.keyboard.press("\\");
    await search.waitFor({ state: "hidden" });
    await page.keyboard.press("\\");
    await search.waitFor();
  });

  test("the focus goes through the page in order, and is seen", async () => {
    const { page } = viewer();
    await page.mouse.click(2, 2);
    const seen: string[] = [];
    for (let k = 0; k < 40; k++) {
      await page.keyboard.press("Tab");
      const focus = await page.evaluate(() => {
        const { activeElement: element } = document;
        if (!element || element === document.body) return null;
        const box = element.getBoundingClientRect();
        const labels = (element as HTMLInputElement).labels ?? [];
        const named = element.getAttribute("aria-label") ?? labels[0]?.textContent;
        const name = (named ?? element.textContent ?? "").trim();
        return { name, visible: box.width > 0 && box.height > 0 };
      });
      if (!focus) break;
      expect(focus.visible, `${focus.name} has the focus and is seen`).toBe(true);
      expect(focus.name, "what has the focus has a name").not.toBe("");
      seen.push(focus.name);
    }
    const order = [
      "Turn joints",
      "View",
      "Layers",
      "Joints",
      "Find a joint",
      "Reset",
      "crank",
      "crank value",
    ];
    for (const name of order) expect(seen).toContain(name);
    expect(seen.indexOf("Layers")).toBeLessThan(seen.indexOf("Joints"));
    expect(seen.indexOf("Joints")).toBeLessThan(seen.indexOf("Find a joint"));
    expect(seen.indexOf("Find a joint")).toBeLessThan(seen.indexOf("crank"));
  });
});

describe("a humanoid", () => {
  const viewer = viewerOf(() => ["gallery:humanoid"]);

  test("names step aside from each other, and those without room are counted", async () => {
    const { page } = viewer();
    await page.keyboard.press("n");
    await page.keyboard.press("a");
    const rest = page.getByText(/^\d+ more names?: zoom in$/);
    await rest.waitFor();
    const names = page.locator(".stage div[style*='visibility: visible']");
    // All names are either seen or counted.
    await expect
      .poll(async () => {
        const lacking = Number.parseInt((await rest.textContent()) ?? "", 10);
        return (await names.count()) + lacking;
      })
      .toBe(27 + 25);
    await page.keyboard.press("a");
    await page.keyboard.press("n");
    await rest.waitFor({ state: "hidden" });
  });

  test("a hand that runs into a thigh is seen and named", async () => {
    const { page } = viewer();
    await page.keyboard.press("j");
    const contact = page.locator(".stage").getByText("left_thigh – left_hand", { exact: true });
    expect(await contact.count()).toBe(0);
    await viewer().type("left_shoulder_roll", "-5.7");
    await viewer().type("left_elbow", "0");
    await contact.waitFor();
    await viewer().button("Reset").click();
    await contact.waitFor({ state: "hidden" });
    await page.keyboard.press("j");
  });

  test("self-collisions are found where one frame has no time for all of them", async () => {
    const { page } = viewer();
    await page.keyboard.press("j");
    // Each look at the clock takes a millisecond, so that a frame has time for a few pairs only.
    await page.evaluate(() => {
      const now = performance.now.bind(performance);
      let slow = 0;
      Object.assign(performance, { now: () => now() + slow++ });
    });
    await viewer().type("left_shoulder_roll", "-5.7");
    await viewer().type("left_elbow", "0");
    const contact = page.locator(".stage").getByText("left_thigh – left_hand", { exact: true });
    await contact.waitFor();
    await page.evaluate(() => Reflect.deleteProperty(performance, "now"));
    await viewer().button("Reset").click();
    await contact.waitFor({ state: "hidden" });
    await page.keyboard.press("j");
  });

  test("lines alone are something to see", async () => {
    const { page } = viewer();
    await viewer().aside();
    await page.keyboard.press("v");
    const nothing = await still(page);
    await page.keyboard.press("w");
    await changed(page, nothing, "wireframe without visuals");
    await page.keyboard.press("w");
    await page.keyboard.press("v");
  });
});
