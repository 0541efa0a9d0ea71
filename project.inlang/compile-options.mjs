/** One set of Paraglide options for the build, the type check and the tests. */
export const compileOptions = {
  project: "./project.inlang",
  outdir: "./src/messages",
  strategy: ["url", "baseLocale"],
  // English stands at the root, French under /fr; the rest of the path is the same in both.
  urlPatterns: [
    {
      pattern: ":protocol://:domain(.*)::port?/:path(.*)?",
      localized: [
        ["fr", ":protocol://:domain(.*)::port?/fr/:path(.*)?"],
        ["en", ":protocol://:domain(.*)::port?/:path(.*)?"],
      ],
    },
  ],
  emitPrettierIgnore: false,
  emitReadme: false,
};
