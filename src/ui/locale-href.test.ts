import { describe, expect, test } from "vitest";
import { hrefIn, pathWithoutLocale } from "./locale-href.ts";

describe("an address in each language", () => {
  test.each([
    ["/", "/", "/fr"],
    ["/about", "/about", "/fr/about"],
    ["/fr/about", "/about", "/fr/about"],
    ["/fr", "/", "/fr"],
    ["/faq?from=home#zero-down", "/faq?from=home#zero-down", "/fr/faq?from=home#zero-down"],
    ["/?x=1", "/?x=1", "/fr?x=1"],
    ["/#call-back", "/#call-back", "/fr#call-back"],
    // A word that only begins like a language is a page.
    ["/french", "/french", "/fr/french"],
  ])("%s is %s and %s", (path, english, french) => {
    expect(hrefIn(path, "en")).toBe(english);
    expect(hrefIn(path, "fr")).toBe(french);
  });

  test.each([
    ["/fr", "/"],
    ["/fr/about", "/about"],
    ["/about", "/about"],
    ["/", "/"],
  ])("%s without its language is %s", (path, bare) => {
    expect(pathWithoutLocale(path)).toBe(bare);
  });
});
