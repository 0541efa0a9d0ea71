import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { cruise, type ICruiseResult } from "dependency-cruiser";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  folderAt,
  foldersInRings,
  foldersLookingUp,
  type Import,
  ORDERED,
} from "./folder-rules.ts";
import { cruiseOptions, isTestFile } from "./import-rules.mjs";
import { sourceFiles } from "./source-files.ts";

async function cruiseIn(folder: string): Promise<ICruiseResult> {
  const { output } = await cruise(["src", "packages", "bin"], {
    ...cruiseOptions,
    baseDir: folder,
  } as never);
  if (typeof output === "string") throw new Error("The import check printed instead of answering.");
  return output;
}

/**
 * The imports between the product's own files. Tests are excluded, because they may combine
 * anything.
 */
function productImports({ modules }: ICruiseResult): Import[] {
  const isOurs = (file: string) =>
    /^(src|packages|bin)\//.test(file) && !file.startsWith("src/messages/") && !isTestFile(file);
  return modules
    .flatMap(({ source, dependencies }) =>
      dependencies.map(({ resolved }) => ({ from: source, to: resolved })),
    )
    .filter(({ from, to }) => isOurs(from) && isOurs(to));
}

describe("imports", () => {
  let found: ICruiseResult;
  beforeAll(async () => {
    found = await cruiseIn(process.cwd());
  }, 300_000);

  test("every import points where it may", () => {
    const violations = found.summary.violations.map(
      ({ rule, from, to }) => `${rule.name}: ${from} → ${to}`,
    );
    expect(violations).toEqual([]);
  });

  test("no two folders need each other; concepts and folders of pages look down", () => {
    const imports = productImports(found);
    const faults = new Map([...foldersInRings(imports), ...foldersLookingUp(imports)]);
    const notified = [...faults].map(([fault, example]) => `${fault}: ${example}`);
    expect(notified, "each with imports that make it").toEqual([]);
  });

  test.each(Object.entries(ORDERED))(
    "every folder of %s has its place in the order",
    (within, order) => {
      const folders = new Set(sourceFiles(within).flatMap((file) => folderAt(within, file) ?? []));
      expect(folders).toEqual(new Set(order));
    },
  );

  test("every source file was read", () => {
    const read = new Set(found.modules.map(({ source }) => source));
    expect(
      [...sourceFiles("src"), ...sourceFiles("packages")].filter((file) => !read.has(file)),
    ).toEqual([]);
  });

  test("files with imports were really parsed", () => {
    const page = found.modules.find(({ source }) => source.endsWith("home.page.tsx"));
    expect(page?.dependencies.length).toBeGreaterThan(3);
  });
});

/** Source trees with one error each, which the rules must find. */
const PLANTED: [rule: string, files: Record<string, string>][] = [
  ["ui-look-down", { "src/ui/a.ts": 'import "#forms/b.ts";', "src/forms/b.ts": "" }],
  ["values-look-down", { "src/values/a.ts": 'import "#domain/b.ts";', "src/domain/b.ts": "" }],
  ["forms-look-down", { "src/forms/a.ts": 'import "#domain/b.ts";', "src/domain/b.ts": "" }],
  ["domain-look-down", { "src/domain/a.ts": 'import "#pages/b.ts";', "src/pages/b.ts": "" }],
  ["domain-look-down", { "src/domain/a.ts": 'import "#api/b.ts";', "src/api/b.ts": "" }],
  [
    "pages-and-api-look-down",
    { "src/pages/a.ts": 'import "../server/b.ts";', "src/server/b.ts": "" },
  ],
  [
    "pages-and-calls-stand-apart",
    { "src/api/a.ts": 'import "#pages/b.ts";', "src/pages/b.ts": "" },
  ],
  ["no-circle", { "src/forms/a.ts": 'import "./b.ts";', "src/forms/b.ts": 'import "./a.ts";' }],
  [
    "only-server-files-use-platform",
    { "src/pages/a.tsx": 'import "#platform/b.ts";', "src/platform/b.ts": "" },
  ],
  [
    "only-server-files-use-platform",
    { "src/forms/a.server.ts": 'import "#platform/b.ts";', "src/platform/b.ts": "" },
  ],
  [
    "a-page-reads-its-request",
    { "src/pages/a.page.tsx": 'import "#platform/sms/b.ts";', "src/platform/sms/b.ts": "" },
  ],
  [
    "platform-knows-no-trade",
    { "src/platform/a.server.ts": 'import "#forms/b.ts";', "src/forms/b.ts": "" },
  ],
  [
    "only-routes-names-a-page",
    {
      "src/pages/a.tsx": 'import B from "./b.page.tsx"; export const A = () => <B />;',
      "src/pages/b.page.tsx": "export default () => <p />;",
    },
  ],
  ["demo-is-optional", { "src/domain/a.server.ts": 'import "../demo/b.ts";', "src/demo/b.ts": "" }],
  [
    "packages-stand-alone",
    { "packages/cars/a.ts": 'import "../../src/ui/b.ts";', "src/ui/b.ts": "" },
  ],
  [
    "messages-and-site-import-nothing-of-ours",
    { "src/site/paths.ts": 'import "#ui/b.ts";', "src/ui/b.ts": "" },
  ],
  ["tests-stay-out", { "src/forms/a.ts": 'import "./b.test.ts";', "src/forms/b.test.ts": "" }],
  ["everything-resolves", { "src/forms/a.ts": 'import "./nowhere.ts";' }],
];

const PLANTED_FOLDERS: [fault: string, imports: [from: string, to: string][]][] = [
  [
    "src/domain/bid ⇄ src/domain/listing",
    [
      ["src/domain/bid/bid.ts", "src/domain/listing/listing.ts"],
      ["src/domain/listing/state.ts", "src/domain/bid/amount.ts"],
    ],
  ],
  [
    "packages/cars ⇄ packages/cars/parts",
    [
      ["packages/cars/car.ts", "packages/cars/parts/wheel.ts"],
      ["packages/cars/parts/glass.ts", "packages/cars/options.ts"],
    ],
  ],
  [
    "src/a → src/b → src/c → src/a",
    [
      ["src/a/1.ts", "src/b/1.ts"],
      ["src/b/2.ts", "src/c/2.ts"],
      ["src/c/3.ts", "src/a/3.ts"],
    ],
  ],
  ["listing looks up to bid", [["src/domain/listing/state/state.ts", "src/domain/bid/amount.ts"]]],
  ["account looks up to staff", [["src/pages/account/my-listings/a.tsx", "src/pages/staff/b.tsx"]]],
];

describe("a planted violation is seen", () => {
  const folders: string[] = [];
  afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))));

  test.each(PLANTED)("%s", async (rule, files) => {
    const folder = await mkdtemp(join(tmpdir(), "house-"));
    folders.push(folder);
    const manifest = {
      type: "module",
      imports: { "#*": "./src/*", "#packages/*": "./packages/*" },
    };
    await writeFile(join(folder, "package.json"), JSON.stringify(manifest));
    for (const [name, content] of Object.entries(files)) {
      const file = join(folder, name);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, content);
    }
    for (const name of ["packages", "bin"]) await mkdir(join(folder, name), { recursive: true });
    const { summary } = await cruiseIn(folder);
    expect(summary.violations.map((violation) => violation.rule.name)).toContain(rule);
  });

  test.each(PLANTED_FOLDERS)("%s", (fault, imports) => {
    const planted = imports.map(([from, to]) => ({ from, to }));
    const seen = new Map([...foldersInRings(planted), ...foldersLookingUp(planted)]);
    expect([...seen.keys()]).toContain(fault);
    const withoutTheLast = planted.slice(0, -1);
    expect(foldersInRings(withoutTheLast)).toEqual(new Map());
    expect(foldersLookingUp(withoutTheLast).has(fault)).toBe(false);
  });
});
