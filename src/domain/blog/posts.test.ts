import { existsSync, statSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { LOCALES } from "#values/locale.ts";
import { POST_PICTURE_FORMATS, POST_PICTURE_WIDTHS_PX, postPicture } from "./post-picture.ts";
import { CATEGORIES, estimateReadingMinutes, parseCategory } from "./post.ts";
import { buildLibrary, countCategories, findPost, listPosts } from "./posts.server.ts";

const front = {
  title: "A title that is long enough",
  excerpt: "An excerpt that says in a sentence or two what the reader will find in the article.",
  category: "finance",
  author: "editorial",
  date: "2026-01-02",
  reviewed: "2026-04-01",
  tags: "loans, credit",
  picture: "Illustration of a car",
};
const write = (changes: Partial<Record<keyof typeof front | "draft", string>> = {}) =>
  `---\n${Object.entries({ ...front, ...changes })
    .map(([name, value]) => `${name}: ${value}`)
    .join("\n")}\n---\nSome words.\n`;
const listPictures = (id: string) =>
  POST_PICTURE_WIDTHS_PX.flatMap((width) =>
    POST_PICTURE_FORMATS.map((format) => postPicture(id, width, format)),
  );
const both = (id: string, source: string) => ({
  [`/content/blog/en/${id}.md`]: source,
  [`/content/blog/fr/${id}.md`]: source,
});

describe.each(LOCALES)("the articles of the site: %s", (locale) => {
  const posts = listPosts({ locale, withDrafts: true });

  test("there are six or more, of every category, with a picture each", () => {
    expect(posts.length).toBeGreaterThanOrEqual(6);
    expect(countCategories(posts).filter(({ count }) => count === 0)).toEqual([]);
    for (const { id } of posts) {
      for (const address of listPictures(id))
        expect(existsSync(`public${address}`), address).toBe(true);
      // A phone waits for it before the page counts as painted.
      const phones = `public${postPicture(id, 800, "avif")}`;
      expect(statSync(phones).size, phones).toBeLessThan(20_000);
    }
  });

  test.each(posts.map(({ id }) => id))("%s is an article: its length, its sources", (id) => {
    const found = findPost(id, { locale, withDrafts: true });
    const { html = "", headings = [], readingMinutes = 0 } = found?.post ?? {};
    // 800 to 1,500 words, at 200 a minute.
    expect(readingMinutes).toBeGreaterThanOrEqual(4);
    expect(readingMinutes).toBeLessThanOrEqual(8);
    expect(html.match(/id="note-\d+"/g)?.length).toBeGreaterThanOrEqual(2);
    expect(new Set(headings.map((heading) => heading.id)).size).toBe(headings.length);
    expect(found?.related).toHaveLength(3);
  });

  test("links inside the site stay in the language, and lead to articles that are there", () => {
    for (const { id } of posts) {
      const { html = "" } = findPost(id, { locale, withDrafts: true })?.post ?? {};
      const inside = [...html.matchAll(/href="(\/[^"]*)"/g)].map(([, path = ""]) => path);
      expect(inside.filter((path) => path.startsWith("/fr/") !== (locale === "fr"))).toEqual([]);
      const cited = inside.flatMap((path) => /\/blogs\/([\w-]+)$/.exec(path)?.[1] ?? []);
      expect(cited.filter((each) => !posts.some((post) => post.id === each))).toEqual([]);
    }
  });
});

test("French articles are typeset as French is in Québec", () => {
  const loose =
    /[^\u202F\u00A0&\d/\w][;!?](?=\s|$)|[^\u00A0\u202F\d/\w]:(?=\s|$)| [;:!?](?=\s)|«(?![\u00A0\u202F])|(?<![\u00A0\u202F])»|\w'\w|\d (?:\$|%|km)/u;
  for (const { id } of listPosts({ locale: "fr", withDrafts: true })) {
    const { post } = findPost(id, { locale: "fr", withDrafts: true }) ?? {};
    const text = (post?.html ?? "").replace(/<[^>]+>/g, "").replace(/&#?\w+;/g, "");
    const words = [post?.title, post?.excerpt, post?.picture, text].join("\n");
    expect(loose.exec(words)?.[0], id).toBeUndefined();
  }
});

test("a source of a French article that is an English page says so", () => {
  for (const { id } of listPosts({ locale: "fr", withDrafts: true })) {
    const { html = "" } = findPost(id, { locale: "fr", withDrafts: true })?.post ?? {};
    const sources = html.match(/<li id="note-\d+">.*?<\/li>/g) ?? [];
    const english = sources.filter((source) =>
      /href="https:[^"]*(?:\/en\/|[?=]eng?\b)/.test(source),
    );
    expect(english.filter((source) => !source.includes("(en anglais"))).toEqual([]);
  }
});

describe("a file with a fault stops the start", () => {
  test.each([
    ["no front matter", "Some words."],
    ["an unknown field", write().replace("title:", "subtitle:")],
    ["an unknown category", write({ category: "gossip" })],
    ["a date that is none", write({ date: "2026-02-30" })],
    ["a review before it came out", write({ reviewed: "2026-01-01" })],
    ["no words for the picture", write({ picture: "-" })],
  ])("%s", (_what, source) => {
    expect(() => buildLibrary(both("a", source))).toThrow(/a\.md/);
  });

  test("an article in one language only", () => {
    expect(() => buildLibrary({ "/content/blog/en/a.md": write() })).toThrow(/one language only/);
  });

  test("a date that differs between the languages", () => {
    const files = {
      "/content/blog/en/a.md": write(),
      "/content/blog/fr/a.md": write({ date: "2026-01-03" }),
    };
    expect(() => buildLibrary(files)).toThrow(/date/);
  });
});

describe("drafts, and what is dated ahead", () => {
  const library = buildLibrary({
    ...both("out", write()),
    ...both("draft", write({ draft: "true" })),
    ...both("ahead", write({ date: "2126-01-02", reviewed: "2126-01-02" })),
  });
  const ids = (withDrafts: boolean) =>
    listPosts({ locale: "en", withDrafts }, library).map(({ id }) => id);

  test("are in staff's list only, newest first", () => {
    expect(ids(false)).toEqual(["out"]);
    expect(ids(true)).toEqual(["ahead", "draft", "out"]);
  });

  test.each(["draft", "ahead"])("%s is nobody's page but staff's", (id) => {
    expect(findPost(id, { locale: "en", withDrafts: false }, library)).toBeNull();
    expect(findPost(id, { locale: "en", withDrafts: true }, library)).toMatchObject({
      isPreview: true,
    });
  });

  test("are never what to read next", () => {
    const found = findPost("out", { locale: "en", withDrafts: true }, library);
    expect(found?.related).toEqual([]);
  });
});

test("what to read next has most in common", () => {
  const library = buildLibrary({
    ...both("a", write()),
    ...both("other-category", write({ category: "reviews", tags: "winter", date: "2026-03-03" })),
    ...both("same-tag", write({ category: "reviews", tags: "credit" })),
    ...both("same-category", write({ tags: "winter" })),
  });
  const found = findPost("a", { locale: "en", withDrafts: false }, library);
  expect(found?.related.map(({ id }) => id)).toEqual([
    "same-category",
    "same-tag",
    "other-category",
  ]);
});

test.each([
  ["buying-guide", "buying-guide"],
  ["Buying Guide", "buying-guide"],
  ["FINANCE", "finance"],
  ["toString", null],
  ["", null],
])("the category %j of an address is %j", (text, category) => {
  expect(parseCategory(text)).toBe(category);
  expect(CATEGORIES).toHaveLength(5);
});

test("reading takes a minute at least", () => {
  expect([1, 200, 1000].map(estimateReadingMinutes)).toEqual([1, 1, 5]);
});
