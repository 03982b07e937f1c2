import { defineConfig } from "vite";

export default defineConfig({
  // Relative addresses: the page is served from any path, and packed into a single file.
  base: "./",
  // The library is read from its sources, as tsconfig.json says: no build order to keep.
  resolve: { tsconfigPaths: true },
  build: {
    outDir: "../../src/fourbar/viewer/static",
    emptyOutDir: true,
    // One file on purpose: it is packed into single-file pages.
    chunkSizeWarningLimit: 1200,
    // The same sources give the same file names and bytes; the package version busts caches.
    rolldownOptions: {
      output: {
        codeSplitting: false,
        entryFileNames: "assets/index.js",
        chunkFileNames: "assets/[name].js",
        assetFileNames: "assets/index[extname]",
      },
    },
  },
});
