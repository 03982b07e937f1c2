import { defineConfig } from "vite";

/** The module of the notebook's widget: one small file beside the page. */
export default defineConfig({
  build: {
    outDir: "../../src/fourbar/viewer/static",
    emptyOutDir: false,
    lib: { entry: "src/notebook/widget.ts", formats: ["es"], fileName: () => "notebook.js" },
  },
});
