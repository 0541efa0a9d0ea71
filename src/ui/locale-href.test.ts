import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { localPath } from "#site/local-path.ts";
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

describe("never leads to another site", () => {
  const SITE = "https://site.test";
  const resolveOrigin = (href: string) => new URL(href, `${SITE}/fr/cars?x=1`).origin;

  const hostile = fc
    .array(
      fc.oneof(
        fc.constantFrom(
          "/fr",
          "/",
          "//",
          "\\",
          "\t",
          "\n",
          "\0",
          " ",
          "\ufeff",
          ".",
          "..",
          "fr",
          "?",
          "#",
        ),
        fc.constantFrom(
          "evil.example",
          "https:",
          "javascript:",
          "@",
          ":",
          "%2f",
          "%5c",
          "[",
          "\u{1f697}",
        ),
        fc.string({ unit: "binary", maxLength: 3 }),
      ),
      { maxLength: 8 },
    )
    .map((parts) => parts.join(""));

  test.each(["/fr//evil.example", "//evil.example", "/fr/\\evil.example", "/fr/\t/evil.example"])(
    "%j",
    (path) => {
      expect(hrefIn(path, "en")).toBe("/evil.example");
      expect(hrefIn(path, "fr")).toBe("/fr/evil.example");
      expect(localPath(path)).toBe("/");
    },
  );

  test("whatever it is made from", () => {
    fc.assert(
      fc.property(hostile, fc.constantFrom("en", "fr"), (path, locale) => {
        const made = [
          hrefIn(path, locale),
          pathWithoutLocale(path),
          localPath(path),
          hrefIn(localPath(path), locale),
          pathWithoutLocale(localPath(path)),
        ];
        for (const href of made) {
          expect(resolveOrigin(href)).toBe(SITE);
          expect(href).toMatch(/^\/(?![/\\])/);
          // And the address that a browser resolves from it stays on the site when it is used
          // again.
          expect(resolveOrigin(hrefIn(new URL(href, SITE).pathname, locale))).toBe(SITE);
        }
      }),
      { numRuns: 5_000, seed: 20_261_122 },
    );
  });
});
