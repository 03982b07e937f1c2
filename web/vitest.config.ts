import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["*/test/**/*.test.ts"],
    globalSetup: ["three-robot-kinematics/test/global-setup.ts"],
  },
});
