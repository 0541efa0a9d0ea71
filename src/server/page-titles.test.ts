import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { seedDemo } from "#demo/seed-demo.server.ts";
import { startIdentity } from "#domain/identity/auth.server.ts";
import { listLandings } from "#domain/landing/landing-queries.server.ts";
import { listingTable } from "#domain/listing/listing.table.ts";
import { TERMS_VERSIONS } from "#domain/terms/terms.ts";
import { overwriteGetLocale } from "#messages/runtime.js";
import { listPosts } from "#domain/blog/posts.server.ts";
import { useAccounts } from "#pages/account/account.fixture.ts";
import { storePerson } from "#domain/listing/listing.fixture.ts";
import { db } from "#platform/database/database.server.ts";
import type { Visitor } from "#platform/request/visitor.server.ts";
import { DESCRIPTION_CHARACTERS, TITLE_CHARACTERS } from "#ui/page-meta.ts";
import { type Locale, LOCALES } from "#values/locale.ts";
import { listPages } from "./knock.fixture.ts";
import { renderPages } from "./render-pages.fixture.tsx";

useAccounts({ isDemoMode: true });
afterAll(() => overwriteGetLocale(() => "en"));

type Head = { path: string; locale: Locale; title: string; description: string; isFound: boolean };

let heads: Head[];
let members: Head[];

beforeAll(async () => {
  startIdentity("a secret of the test that is long enough to sign with");
  await seedDemo(db(), { at: new Date(), hashPassword: async () => "none" });
  const [listing] = await db().select({ id: listingTable.id }).from(listingTable).limit(1);
  const landings = await listLandings();
  const filled = listPages().flatMap(({ path, file }) => {
    if (path.startsWith("/cars/")) return landings.map((landing) => landing.path);
    if (file.includes("/blog/post"))
      return listPosts({ locale: "en", withDrafts: false }).map(({ id }) => `/blogs/${id}`);
    if (path.startsWith("/terms/versions/"))
      return TERMS_VERSIONS.map(({ id }) => `/terms/versions/${id}`);
    return [path.replace(":id", listing?.id ?? "").replaceAll(/\/:\w+\?/g, "")];
  });
  const paths = [...new Set(filled)].filter((path) => !path.includes(":"));
  heads = await readHeads(paths, {});
  const admin = await storePerson("Ada Admin", { role: "admin" });
  members = await readHeads(
    paths.filter((path) => /^\/(account|saved|my-|staff|dealer)/.test(path)),
    { user: admin },
  );
}, 240_000);

async function readHeads(paths: readonly string[], visitor: Partial<Visitor>): Promise<Head[]> {
  const pages = await renderPages();
  const read: Head[] = [];
  for (const path of paths) {
    for (const locale of LOCALES) {
      const page = await pages.render(path, { ...visitor, locale });
      if (!page) continue;
      const find = (name: string) =>
        page.meta.find((each) => "name" in each && each.name === name) as
          | { content: string }
          | undefined;
      const named = page.meta.find((each) => "title" in each) as { title: string } | undefined;
      const inPage = /<title>(.*?)<\/title>/.exec(page.html)?.[1]?.replaceAll("&amp;", "&");
      const title = named?.title ?? inPage ?? "";
      const description = find("description")?.content ?? "";
      read.push({
        path,
        locale,
        title,
        description,
        isFound: find("robots") === undefined && title !== "",
      });
    }
  }
  return read;
}

/** Titles or descriptions that several pages have, with their paths. */
function findDoubled(name: "title" | "description"): string[] {
  const found = heads.filter(({ isFound }) => isFound);
  const groups = Map.groupBy(found, (head) => `${head.locale} ${head[name]}`);
  return [...groups]
    .filter(([, alike]) => alike.length > 1)
    .map(([text, alike]) => `${text}: ${alike.map(({ path }) => path).join(", ")}`);
}

describe("the pages and every landing page of the demo", () => {
  test("are there to be looked at", () => {
    expect(heads.filter(({ isFound }) => isFound).length).toBeGreaterThan(150);
    expect(members.length).toBeGreaterThan(30);
  });

  // SPEC.md has titles for some of them; none of those is longer, so there are no exceptions.
  test("have a title that a search engine shows whole", () => {
    // For a later step of a form, which no search engine indexes, the title shows the step.
    const shown = [...heads.filter(({ isFound }) => isFound), ...members];
    const long = shown.filter(({ title }) => title.length > TITLE_CHARACTERS);
    expect(long.map(({ path, title }) => `${path}: ${title}`)).toEqual([]);
  });

  test("have a description that it shows whole", () => {
    const long = heads.filter(({ description }) => description.length > DESCRIPTION_CHARACTERS);
    expect(long.map(({ path, description }) => `${path}: ${description}`)).toEqual([]);
  });

  test("have words that nothing had to cut", () => {
    const cut = heads.filter(
      ({ title, description }) => title.endsWith("…") || description.endsWith("…"),
    );
    expect(cut.map(({ path, title, description }) => `${path}: ${title} | ${description}`)).toEqual(
      [],
    );
  });

  test("have each a title and a description of their own", () => {
    expect(findDoubled("title")).toEqual([]);
    expect(findDoubled("description")).toEqual([]);
    const bare = heads.filter(({ isFound, description }) => isFound && description.length < 30);
    expect(bare.map(({ path, locale }) => `${locale} ${path}`)).toEqual([]);
  });

  test("are in no index where they are about one car", async () => {
    const single = (await listLandings()).filter(({ count }) => count === 1);
    expect(single.length).toBeGreaterThan(0);
    const paths = new Set(single.map(({ path }) => path));
    expect(heads.filter(({ path, isFound }) => isFound && paths.has(path))).toEqual([]);
  });
});
