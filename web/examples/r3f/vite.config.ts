import { defineConfig } from "vite";

export default defineConfig({
  base: "./",
  // The library is read from its sources, as tsconfig.json says: no build order to keep.
  resolve: { tsconfigPaths: true, dedupe: ["three"] },
  build: { outDir: "dist", emptyOutDir: true, chunkSizeWarningLimit: 1500 },
});
