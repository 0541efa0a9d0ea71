/**
 * Builds each chunk of the browser's script twice, once a language: a page loads the words of its own
 * language only. English lies in assets/en, French in assets/fr under the same names, and the server
 * hands a French page the French ones (src/page-scripts.server.ts). What holds no words is shared.
 */
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { minifySync } from "vite";

/** Stands in the bundled script where the language decides, until each language gets its own. */
const IN_FRENCH = "__IN_FRENCH__";
const SHARED = new Set(["framework", "rolldown-runtime"]);

/** As Paraglide begins and ends the module of a message. */
const RUNTIME_IMPORT = /^import \{ getLocale, experimentalStaticLocale \} from .*$/m;
const CHOICE =
  /^export const (\w+) = [^]*\n\tif \(locale === "fr"\) return (fr_\w+)\(inputs\)\n\treturn (en_\w+)\(inputs\)\n\}\);?\s*$/m;

/** What pages need of Paraglide's runtime: the language is given with the script. */
const RUNTIME = `
export const getLocale = () => (${IN_FRENCH} ? "fr" : "en");
export const defineCustomClientStrategy = () => {};
`;

/**
 * Seven characters of the hash tell builds apart as well as eight; the list of all pages' scripts has
 * them once a page, and nothing else in it compresses as badly.
 * @param {{ name: string }} chunk
 */
export function chunkFileNames({ name }) {
  return SHARED.has(name) ? "assets/[name]-[hash:7].js" : "assets/en/[name]-[hash:7].js";
}

/** @type {import("vite").Plugin} */
export const oneLanguageAPage = {
  name: "one-language-a-page",
  apply: "build",
  applyToEnvironment: (environment) => environment.name === "client",
  transform: {
    filter: { id: /[\\/]src[\\/]messages[\\/](?:runtime|messages[\\/](?!_index\.)[^\\/]+)\.js$/ },
    handler(code, id) {
      if (id.endsWith("runtime.js")) return { code: RUNTIME, map: null, moduleSideEffects: false };
      if (!CHOICE.test(code))
        this.error(`Paraglide wrote ${id} in a shape that is not known here.`);
      return {
        code: code
          .replace(RUNTIME_IMPORT, "")
          .replace(CHOICE, `export const $1 = ${IN_FRENCH} ? $2 : $3;`),
        // Without its source map: the module is a line or two.
        map: null,
        moduleSideEffects: false,
      };
    },
  },
  generateBundle: {
    order: "post",
    handler(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== "chunk") continue;
        const { fileName, code } = chunk;
        if (!fileName.startsWith("assets/en/")) {
          if (code.includes(IN_FRENCH))
            this.error(`${fileName} is for both languages, with words.`);
          continue;
        }
        chunk.code = inLanguage("en", code, fileName);
        const source = inLanguage("fr", code, fileName);
        this.emitFile({ type: "asset", fileName: inFrenchFolder(fileName), source });
      }
    },
  },
};

/**
 * React Router writes its list of all pages' scripts, which every browser that runs script fetches,
 * once the server is built. Here it becomes as small as the browser can do with, once a language.
 * @param {(file: string) => Promise<void>} compress writes a file's compressed forms beside it
 * @returns {import("vite").Plugin}
 */
export function manifestOfEachLanguage(compress) {
  return {
    name: "manifest-of-each-language",
    apply: "build",
    applyToEnvironment: (environment) => environment.name === "ssr",
    async writeBundle() {
      const assets = "build/client/assets";
      const names = (await readdir(assets)).filter((name) => /^manifest-[\w-]+\.js$/.test(name));
      for (const name of names) {
        const english = shorten(await readFile(join(assets, name), "utf8"));
        const french = inFrenchFolder(english);
        for (const { file, text } of [
          { file: join(assets, name), text: english },
          { file: join(assets, "fr", name), text: french },
        ]) {
          await writeFile(file, text);
          await compress(file);
        }
      }
    },
  };
}

/**
 * What each page's module imports, half of the list, is for the server, which has the list in its own
 * bundle: a browser that goes on to a page reads it from the module. What a page lacks need not be said.
 * Nor need its id, under which it stands: the script writes it into each when it runs.
 * @param {string} script
 */
function shorten(script) {
  const [, begin = "", json = "", end = ""] = /^([^{]*)(\{[^]*\})([^}]*)$/.exec(script) ?? [];
  const manifest = JSON.parse(json);
  const isSaid = (/** @type {[string, unknown]} */ [key, value]) =>
    key !== "imports" &&
    key !== "id" &&
    value !== false &&
    !(Array.isArray(value) && value.length === 0);
  manifest.routes = Object.fromEntries(
    Object.entries(manifest.routes).map(([id, route]) => [
      id,
      Object.fromEntries(Object.entries(route).filter(isSaid)),
    ]),
  );
  const routes = "Object.entries(window.__reactRouterManifest.routes)";
  return `${begin}${JSON.stringify(manifest)}${end}for(const[id,route]of ${routes})route.id=id;`;
}

/**
 * @param {"en" | "fr"} language
 * @param {string} code
 * @param {string} fileName
 */
function inLanguage(language, code, fileName) {
  const chosen = code.replaceAll(IN_FRENCH, language === "fr" ? "!0" : "!1");
  const { code: made, errors } = minifySync(fileName, chosen, { module: true });
  if (errors.length > 0) throw new Error(`${fileName}: ${errors[0]?.message}`);
  return language === "fr" ? inFrenchFolder(made) : made;
}

/** @param {string} text with addresses of chunks */
function inFrenchFolder(text) {
  return text.replaceAll(/\bassets\/(?:en\/|(?=manifest-))/g, "assets/fr/");
}
