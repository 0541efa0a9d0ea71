import { readFileSync } from "node:fs";
import { dirname } from "node:path/posix";
import { describe, expect, test } from "vitest";

type Locked = {
  integrity?: string;
  /** Comes inside its parent's package, under the parent's hash. */
  inBundle?: true;
  /** A folder of ours. */
  link?: true;
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
    // npm 11 refuses such a lockfile; npm 10 installs without the part and says nothing.
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

/** Optional dependencies that an entry names and that Node would find nowhere above it. */
function missingOptional(packages: Packages): string[] {
  return Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !foldersAbove(path).some((folder) => packages[`${folder}${name}`]))
      .map((name) => `${path} needs ${name}`),
  );
}

/** `node_modules/a/node_modules/b` looks in its own folder of modules, in `a`'s and in the root's. */
function foldersAbove(path: string): string[] {
  const above: string[] = [];
  for (let at = path; at !== "."; at = dirname(at)) {
    if (!/(^|\/)node_modules(\/@[^/]+)?$/.test(at)) above.push(`${at}/node_modules/`);
  }
  return [...above, "node_modules/"];
}
