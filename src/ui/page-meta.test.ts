import { describe, expect, test } from "vitest";
import { pageMeta } from "./page-meta.ts";

const origin = "https://cars.example.ca";

function metaAt(pathname: string, page: Parameters<typeof pageMeta>[1]) {
  const matches = [{ id: "root", loaderData: { origin } }, undefined];
  return pageMeta({ location: { pathname }, matches }, page);
}

describe("the meta of a page", () => {
  test("names itself and both languages by full addresses", () => {
    const meta = metaAt("/fr/about", { title: "About", description: "Who we are." });
    expect(meta).toContainEqual({ title: "About · Rouvia" });
    expect(meta).toContainEqual({
      tagName: "link",
      rel: "alternate",
      hrefLang: "fr-CA",
      href: `${origin}/fr/about`,
    });
    expect(meta).toContainEqual({
      tagName: "link",
      rel: "alternate",
      hrefLang: "x-default",
      href: `${origin}/about`,
    });
  });

  test("keeps a person's own page out of search engines, address and all", () => {
    const meta = metaAt("/allListings/sent/R-1", { title: "Sent", isPrivate: true });
    expect(meta).toContainEqual({ name: "robots", content: "noindex" });
    expect(JSON.stringify(meta)).not.toContain("R-1");
  });
});
