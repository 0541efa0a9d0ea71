/**
 * One set of Paraglide options for the build, the type check and the tests.
 * @type {Parameters<typeof import("@inlang/paraglide-js").paraglideVitePlugin>[0]}
 */
export const compileOptions = {
  project: "./project.inlang",
  outdir: "./src/messages",
  // English stands at the root, French under /fr. Our own five lines read that (src/ui/locale-href.ts);
  // the library's way brings a URL pattern engine of 8 kB into every page.
  strategy: ["custom-address", "baseLocale"],
  // Vite knows which side it builds for; plain Node (benchmarks, drizzle-kit) is always the server.
  isServer: "import.meta.env?.SSR ?? true",
  emitPrettierIgnore: false,
  emitReadme: false,
};
