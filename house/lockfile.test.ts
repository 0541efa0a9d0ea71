import { readFileSync } from "node:fs";
import { dirname } from "node:path/posix";
import { describe, expect, test } from "vitest";
import { sourceFiles } from "./source-files.ts";

type Locked = {
  integrity?: string;
  /** It is bundled in its parent's package and covered by the parent's hash. */
  inBundle?: true;
  /** A folder of this project. */
  link?: true;
  dev?: true;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  optionalDependencies?: Record<string, string>;
};
type Packages = Record<string, Locked>;

describe.each(["package-lock.json", "tools/package-lock.json"])("%s", (file) => {
  const text = readFileSync(file, "utf8");
  const { packages } = JSON.parse(text) as { packages: Packages };

  test("names no download address", () => {
    expect(text).not.toMatch(/"resolved": "http/);
  });

  test("has a hash of every package", () => {
    const without = Object.entries(packages).filter(
      ([path, { integrity, inBundle, link }]) =>
        path.includes("node_modules/") && !integrity && !inBundle && !link,
    );
    expect(without).toEqual([]);
  });

  test("has every system's native parts", () => {
    // npm 11 refuses a lockfile with a missing part; npm 10 installs without the part and says
    // nothing.
    expect(missingOptional(packages)).toEqual([]);
  });

  test("a native part that is missing is seen", () => {
    const withHole: Packages = {
      "node_modules/a": { optionalDependencies: { "a-linux": "1.0.0", "a-win32": "1.0.0" } },
      "node_modules/a-linux": {},
      "node_modules/b/node_modules/a-win32": {},
    };
    expect(missingOptional(withHole)).toEqual(["node_modules/a needs a-win32"]);
  });
});

/** Optional dependencies of an entry that Node would find in no folder above it. */
function missingOptional(packages: Packages): string[] {
  return Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !foldersAbove(path).some((folder) => packages[`${folder}${name}`]))
      .map((name) => `${path} needs ${name}`),
  );
}

/**
 * `node_modules/a/node_modules/b` searches its own node_modules folder, that of `a`, and the
 * root's.
 */
function foldersAbove(path: string): string[] {
  const above: string[] = [];
  for (let at = path; at !== "."; at = dirname(at)) {
    if (!/(^|\/)node_modules(\/@[^/]+)?$/.test(at)) above.push(`${at}/node_modules/`);
  }
  return [...above, "node_modules/"];
}

/**
 * The number of packages that `npm ci --omit=dev` installs on a Linux server, as npm 10 counts:
 * including packages that development and production share. The IMAP
 * client and the parser of mails are 25 of them; the parser of XML, for feeds of cars, is 2.
 */
const MOST_IN_PRODUCTION = 267;

test(`production installs ${MOST_IN_PRODUCTION} packages at the most`, () => {
  const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as {
    packages: Packages;
  };
  const isIn = (names: string[] | undefined, name: string) => !names || names.includes(name);
  const isLeftOut = ({ dev, os, cpu, libc }: Locked) =>
    dev || !isIn(os, "linux") || !isIn(cpu, "x64") || !isIn(libc, "glibc");
  const entries = Object.entries(packages).filter(([path]) => path.includes("node_modules/"));
  const leftOut = entries.filter(([, locked]) => isLeftOut(locked)).map(([path]) => path);
  const installed = entries.filter(
    ([path]) => !leftOut.some((each) => path === each || path.startsWith(`${each}/`)),
  );
  expect(installed.length).toBeLessThanOrEqual(MOST_IN_PRODUCTION);
  // A check of the count itself: it must find a plausible number of packages.
  expect(installed.length).toBeGreaterThan(100);
});

/** Packages that are named only by other packages and not in this project's code. */
const NAMED_BY_OTHERS = [
  // The settings of the messages (project.inlang) name a file of it.
  "@inlang/plugin-message-format",
  // React Router's default server entry needs it.
  "@react-router/node",
  // The VIN decoder declares them, but never loads them here (docs/decisions/0015).
  "better-sqlite3",
  "sql.js",
];

test("production installs nothing that no line names", () => {
  const { dependencies } = JSON.parse(readFileSync("package.json", "utf8")) as {
    dependencies: Record<string, string>;
  };
  const files = [
    ...["src", "packages"].flatMap(sourceFiles),
    "vite.config.ts",
    "src/site.css",
    "src/ui/styles/fonts.css",
  ];
  const text = files.map((file) => readFileSync(file, "utf8")).join("\n");
  const unnamed = Object.keys(dependencies).filter(
    (name) => !text.includes(`"${name}"`) && !text.includes(`"${name}/`),
  );
  expect(unnamed.filter((name) => !NAMED_BY_OTHERS.includes(name))).toEqual([]);
});
