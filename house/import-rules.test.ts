import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { cruise, type ICruiseResult } from "dependency-cruiser";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cruiseOptions } from "./import-rules.mjs";
import { sourceFiles } from "./source-files.ts";

async function cruiseIn(folder: string): Promise<ICruiseResult> {
  const { output } = await cruise(["src"], { ...cruiseOptions, baseDir: folder } as never);
  if (typeof output === "string") throw new Error("The import check printed instead of answering.");
  return output;
}

describe("imports", () => {
  let found: ICruiseResult;
  beforeAll(async () => {
    found = await cruiseIn(process.cwd());
  });

  test("every import points where it may", () => {
    const violations = found.summary.violations.map(
      ({ rule, from, to }) => `${rule.name}: ${from} → ${to}`,
    );
    expect(violations).toEqual([]);
  });

  test("every source file was read", () => {
    const read = new Set(found.modules.map(({ source }) => source));
    expect(sourceFiles("src").filter((file) => !read.has(file))).toEqual([]);
  });

  test("files with imports were really parsed", () => {
    const page = found.modules.find(({ source }) => source.endsWith("home.page.tsx"));
    expect(page?.dependencies.length).toBeGreaterThan(3);
  });
});

/** A house with one fault each, which the rules must see. */
const PLANTED: [rule: string, files: Record<string, string>][] = [
  ["ui-looks-down", { "ui/a.ts": 'import "#forms/b.ts";', "forms/b.ts": "" }],
  [
    "vocabulary-looks-down",
    { "vocabulary/a.ts": 'import "#backoffice/b.ts";', "backoffice/b.ts": "" },
  ],
  [
    "backoffice-looks-down",
    { "backoffice/a.ts": 'import "#storefront/b.ts";', "storefront/b.ts": "" },
  ],
  ["storefront-looks-down", { "storefront/a.ts": 'import "../server/b.ts";', "server/b.ts": "" }],
  ["no-circle", { "forms/a.ts": 'import "./b.ts";', "forms/b.ts": 'import "./a.ts";' }],
  ["platform-is-a-door", { "storefront/a.tsx": 'import "#platform/b.ts";', "platform/b.ts": "" }],
  [
    "platform-knows-no-trade",
    { "platform/a.server.ts": 'import "#forms/b.ts";', "forms/b.ts": "" },
  ],
  [
    "only-routes-names-a-page",
    {
      "storefront/a.tsx": 'import B from "./b.page.tsx"; export const A = () => <B />;',
      "storefront/b.page.tsx": "export default () => <p />;",
    },
  ],
  ["demo-is-optional", { "backoffice/a.server.ts": 'import "../demo/b.ts";', "demo/b.ts": "" }],
  ["illustration-stands-alone", { "illustration/a.ts": 'import "#ui/b.ts";', "ui/b.ts": "" }],
  ["messages-and-paths-are-the-ground", { "paths.ts": 'import "#ui/b.ts";', "ui/b.ts": "" }],
  ["tests-stay-out", { "forms/a.ts": 'import "./b.test.ts";', "forms/b.test.ts": "" }],
  ["everything-resolves", { "forms/a.ts": 'import "./nowhere.ts";' }],
];

describe("a planted violation is seen", () => {
  const folders: string[] = [];
  afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))));

  test.each(PLANTED)("%s", async (rule, files) => {
    const folder = await mkdtemp(join(tmpdir(), "house-"));
    folders.push(folder);
    const manifest = { type: "module", imports: { "#*": "./src/*" } };
    await writeFile(join(folder, "package.json"), JSON.stringify(manifest));
    for (const [name, content] of Object.entries(files)) {
      const file = join(folder, "src", name);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, content);
    }
    const { summary } = await cruiseIn(folder);
    expect(summary.violations.map((violation) => violation.rule.name)).toContain(rule);
  });
});
