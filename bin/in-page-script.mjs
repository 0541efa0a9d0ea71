import { build } from "vite";

/**
 * `import script from "./x.ts?in-page"` returns the text of a script for inlining in a page: the
 * module with everything that it imports, minified. It defines `start`, the module's default
 * export.
 * @type {import("vite").Plugin}
 */
export const inPageScript = {
  name: "in-page-script",
  load: {
    filter: { id: /\?in-page$/ },
    async handler(id) {
      const code = await bundle(id.slice(0, -"?in-page".length));
      // Both would end the inline script or change how the HTML after it is parsed.
      if (/<(?:\/script|!--)/i.test(code)) this.error(`${id} cannot stand in a page.`);
      return `export default ${JSON.stringify(code)};`;
    },
  },
};

/** @param {string} entry */
async function bundle(entry) {
  const made = await build({
    configFile: false,
    publicDir: false,
    logLevel: "warn",
    build: {
      write: false,
      target: "es2022",
      lib: { entry, formats: ["iife"], name: "start" },
    },
  });
  const [written] = /** @type {import("vite").Rolldown.RolldownOutput[]} */ ([made].flat());
  if (!written) throw new Error(`Nothing was bundled of ${entry}.`);
  return written.output[0].code.trim();
}
