import { defineConfig } from "vitest/config";

export default defineConfig({
  cacheDir: "../node_modules/.vite-e2e",
  test: {
    root: import.meta.dirname,
    include: ["**/*.test.ts"],
    globalSetup: ["browser-server.ts"],
    // Each file has a server, and a page that draws in software.
    maxWorkers: 2,
    // A browser that draws in software on a busy machine may miss a gesture; a fault fails twice.
    retry: 1,
    // How long anything may take on a loaded machine; nothing waits that long otherwise.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000, interval: 20 } },
  },
});
