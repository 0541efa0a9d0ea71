import { m } from "#messages/messages.js";
import { today } from "#platform/clock/clock.server.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { type Locale, LOCALES } from "#values/locale.ts";
import { parsePost } from "./front-matter.ts";
import {
  byNewest,
  CATEGORIES,
  type Category,
  estimateReadingMinutes,
  findRelated,
  type PostSummary,
} from "./post.ts";
import { type Heading, renderMarkdown } from "./render-markdown.ts";
import { fillTaxTable } from "./tax-table.ts";

/** A post as its own page shows it. */
type Post = PostSummary & { html: string; headings: readonly Heading[] };

type Library = Readonly<Record<Locale, ReadonlyMap<string, Post>>>;

const FILES = import.meta.glob<string>("/content/blog/*/*.md", {
  query: "?raw",
  import: "default",
  eager: true,
});

/**
 * Reads posts from their files, `content/blog/{en,fr}/{id}.md`. @throws if a file has an error, or
 * a post exists in one language only
 */
export function buildLibrary(files: Readonly<Record<string, string>>): Library {
  const library = { en: new Map<string, Post>(), fr: new Map<string, Post>() };
  for (const [file, source] of Object.entries(files)) {
    const [, folder, id] = /\/(\w+)\/([a-z0-9-]+)\.md$/.exec(file) ?? [];
    const locale = LOCALES.find((each) => each === folder);
    if (!locale || !id) throw new Error(`${file} is neither in en/ nor in fr/, or is badly named.`);
    library[locale].set(id, readPost(file, source, id, locale));
  }
  for (const id of new Set([...library.en.keys(), ...library.fr.keys()])) {
    const [english, french] = [library.en.get(id), library.fr.get(id)];
    if (!english || !french) throw new Error(`The post ${id} is there in one language only.`);
    for (const field of ["category", "author", "date", "reviewed", "draft"] as const) {
      if (english[field] !== french[field])
        throw new Error(`The post ${id} has not the same ${field} in both languages.`);
    }
  }
  return library;
}

function readPost(file: string, source: string, id: string, locale: Locale): Post {
  const { front, markdown } = parsePost(file, source);
  const { html, headings, wordCount } = renderMarkdown(fillTaxTable(markdown, locale), {
    footnoteWords: {
      title: m.blog_sources({}, { locale }),
      reference: (number) => m.blog_source_number({ number }, { locale }),
      back: (number) => m.blog_source_back({ number }, { locale }),
    },
    href: (path) => hrefIn(path, locale),
  });
  return { ...front, id, readingMinutes: estimateReadingMinutes(wordCount), html, headings };
}

let library: Library | undefined;

function posts(): Library {
  return (library ??= buildLibrary(FILES));
}

type PostQuery = {
  locale: Locale;
  /** Staff see drafts, and posts with a future date. */
  withDrafts: boolean;
};

/** The posts of a language without their text, newest first. */
export function listPosts(requested: PostQuery, from: Library = posts()): PostSummary[] {
  return [...from[requested.locale].values()]
    .filter((post) => requested.withDrafts || isPublished(post))
    .map(summarize)
    .toSorted(byNewest);
}

/** One post with what to read next; null if there is none that this reader may see. */
export function findPost(
  id: string,
  requested: PostQuery,
  from: Library = posts(),
): { post: Post; isPreview: boolean; related: PostSummary[] } | null {
  const post = from[requested.locale].get(id);
  if (!post || !(requested.withDrafts || isPublished(post))) return null;
  const related = findRelated(post, listPosts({ ...requested, withDrafts: false }, from));
  return { post, isPreview: !isPublished(post), related };
}

/** How many posts of the list each category has, including categories without posts. */
export function countCategories(
  list: readonly PostSummary[],
): { category: Category; count: number }[] {
  return CATEGORIES.map((category) => ({
    category,
    count: list.filter((post) => post.category === category).length,
  }));
}

function isPublished({ draft, date }: PostSummary): boolean {
  return !draft && date <= today();
}

function summarize({ html: _html, headings: _headings, ...summary }: Post): PostSummary {
  return summary;
}
