import type { Route } from "./+types/feed.page.ts";
import { categoryName } from "#domain/blog/post.ts";
import { listPosts } from "#domain/blog/posts.server.ts";
import { m } from "#messages/messages.js";
import { readVisitor } from "#platform/request/visitor.server.ts";
import { paths } from "#site/paths.ts";
import { site } from "#site/site.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { languageTag } from "#values/locale.ts";

/**
 * The articles of the address's language as RSS 2.0. Never with drafts: feed readers share one
 * response among their users.
 */
export function loader({ context }: Route.LoaderArgs) {
  const { locale, origin } = readVisitor({ context });
  const address = (path: string) => origin + hrefIn(path, locale);
  const posts = listPosts({ locale, withDrafts: false });
  const items = posts.map(
    (post) =>
      `<item>${[
        element("title", post.title),
        element("link", address(paths.blogPost(post.id))),
        `<guid isPermaLink="true">${escapeXml(address(paths.blogPost(post.id)))}</guid>`,
        element("description", post.excerpt),
        element("category", categoryName(post.category, locale)),
        element("pubDate", publishedAt(post.date)),
      ].join("")}</item>`,
  );
  const channel = [
    element("title", m.blog_rss_title({ site: site.name }, { locale })),
    element("link", address(paths.blog())),
    element("description", m.blog_description({}, { locale })),
    element("language", languageTag[locale].toLowerCase()),
    `<atom:link rel="self" type="application/rss+xml" href="${escapeXml(address(paths.blogFeed()))}"/>`,
    ...items,
  ];
  const document = `<?xml version="1.0" encoding="utf-8"?>\n<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>${channel.join("\n")}</channel></rss>\n`;
  return new Response(document, {
    headers: {
      "content-type": "application/rss+xml; charset=utf-8",
      "cache-control": "public, max-age=900",
    },
  });
}

/** A calendar day as an RSS date (RFC 822): at noon, which is the same day in all of Canada. */
function publishedAt(date: string): string {
  return new Date(`${date}T17:00:00Z`).toUTCString();
}

function element(name: string, text: string): string {
  return `<${name}>${escapeXml(text)}</${name}>`;
}

function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
