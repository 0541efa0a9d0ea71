import { describe, expect, test } from "vitest";
import { renderMarkdown } from "./render-markdown.ts";

const footnoteWords = {
  title: "Sources",
  reference: (number: number) => `Source ${number}`,
  back: (number: number) => `Back to ${number}`,
};
const render = (markdown: string) =>
  renderMarkdown(markdown, { footnoteWords, href: (path) => `/fr${path}` });

describe("what a text must not bring along", () => {
  test.each([
    ["<script>alert(1)</script>", /<script/],
    ["a <img src=x onerror=alert(1)> b", /<img/],
    ["<div onclick='x'>\n\nText\n\n</div>", /<div/],
    ["[x](javascript:alert(1))", /href|javascript:/],
    ["[x](JaVaScRiPt:alert(1))", /href/],
    ["[x](data:text/html;base64,PHNjcmlwdD4=)", /href/],
    ["[x](vbscript:x)", /href/],
    ["[x](//evil.example)", /href/],
    ["[x](/\\evil.example)", /href/],
    ["[x](http://example.com)", /href/],
    ["<javascript:alert(1)>", /href/],
    ["![x](https://tracker.example/pixel.gif)", /<img|tracker/],
    ['[x](https://example.com/"onmouseover="alert(1))', /"onmouseover="/],
    ['[x](https://example.com "title\\" onclick=\\"x")', /onclick="/],
    ['## <b onmouseover="x">Heading</b>', /<b /],
    ["text[^n]\n\n[^n]: <script>alert(1)</script>", /<script/],
    ["| <i>a</i> | b |\n|---|---|\n| <script>x</script> | c |", /<script|<i>/],
  ])("%s", (markdown, never) => {
    expect(render(markdown).html).not.toMatch(never);
  });
});

describe("links", () => {
  test.each([
    [
      "[x](https://www.omvic.ca/)",
      '<a href="https://www.omvic.ca/" rel="noopener noreferrer">x</a>',
    ],
    ["[x](/cars?body=SUV)", '<a href="/fr/cars?body=SUV">x</a>'],
    ["[x](mailto:hello@example.com)", '<a href="mailto:hello@example.com">x</a>'],
  ])("%s", (markdown, html) => expect(render(markdown).html).toContain(html));
});

test("headings of the second level make the contents, by an address without accents", () => {
  const { headings, html } = render("## L’hiver, **déjà** & la suite\n\nTexte\n\n### Plus bas\n");
  expect(headings).toEqual([{ id: "l-hiver-deja-la-suite", text: "L’hiver, déjà & la suite" }]);
  expect(html).toContain('<h2 id="l-hiver-deja-la-suite">');
  expect(html).toContain("<h3>Plus bas</h3>");
});

test("a source is numbered where it is first cited, and leads back", () => {
  const { html, headings } = render(
    "One.[^b] Two.[^a] Again.[^b]\n\n[^a]: First *note*.\n[^b]: Second.\n",
  );
  expect(html.match(/id="cite-\d"/g)).toEqual(['id="cite-1"', 'id="cite-2"']);
  expect(html).toMatch(/id="note-1">Second\. <a href="#cite-1"[^>]*aria-label="Back to 1"/);
  expect(html).toMatch(/id="note-2">First <em>note<\/em>\./);
  expect(headings).toEqual([{ id: "notes", text: "Sources" }]);
});

test.each([["cited[^x]"], ["text\n\n[^x]: never cited"]])("%j is a fault", (markdown) => {
  expect(() => render(markdown)).toThrow(/footnote/i);
});

test("words are counted without tags, sources and marks", () => {
  expect(render("Two words.[^n]\n\n[^n]: Not these.").wordCount).toBe(2);
  expect(render("$20,000 at 8.99% — l’auto").wordCount).toBe(4);
});
