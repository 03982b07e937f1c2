/** Starts one browser, that of the system, for all test files. */
import { chromium } from "playwright-core";
import type { TestProject } from "vitest/node";
import { findBrowser, flags } from "./chromium.mjs";

declare module "vitest" {
  interface ProvidedContext {
    browser: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await chromium.launchServer({ executablePath: findBrowser(), args: flags });
  project.provide("browser", server.wsEndpoint());
  return () => server.close();
}
