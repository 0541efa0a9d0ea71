import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { sourceFiles } from "./source-files.ts";

// An end-to-end test finds controls as a person does, by role and label. An element found by a
// selector may have neither, and the test would still pass if a control lost its label.

const journeys = ["e2e", "src", "bin", "docs"]
  .flatMap(sourceFiles)
  .filter((file) => file.startsWith("e2e/") || /\.(e2e|shots)\.ts$/.test(file));

/** `locator` and similar functions, and the page's actions whose first parameter is a selector. */
const SELECTORS =
  /\.(locator|frameLocator|querySelector(All)?|waitForSelector|\$\$?(eval)?)\(|\b\w*[pP]age\.(fill|click|dblclick|tap|check|uncheck|press|type|hover|focus|selectOption|setInputFiles|inputValue|textContent|innerText|innerHTML|getAttribute|is[A-Z]\w+)\(|\[(name|id|class|type|value|href)[\^$*~|]?=/g;

/** The elements without a role or label, and the reason. */
const EXCEPTIONS: readonly [file: string, selector: string, why: string][] = [
  [
    "e2e/browser.fixture.ts",
    'document.querySelector("main form")',
    "looks at what React put on the element, in the page itself",
  ],
  [
    "e2e/crawl.fixture.ts",
    "document.querySelectorAll(selector)",
    "reads a document as a search engine does: what stands in its head has no role",
  ],
  [
    "e2e/crawl.fixture.ts",
    "a:not([href]), a[href=''], a[href^='javascript:'], a[onclick]",
    "links that a search engine cannot follow are told by their address",
  ],
  [
    "e2e/crawl.fixture.ts",
    "a[href]:not([href^='#'])",
    "links whose words a search engine reads are told by their address",
  ],
  [
    "e2e/journey.fixture.ts",
    'page.innerText("body"',
    "says what a page showed when a test failed; no test looks for it",
  ],
  [
    "src/pages/account/my-listings/seller.e2e.ts",
    'page.locator("[data-handle]")',
    "a handle for fingers; screen readers and keys are given buttons in its place",
  ],
];

function withoutExceptions(file: string): string {
  return EXCEPTIONS.filter(([where]) => where === file).reduce(
    (text, [, selector]) => text.replaceAll(selector, ""),
    readFileSync(file, "utf8"),
  );
}

test("a journey finds what it uses by role and label", () => {
  expect(journeys.length).toBeGreaterThan(25);
  const found = journeys.flatMap((file) =>
    [...withoutExceptions(file).matchAll(SELECTORS)].map(([selector]) => `${file}: ${selector}`),
  );
  expect(found).toEqual([]);
});

test("each exception still stands in its file", () => {
  for (const [file, selector] of EXCEPTIONS) expect(readFileSync(file, "utf8")).toContain(selector);
});
