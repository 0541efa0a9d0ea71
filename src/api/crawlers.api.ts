import { Hono } from "hono";
import { listPosts } from "#domain/blog/posts.server.ts";
import { nameLanding } from "#domain/landing/landing-name.ts";
import { listLandings } from "#domain/landing/landing-queries.server.ts";
import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import { isOffered, site } from "#site/site.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { LOCALES } from "#values/locale.ts";

/** What the server read from a request before these handlers run. */
export type OriginEnv = { Variables: { forwarded: { origin: string } } };

/** Addresses that are not public pages: personal pages, form posts, and what programs call. */
const DISALLOWED = [
  "/staff",
  "/calendar/",
  "/account",
  "/dealer",
  "/demo",
  "/forms",
  "/review/",
  "/api",
] as const;

/** The files that crawlers and language models request before a site's pages. */
export const crawlerFiles = new Hono<OriginEnv>()
  .get(paths.robots(), (context) => {
    const { origin } = context.get("forwarded");
    const lines = DISALLOWED.flatMap((path) =>
      LOCALES.map((locale) => `Disallow: ${hrefIn(path, locale)}`),
    );
    context.header("cache-control", "public, max-age=3600");
    return context.text(
      ["User-agent: *", ...lines, "", `Sitemap: ${origin}${paths.sitemap()}`, ""].join("\n"),
    );
  })
  .get(paths.languageModels(), async (context) => {
    const { origin } = context.get("forwarded");
    context.header("cache-control", "public, max-age=3600");
    return context.text(await describeSite(origin));
  });

const MOST_LANDINGS = 20;

/** The site described in one Markdown file, as llmstxt.org proposes. */
async function describeSite(origin: string): Promise<string> {
  const english = { locale: "en" } as const;
  const link = (name: string, path: string, words = "") =>
    `- [${name}](${origin}${path})${words && `: ${words}`}`;
  const landings = (await listLandings()).slice(0, MOST_LANDINGS);
  return [
    `# ${site.name}`,
    "",
    `> ${m.home_meta_description({}, english)}`,
    "",
    m.crawlers_french({ address: `${origin}${hrefIn("/", "fr")}` }, english),
    "",
    `## ${m.crawlers_pages({}, english)}`,
    "",
    link(m.cars_title({}, english), paths.cars()),
    ...(isOffered("sell_car") ? [link(m.layout_sell({}, english), paths.sellCar())] : []),
    ...(isOffered("pre_approval")
      ? [link(m.layout_approved({}, english), paths.preApproval())]
      : []),
    link(m.layout_faq({}, english), paths.faq(), m.information_faq_description({}, english)),
    link(m.layout_blog({}, english), paths.blog()),
    link(
      m.layout_about({}, english),
      paths.about(),
      m.information_about_description({ name: site.name }, english),
    ),
    link(m.layout_contact({}, english), paths.contact()),
    link(m.layout_terms({}, english), paths.terms()),
    link(m.layout_privacy({}, english), paths.privacy()),
    "",
    `## ${m.layout_blog({}, english)}`,
    "",
    ...listPosts({ locale: "en", withDrafts: false }).map(({ id, title, excerpt }) =>
      link(title, paths.blogPost(id), excerpt),
    ),
    ...(landings.length > 0 ? ["", `## ${m.crawlers_cars({}, english)}`, ""] : []),
    ...landings.map(({ subject, path, count }) =>
      link(nameLanding(subject, "en"), path, String(count)),
    ),
    "",
    `## ${m.crawlers_machines({}, english)}`,
    "",
    link(m.crawlers_sitemap({}, english), paths.sitemap()),
    "",
  ].join("\n");
}
