import { Rss } from "lucide-react";
import type { MetaDescriptor } from "react-router";
import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import { site } from "#site/site.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { siteOrigin } from "#ui/page-meta.ts";

/** Lets feed readers find the feed of the page's language from the page's address. */
export function feedMeta(args: Parameters<typeof siteOrigin>[0]): MetaDescriptor[] {
  return [
    {
      tagName: "link",
      rel: "alternate",
      type: "application/rss+xml",
      title: m.blog_rss_title({ site: site.name }),
      href: `${siteOrigin(args)}${hrefIn(paths.blogFeed())}`,
    },
  ];
}

export function FeedLink() {
  return (
    <p className="mt-8">
      <a className="inline-flex items-center gap-2" href={hrefIn(paths.blogFeed())}>
        <Rss className="icon" aria-hidden />
        {m.blog_rss()}
      </a>
    </p>
  );
}
