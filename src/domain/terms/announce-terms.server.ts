import { and, asc, eq, exists, gt } from "drizzle-orm";
import { dealershipMemberTable } from "#domain/dealership/dealership.table.ts";
import { userTable } from "#domain/identity/identity.table.ts";
import type { MessageOwners } from "#domain/notification/message-owners.server.ts";
import { notify } from "#domain/notification/notify.server.ts";
import { today } from "#platform/clock/clock.server.ts";
import { db, type Transaction } from "#platform/database/database.server.ts";
import { paths } from "#site/paths.ts";
import { daysAfter } from "#values/calendar-date.ts";
import { formatDate } from "#values/format.ts";
import type { Locale } from "#values/locale.ts";
import { findTermsVersion, refuseUntil, TERMS_VERSIONS, type TermsVersion } from "./terms.ts";
import { readTerms, type TermsWords, writeClauses } from "./terms-words.server.ts";

/**
 * No notice is sent later than this after the announcement. A message row stays for 30 days, and
 * prevents a second notice only that long.
 */
const NOTICE_DAYS = 7;
const PEOPLE_AT_A_TIME = 500;

/** Notifies the members whom new versions concern: once per person and version. */
export async function announceTerms(
  versions: readonly TermsVersion[] = TERMS_VERSIONS,
): Promise<void> {
  const day = today();
  for (const version of versions) {
    const { announcedOn } = version;
    if (announcedOn === null || day < announcedOn) continue;
    if (day > daysAfter(announcedOn, NOTICE_DAYS)) continue;
    await db().transaction((transaction) => notifyMembers(transaction, version));
  }
}

async function notifyMembers(transaction: Transaction, { id, document }: TermsVersion) {
  const isOfDealership = exists(
    transaction
      .select({ userId: dealershipMemberTable.userId })
      .from(dealershipMemberTable)
      .where(eq(dealershipMemberTable.userId, userTable.id)),
  );
  let after: string | undefined;
  do {
    const page = await transaction
      .select({ id: userTable.id, email: userTable.email, locale: userTable.locale })
      .from(userTable)
      .where(
        and(
          eq(userTable.emailVerified, true),
          eq(userTable.isDemo, false),
          document === "dealers" ? isOfDealership : undefined,
          after === undefined ? undefined : gt(userTable.id, after),
        ),
      )
      .orderBy(asc(userTable.id))
      .limit(PEOPLE_AT_A_TIME);
    await notify(
      transaction,
      ...page.map(({ id: userId, email: to, locale }) => ({
        event: "terms_change" as const,
        key: `terms_change:${id}:${userId}`,
        to,
        locale,
        userId,
        params: { version: id },
      })),
    );
    after = page.length === PEOPLE_AT_A_TIME ? page.at(-1)?.id : undefined;
  } while (after !== undefined);
}

/** A section before and after the change; null on the side where it does not exist. */
export type TermsChange = { title: string; before: string | null; after: string | null };

/** The sections in which one version differs from another: the notice contains nothing else. */
export function findTermsChanges(before: TermsWords, after: TermsWords): TermsChange[] {
  const ids = new Set([...before.sections, ...after.sections].map(({ id }) => id));
  return [...ids].flatMap((id) => {
    const [was, becomes] = [before, after].map((words) =>
      words.sections.find((section) => section.id === id),
    );
    const change = {
      title: becomes?.title ?? was?.title ?? "",
      before: was ? writeClauses(was) : null,
      after: becomes ? writeClauses(becomes) : null,
    };
    const isSame = change.before === change.after && was?.title === becomes?.title;
    return isSame ? [] : [change];
  });
}

/** The content of a version's notice in one language; null if there is no such version. */
export function describeTermsChange(
  id: string,
  locale: Locale,
  versions: readonly TermsVersion[] = TERMS_VERSIONS,
) {
  const version = versions.find((each) => each.id === id);
  const before = versions.find(
    (each) => each.document === version?.document && each.version === version.version - 1,
  );
  if (!version || !before) return null;
  return {
    date: formatDate(version.from, locale),
    until: formatDate(refuseUntil(version), locale),
    changes: findTermsChanges(readTerms(before, locale), readTerms(version, locale)),
    path: paths.termsVersion(id),
  };
}

export const termsMessages = {
  terms_change: {
    prepare: async ({ locale }, { version }) =>
      findTermsVersion(version) ? describeTermsChange(version, locale) : null,
  },
} satisfies Partial<MessageOwners>;
