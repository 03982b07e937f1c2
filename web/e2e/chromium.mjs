import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

const names = ["chromium", "chromium-browser", "google-chrome"];

/** WebGL in software, so that every machine draws the same; and nothing that calls home. */
export const flags = [
  "--no-sandbox",
  "--use-angle=swiftshader",
  "--enable-unsafe-swiftshader",
  "--disable-quic",
  "--disable-background-networking",
  "--disable-component-update",
  "--no-first-run",
];

/**
 * The browser of the system; FOURBAR_BROWSER names another.
 * @returns {string} its path
 */
export function findBrowser() {
  const named = process.env.FOURBAR_BROWSER;
  const folders = (process.env.PATH ?? "").split(delimiter);
  const candidates = named
    ? [named]
    : names.flatMap((name) => folders.map((folder) => join(folder, name)));
  const found = candidates.find((path) => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
  if (found === undefined)
    throw new Error("The tests of the viewer need Chromium: run `make browser`, or install it.");
  return found;
}
