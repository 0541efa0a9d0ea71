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

  test("stands for another address where it is told to, in both languages", () => {
    const meta = metaAt("/fr/cars", { title: "Honda", standsFor: "/cars/honda?x=1" });
    const findAddress = (rel: string, hrefLang?: string) =>
      meta.find((each) => "rel" in each && each.rel === rel && each.hrefLang === hrefLang);
    expect(findAddress("canonical")).toMatchObject({ href: `${origin}/cars/honda?x=1` });
    expect(findAddress("alternate", "fr-CA")).toMatchObject({
      href: `${origin}/fr/cars/honda?x=1`,
    });
  });

  test("shows the site's own picture where a page has none, by its full address", () => {
    const findImage = (page: Parameters<typeof pageMeta>[1]) =>
      metaAt("/about", page).find((each) => "property" in each && each.property === "og:image");
    expect(findImage({ title: "About" })).toMatchObject({
      content: expect.stringMatching(
        /^https:\/\/cars\.example\.ca\/pictures\/.+-1200\.jpeg\?v=\d+$/,
      ),
    });
    expect(findImage({ title: "Post", picture: { path: "/blog/a.webp", alt: "A car" } })).toEqual({
      property: "og:image",
      content: `${origin}/blog/a.webp`,
    });
  });

  test("keeps a person's own page out of search engines, address and all", () => {
    const meta = metaAt("/allListings/sent/R-1", { title: "Sent", isPrivate: true });
    expect(meta).toContainEqual({ name: "robots", content: "noindex" });
    expect(JSON.stringify(meta)).not.toContain("R-1");
  });
});
