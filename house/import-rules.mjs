// The rules for imports. Imports point down: server, routes, root → pages, api → domain → forms →
// ui → values → messages, site. `platform` may import only values, and domain, pages, api and
// server may import it. The folders of `domain` and `pages` have an order too (folder-rules.ts).

const severity = /** @type {const} */ ("error");

const TESTS = String.raw`\.(test|e2e|fixture)\.tsx?$|vitest-global-setup\.ts$|test-d[a-z-]+\.server\.ts$`;
/** @param {string} file */
export const isTestFile = (file) => new RegExp(TESTS).test(file);

const PAGES = String.raw`^src/pages/.*\.page\.tsx?$`;
const TOP = String.raw`^src/(server/|demo/|routes\.ts|root\.tsx|entry\.)`;
const FLOORS = ["(pages|api)", "domain", "forms", "ui", "values"];

const downwards = FLOORS.map((floor, index) => ({
  name: `${floor === "(pages|api)" ? "pages-and-api" : floor}-look-down`,
  comment: `${floor} stands below ${["server, routes, root", ...FLOORS.slice(0, index)].join(" and ")}.`,
  severity,
  from: { path: `^src/${floor}/`, pathNot: TESTS },
  to: { path: [TOP, ...FLOORS.slice(0, index).map((above) => `^src/${above}/`)] },
}));

/** @type {import("dependency-cruiser").IFlattenedRuleSet} */
const importRules = {
  forbidden: [
    {
      name: "no-circle",
      comment: "Files that need each other are one thing in two places.",
      severity,
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    },
    ...downwards,
    {
      name: "pages-and-calls-stand-apart",
      comment: "What people see and what programs call share concepts, not each other.",
      severity,
      from: { path: "^src/(pages|api)/", pathNot: TESTS },
      to: { path: "^src/(pages|api)/", pathNot: "^src/$1/" },
    },
    {
      name: "packages-stand-alone",
      comment: "A library of its own knows nothing of the product, nor of another library here.",
      severity,
      from: { path: "^packages/([^/]+)/", pathNot: TESTS },
      to: { path: "^(src|bin|packages)/", pathNot: "^packages/$1/" },
    },
    {
      name: "messages-and-site-import-nothing-of-ours",
      comment: "They are the lowest layer.",
      severity,
      from: { path: "^src/(messages|site)/", pathNot: TESTS },
      to: { path: "^src/", pathNot: "^src/(messages|site)/" },
    },
    {
      name: "only-server-files-use-platform",
      comment: "Only server files and tables may use the outside: files, network, database.",
      severity,
      from: {
        path: "^src/",
        pathNot: [
          TESTS,
          String.raw`^src/(domain|pages|api)/.*\.(server|api|table)\.tsx?$`,
          "^src/(server|platform|demo)/",
          String.raw`^src/(root|entry\.server)\.tsx$`,
          PAGES,
        ],
      },
      to: { path: "^src/platform/", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "a-page-reads-its-request",
      comment: "Who asks and what was posted, and no other door.",
      severity,
      from: { path: PAGES },
      to: {
        path: "^src/platform/",
        pathNot: "^src/platform/request/",
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "platform-knows-no-trade",
      comment: "A door does not know who goes through it.",
      severity,
      from: { path: "^src/platform/", pathNot: TESTS },
      to: { path: "^src/", pathNot: "^src/(platform|values|messages)/" },
    },
    {
      name: "only-routes-names-a-page",
      comment: "A page may use another's small components, never the page itself.",
      severity,
      from: { pathNot: [String.raw`^src/routes\.ts$`, TESTS] },
      to: { path: String.raw`\.page\.tsx$` },
    },
    {
      name: "demo-is-optional",
      comment: "Only boot and the server's demo routes know the demo.",
      severity,
      from: { path: "^src/", pathNot: ["^src/(demo|server)/", TESTS] },
      to: { path: "^src/demo/" },
    },
    {
      name: "tests-stay-out",
      comment: "No product code leans on a test.",
      severity,
      from: { pathNot: TESTS },
      to: { path: TESTS },
    },
    {
      name: "everything-resolves",
      comment: "An import that leads nowhere was not checked.",
      severity,
      from: {},
      to: { couldNotResolve: true, pathNot: String.raw`^(virtual:|\./\+types/)|\?url$|\+types/` },
    },
  ],
};

/** The options of every run. The default parser cannot read modules with TypeScript 7. */
export const cruiseOptions = {
  parser: "swc",
  ruleSet: importRules,
  validate: true,
  tsPreCompilationDeps: true,
  doNotFollow: { path: "node_modules" },
  exclude: { path: String.raw`^(node_modules|build)/` },
  enhancedResolveOptions: {
    exportsFields: ["exports"],
    conditionNames: ["import", "node", "default", "types"],
    extensions: [".ts", ".tsx", ".mjs", ".js", ".json"],
  },
};
