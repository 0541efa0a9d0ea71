import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { listPosts, findPost } from "#domain/blog/posts.server.ts";
import { LOCALES } from "#values/locale.ts";
import { ArticleHtml } from "./article-html.tsx";

/** HTML with each entity written in one form. */
const plain = (html: string) =>
  html
    .replaceAll("&#39;", "'")
    .replaceAll("&#x27;", "'")
    .replaceAll("&quot;", '"')
    .replaceAll("&#34;", '"');

const render = (html: string) => renderToStaticMarkup(<ArticleHtml html={html} />);

describe.each(LOCALES)("articles in %s", (locale) => {
  const ids = listPosts({ locale, withDrafts: true }).map(({ id }) => id);
  test.each(ids)("%s is written as it was rendered", (id) => {
    const { html = "" } = findPost(id, { locale, withDrafts: true })?.post ?? {};
    expect(html).toContain("<h2");
    expect(plain(render(html))).toBe(plain(html));
  });
});

test.each([
  [
    "what was escaped stays text",
    "<p>&#60;img src=x onerror=alert(1)&#62; &lt;b&gt;</p>",
    "<p>&lt;img src=x onerror=alert(1)&gt; &lt;b&gt;</p>",
  ],
  ["an element without an end", "<p>One<br>two</p><hr>", "<p>One<br/>two</p><hr/>"],
  [
    "an attribute that React has another name for",
    '<div tabindex="0"></div>',
    '<div tabindex="0"></div>',
  ],
])("%s", (_what, html, expected) => {
  expect(render(html)).toBe(expected);
});
