import { m } from "#messages/messages.js";
import { today } from "#platform/clock/clock.server.ts";
import { site } from "#site/site.ts";
import { formatDate } from "#values/format.ts";
import type { Locale } from "#values/locale.ts";
import { findTermsOn, type TermsDocument, type TermsVersion } from "./terms.ts";

type Section = { id: string; title: string; text?: string; items?: readonly string[] };

/** The text of one version in one language. */
export type TermsWords = {
  title: string;
  summary: readonly string[];
  sections: readonly Section[];
};

const FILES = import.meta.glob<string>("/content/terms/*.json", {
  query: "?raw",
  import: "default",
  eager: true,
});

/** The file's text, before our name is filled in. */
export function readTermsFile({ id }: Pick<TermsVersion, "id">, locale: Locale): string {
  const source = FILES[`/content/terms/${id}.${locale}.json`];
  if (source === undefined) throw new Error(`The terms ${id} have no words in ${locale}.`);
  return source;
}

export function readTerms(version: Pick<TermsVersion, "id">, locale: Locale): TermsWords {
  const ours: Record<string, string> = {
    company: site.legalName,
    name: site.name,
    email: site.email,
  };
  const fill = (text: string) =>
    text.replace(/\{(\w+)\}/g, (blank, name: string) => ours[name] ?? blank);
  // Filled in after parsing: a name with a quotation mark would break the JSON.
  return JSON.parse(readTermsFile(version, locale), (_key, value: unknown) =>
    typeof value === "string" ? fill(value) : value,
  ) as TermsWords;
}

/** "Version 2, from November 26, 2026". */
export function nameTermsVersion({ version, from }: TermsVersion, locale: Locale): string {
  return m.terms_version({ version, date: formatDate(from, locale) }, { locale });
}

/**
 * The whole text of a version as it is shown: what an acceptance stores, and proves by its hash.
 */
export function writeTermsText(version: TermsVersion, locale: Locale): string {
  const { title, summary, sections } = readTerms(version, locale);
  const head = `${title}. ${nameTermsVersion(version, locale)}`;
  const short = summary.map((line) => `- ${line}`).join("\n");
  return [head, short, ...sections.map(writeSection)].join("\n\n");
}

/** A section as lines, its heading first. */
function writeSection(section: Section): string {
  return `${section.title}\n${writeClauses(section)}`;
}

/** The lines below its heading. */
export function writeClauses({ text, items = [] }: Omit<Section, "title">): string {
  return [...(text ? [text] : []), ...items.map((item) => `- ${item}`)].join("\n");
}

/** The version in force today. */
export function findTermsInForce(document: TermsDocument): TermsVersion {
  return findTermsOn(today(), document);
}
