import { paraglideVitePlugin } from "@inlang/paraglide-js";
import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { compileOptions } from "./project.inlang/compile-options.mjs";

export default defineConfig({
  plugins: [
    tailwindcss(),
    paraglideVitePlugin({ ...compileOptions, isServer: "import.meta.env.SSR" } as Parameters<
      typeof paraglideVitePlugin
    >[0]),
    reactRouter(),
  ],
  environments: {
    // The server's own entry is the SSR input, so that pages and API share one module graph.
    ssr: { build: { rollupOptions: { input: "./src/server/main.ts" } } },
  },
  build: { target: "es2022" },
});
