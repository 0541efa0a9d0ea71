import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { paraglideVitePlugin } from "@inlang/paraglide-js";
import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type Plugin } from "vite";
import { compileOptions } from "./project.inlang/compile-options.mjs";

/** A page asked for fifty files of a kilobyte; a phone's line pays for each of them. */
const CHUNKS = [
  {
    name: "framework",
    test: /node_modules[\\/](react|react-dom|react-router|scheduler|@remix-run)[\\/]/,
  },
  {
    name: "site",
    test: /(src[\\/](ui|site|messages|pages[\\/]public[\\/](layout|listing)|values)|packages[\\/]car-illustration|lucide-react)/,
    minShareCount: 4,
  },
];

/** Beside each text file a Brotli and a gzip one, so that no request waits for its compression. */
const precompress: Plugin = {
  name: "precompress",
  apply: "build",
  applyToEnvironment: (environment) => environment.name === "client",
  async writeBundle({ dir }, bundle) {
    const names = Object.keys(bundle).filter((name) => /\.(js|css|svg|txt)$/.test(name));
    for (const name of names) {
      const file = join(dir ?? "", name);
      const bytes = await readFile(file);
      await writeFile(`${file}.br`, brotliCompressSync(bytes));
      await writeFile(`${file}.gz`, gzipSync(bytes, { level: 9 }));
    }
  },
};

export default defineConfig({
  plugins: [tailwindcss(), paraglideVitePlugin(compileOptions), reactRouter(), precompress],
  environments: {
    // The server's own entry is the SSR input, so that pages and API share one module graph.
    ssr: { build: { rolldownOptions: { input: "./src/server/main.ts" } } },
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: CHUNKS } } } } },
  },
  build: { target: "es2022" },
});
