import { expect, test } from "vitest";
import { NO_SOURCE, parseSource, readArrival, readTag, writeSource } from "./lead-source.ts";

const origin = "https://cars.example.ca";
const arrive = (path: string, referer?: string) =>
  readArrival({ href: origin + path, referer, origin });

test.each([
  ["https://www.google.ca/", "search"],
  ["https://www.bing.com/search?q=cars", "search"],
  ["https://search.yahoo.com/", "search"],
  ["https://duckduckgo.com/", "search"],
  ["android-app://com.google.android.googlequicksearchbox/", "search"],
  ["https://l.facebook.com/", "social"],
  ["https://t.co/abc", "social"],
  ["https://m.youtube.com/", "social"],
  ["https://mail.google.com/", "email"],
  ["https://ca.mail.yahoo.com/", "email"],
  ["https://outlook.live.com/", "email"],
  ["android-app://com.google.android.gm/", "email"],
  ["https://blog.example.org/cars", "site"],
  ["https://xavier.example/", "site"],
  ["https://accounts.google.com/", null],
  [`${origin}/faq`, null],
  ["about:blank", null],
  ["nonsense", null],
  ["", null],
])("who follows a link of %j came by %j", (referer, source) => {
  expect(arrive("/cars", referer)).toEqual(source && { ...NO_SOURCE, source });
});

test.each([
  ["utm_source=facebook&utm_medium=cpc&utm_campaign=Summer%202026", "ad", "summer-2026"],
  ["utm_source=Facebook&utm_campaign=%C3%89t%C3%A9", "social", "ete"],
  ["utm_source=google", "search", null],
  ["utm_source=newsletter&utm_medium=email", "email", null],
  ["utm_medium=partner&utm_source=garage-cote", "partner", null],
  ["utm_campaign=flyer", "site", "flyer"],
  ["utm_source=ana%40example.com", undefined, undefined],
  ["utm_campaign=", undefined, undefined],
])("the tags %j say %j, %j", (query, source, campaign) => {
  expect(arrive(`/cars?${query}`)?.source).toBe(source);
  expect(arrive(`/cars?${query}`)?.campaign).toBe(campaign);
});

test("where tags do not say it, the site that linked does", () => {
  expect(arrive("/?utm_campaign=flyer", "https://www.google.ca/")).toEqual({
    ...NO_SOURCE,
    source: "search",
    campaign: "flyer",
  });
});

test.each([
  ["black-friday-2026-11-27", "black-friday-2026-11-27"],
  ["A ~ B;c\r\nSet-Cookie: x", "a-b-c-set-cookie-x"],
  ["ana@example.com", null],
  ["call 403-555-0147", null],
  ["046 454 286", null],
  ["0198f0a4-1111-7000-8000-000000000001", null],
  ["none", null],
  ["x".repeat(500), "x".repeat(60)],
  ["…", null],
])("a tag %j is kept as %j", (text, kept) => {
  expect(readTag(text)).toBe(kept);
});

test("a cookie says what was written into it, and nothing that anybody else wrote", () => {
  const from = arrive("/?utm_source=facebook&utm_medium=cpc&utm_campaign=Summer");
  if (!from) throw new Error("It has tags.");
  expect(writeSource(from)).toBe("ad~summer~facebook~cpc");
  expect(parseSource(writeSource(from))).toEqual(from);
  expect(parseSource("walk_in~~~")).toBeNull();
  expect(parseSource("ad~ana@example.com")).toEqual({ ...NO_SOURCE, source: "ad" });
  expect(parseSource(undefined)).toBeNull();
});
