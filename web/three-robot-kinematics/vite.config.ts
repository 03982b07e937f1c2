import { defineConfig } from "vite";

/** `<robot-viewer>` with three.js in one file, for pages without a build of their own. */
export default defineConfig({
  build: {
    outDir: "dist",
    emptyOutDir: false,
    lib: { entry: "src/element/robot-viewer.ts", formats: ["es"], fileName: "robot-viewer" },
    // One file, though loaders of meshes are imported when they are needed.
    rolldownOptions: { output: { minify: true, codeSplitting: false } },
  },
});
