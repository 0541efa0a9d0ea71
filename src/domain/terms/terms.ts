import { daysAfter } from "#values/calendar-date.ts";
import { listKeys } from "#values/record.ts";

// All versions of the terms. The text of a version is in content/terms/{document}-{version} and
// never changes once it is in force: a change is a new version here, with its own files.

/** `from` and `announcedOn` are calendar days, `YYYY-MM-DD`. */
type Version = {
  /** The first day on which it is in force, until the next version. */
  from: string;
  /**
   * When everybody with an account is notified of it; null if nobody had agreed to the version
   * before.
   */
  announcedOn: string | null;
  /** SHA-256 of its files, with which a test checks that nobody changed them. */
  sha256: { en: string; fr: string };
};

/** The versions of each document, in order. */
const VERSIONS = {
  /** Between us and everybody who uses the site. */
  site: [
    {
      from: "2026-11-22",
      announcedOn: null,
      sha256: {
        en: "c0b470e5e375e88da971730faed6a2bba5f3065c1cb0d8539ffd65362567912e",
        fr: "4d9bcb13ece181486be5eab9535f2d291c03fa9d7529ab7212b1c05caae5df77",
      },
    },
    {
      from: "2026-11-26",
      announcedOn: null,
      sha256: {
        en: "ec22a2b47a0859c6cb52f7a96f6cca257ef4808234df19210f254b023a42ca07",
        fr: "8f066bd7bd1dcb162f2b35f174e5d5a07651c22732b802ebbfe404802e582977",
      },
    },
  ],
  /** Between us and a dealership, in addition to those of the site. */
  dealers: [
    {
      from: "2026-11-26",
      announcedOn: null,
      sha256: {
        en: "d844a49f9e9d14dc9731a4d989c1b222b6c1f5ec471999c8379b7b7a87d41448",
        fr: "54296262e17a99de03c90a5b96849637c9cdd6acddb90a501f87072d291c8ec8",
      },
    },
  ],
} as const satisfies Record<string, readonly [Version, ...Version[]]>;

export type TermsDocument = keyof typeof VERSIONS;
export const TERMS_DOCUMENTS = /* @__PURE__ */ listKeys(VERSIONS);

/**
 * Law: Consumer Protection Act (Quebec), s. 11.2: the minimum number of days between the notice and
 * the change.
 */
export const NOTICE_DAYS = 30;

/** The last day on which a change may be refused (the same section). */
export function refuseUntil({ from }: Pick<Version, "from">): string {
  return daysAfter(from, NOTICE_DAYS);
}

/** A version with its id in addresses and files, such as `site-2`. */
export type TermsVersion = Version & { id: string; document: TermsDocument; version: number };

/** All versions, in order within each document. */
export const TERMS_VERSIONS: readonly TermsVersion[] = TERMS_DOCUMENTS.flatMap((document) =>
  VERSIONS[document].map((each, index) => ({
    ...each,
    id: `${document}-${index + 1}`,
    document,
    version: index + 1,
  })),
);

export function findTermsVersion(id: string): TermsVersion | undefined {
  return TERMS_VERSIONS.find((each) => each.id === id);
}

/** The version in force on a day; before the first one, the first. */
export function findTermsOn(
  day: string,
  document: TermsDocument,
  versions: readonly TermsVersion[] = TERMS_VERSIONS,
): TermsVersion {
  const own = versions.filter((each) => each.document === document);
  const found = own.findLast(({ from }) => from <= day) ?? own[0];
  if (!found) throw new Error(`There are no terms called ${document}.`);
  return found;
}

/** The version that was announced and is not yet in force; null if there is none. */
export function findTermsToCome(
  day: string,
  document: TermsDocument,
  versions: readonly TermsVersion[] = TERMS_VERSIONS,
): TermsVersion | null {
  const isToCome = (each: TermsVersion) =>
    each.document === document &&
    each.announcedOn !== null &&
    each.announcedOn <= day &&
    day < each.from;
  return versions.find(isToCome) ?? null;
}
