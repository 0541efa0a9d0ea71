/** One set of Paraglide options for the build, the type check and the tests. */
export const compileOptions = {
  project: "./project.inlang",
  outdir: "./src/messages",
  // English stands at the root, French under /fr. Our own five lines read that (src/ui/locale-href.ts);
  // the library's way brings a URL pattern engine of 8 kB into every page.
  strategy: ["custom-address", "baseLocale"],
  emitPrettierIgnore: false,
  emitReadme: false,
};
