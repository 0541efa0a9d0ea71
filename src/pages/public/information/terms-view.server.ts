import {
  findTermsOn,
  findTermsToCome,
  findTermsVersion,
  refuseUntil,
  TERMS_DOCUMENTS,
  TERMS_VERSIONS,
  type TermsVersion,
} from "#domain/terms/terms.ts";
import { nameTermsVersion, readTerms } from "#domain/terms/terms-words.server.ts";
import { today } from "#platform/clock/clock.server.ts";
import { paths } from "#site/paths.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { formatDate } from "#values/format.ts";
import type { Locale } from "#values/locale.ts";

/** The page of the version in force today. */
export const TERMS_PATHS = { site: paths.terms, dealers: paths.dealerTerms } as const;

/** One version for its page, with the next version if one is announced. */
export function viewTerms(version: TermsVersion, path: string, locale: Locale) {
  const { document, version: number, from } = version;
  const day = today();
  const coming = findTermsToCome(day, document);
  const words = readTerms(version, locale);
  return {
    ...words,
    number,
    from,
    isDealers: document === "dealers",
    state: findTermsState(version, day),
    coming:
      coming && coming.id !== version.id
        ? {
            from: formatDate(coming.from, locale),
            until: formatDate(refuseUntil(coming), locale),
            path: paths.termsVersion(coming.id),
          }
        : null,
    currentPath: TERMS_PATHS[document](),
    /** An English page always links to the French version, whatever the reader's province. */
    french:
      locale === "fr" ? null : { title: readTerms(version, "fr").title, href: hrefIn(path, "fr") },
  };
}

export type TermsView = ReturnType<typeof viewTerms>;

export type TermsState = "current" | "coming" | "earlier";

function findTermsState(version: TermsVersion, day: string): TermsState {
  if (day < version.from) return "coming";
  return findTermsOn(day, version.document).id === version.id ? "current" : "earlier";
}

/** A version that is neither in force nor announced is a draft. */
function isPublished({ from, announcedOn }: TermsVersion): boolean {
  return (announcedOn ?? from) <= today();
}

export function findPublishedTerms(id: string): TermsVersion | undefined {
  const version = findTermsVersion(id);
  return version && isPublished(version) ? version : undefined;
}

/** Every version of each document, newest first. */
export function listTermsVersions(locale: Locale) {
  return TERMS_DOCUMENTS.map((document) => {
    const versions = TERMS_VERSIONS.filter(
      (each) => each.document === document && isPublished(each),
    ).toReversed();
    return {
      document,
      title: versions[0] ? readTerms(versions[0], locale).title : "",
      versions: versions.map((version) => ({
        path: paths.termsVersion(version.id),
        name: nameTermsVersion(version, locale),
        state: findTermsState(version, today()),
      })),
    };
  });
}
