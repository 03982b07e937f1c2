import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const library = fileURLToPath(new URL("three-robot-kinematics/src", import.meta.url));

export default defineConfig({
  // The library is read from its sources, as the viewer's tsconfig.json says.
  resolve: {
    alias: [
      {
        find: /^three-robot-kinematics\/(stage|urdf)$/,
        replacement: `${library}/$1/index.ts`,
      },
      { find: /^three-robot-kinematics$/, replacement: `${library}/index.ts` },
    ],
  },
  test: {
    include: ["*/test/**/*.test.ts"],
    globalSetup: ["three-robot-kinematics/test/global-setup.ts"],
  },
});
