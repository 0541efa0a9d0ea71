import { m } from "#messages/messages.js";
import type { Locale } from "#values/locale.ts";
import type { FrontMatter } from "./front-matter.ts";

/** SPEC.md §3, in its order. The code is used in addresses: /blogs?category=buying-guide. */
export const CATEGORIES = [
  "buying-guide",
  "maintenance",
  "technology",
  "finance",
  "reviews",
] as const;
export type Category = (typeof CATEGORIES)[number];

/**
 * The authors of articles. An operator with named authors adds them here, and their texts below.
 */
export const AUTHORS = ["editorial"] as const;

/** A post as lists show it. */
export type PostSummary = FrontMatter & {
  /** The file's name, the same in both languages. */
  id: string;
  /** In whole minutes, computed from its number of words. */
  readingMinutes: number;
};

/**
 * People read 200 to 250 words of everyday prose a minute; the lower figure is the safer estimate.
 */
const WORDS_A_MINUTE = 200;

export function estimateReadingMinutes(wordCount: number): number {
  return Math.max(1, Math.round(wordCount / WORDS_A_MINUTE));
}

/** Parses a category in an address: its code, or its name as in SPEC.md. */
export function parseCategory(text: string): Category | null {
  const code = text.trim().toLowerCase().replace(/\s+/g, "-");
  return CATEGORIES.find((category) => category === code) ?? null;
}

const CATEGORY_NAMES = {
  "buying-guide": m.blog_category_buying_guide,
  maintenance: m.blog_category_maintenance,
  technology: m.blog_category_technology,
  finance: m.blog_category_finance,
  reviews: m.blog_category_reviews,
} as const satisfies Record<Category, unknown>;

export function categoryName(category: Category, locale?: Locale): string {
  return CATEGORY_NAMES[category]({}, locale && { locale });
}

/** Newest first; on the same day, ordered by id. */
export function byNewest(a: PostSummary, b: PostSummary): number {
  return b.date.localeCompare(a.date) || a.id.localeCompare(b.id);
}

const MOST_RELATED = 3;

/**
 * What to read next: most in common first (the category counts twice as much as a tag), then the
 * newest.
 */
export function findRelated(post: PostSummary, others: readonly PostSummary[]): PostSummary[] {
  const inCommon = (other: PostSummary) =>
    (other.category === post.category ? 2 : 0) +
    other.tags.filter((tag) => post.tags.includes(tag)).length;
  return others
    .filter(({ id }) => id !== post.id)
    .toSorted((a, b) => inCommon(b) - inCommon(a) || byNewest(a, b))
    .slice(0, MOST_RELATED);
}
