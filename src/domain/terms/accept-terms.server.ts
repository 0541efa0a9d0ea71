import { and, asc, eq, inArray } from "drizzle-orm";
import type { WhenOpened } from "#domain/identity/sign-up.server.ts";
import { type ConsentInput, TERMS_PURPOSES } from "#domain/lead/consent.ts";
import { consentTable } from "#domain/lead/consent.table.ts";
import { recordAccountConsents, replaceAccountConsents } from "#domain/lead/consents.server.ts";
import { buildEnglishBox } from "#forms/english-chosen.ts";
import { now } from "#platform/clock/clock.server.ts";
import { db } from "#platform/database/database.server.ts";
import { calendarDay } from "#values/format.ts";
import type { Locale } from "#values/locale.ts";
import { findTermsOn, type TermsDocument } from "./terms.ts";
import { findTermsInForce, writeTermsText } from "./terms-words.server.ts";

const PURPOSES = { site: "site_terms", dealers: "dealer_terms" } as const;

/** The acceptance of the terms that are in force, with the text that was read. */
export function termsAcceptance(
  document: TermsDocument,
  input: { locale: Locale; channel: string; givenAt: Date },
): ConsentInput {
  const version = findTermsOn(calendarDay(input.givenAt), document);
  return {
    ...input,
    purpose: PURPOSES[document],
    text: writeTermsText(version, input.locale),
    textVersion: version.version,
  };
}

/**
 * What opening an account must also store: its page says that the terms are accepted with it, and
 * this happens in the same transaction. An earlier acceptance for the same account is replaced,
 * because the address was not proved then.
 */
export function acceptSiteTerms(channel: string): WhenOpened {
  return async (transaction, { id, locale, isEnglishChosen }) => {
    const input = { locale, channel, givenAt: now() };
    await replaceAccountConsents(transaction, id, [
      ...(isEnglishChosen ? [languageChoice(input)] : []),
      termsAcceptance("site", input),
    ]);
  };
}

/**
 * The choice of English for the terms, with its own text (Charter of the French language, s. 55).
 */
function languageChoice(input: { locale: Locale; channel: string; givenAt: Date }): ConsentInput {
  const { text, version } = buildEnglishBox(input.locale);
  return { ...input, purpose: "contract_language", text, textVersion: version };
}

/**
 * The version of the dealership terms in force, and whether a member of the dealership accepted it.
 */
export async function findDealerTerms(dealershipId: string) {
  const { version } = findTermsInForce("dealers");
  const accepted = await db().$count(
    consentTable,
    and(
      eq(consentTable.purpose, PURPOSES.dealers),
      eq(consentTable.dealershipId, dealershipId),
      eq(consentTable.textVersion, version),
    ),
  );
  return { version, isAccepted: accepted > 0 };
}

/** Accepts them for a dealership, by one of its members. */
export async function acceptDealerTerms(
  userId: string,
  dealershipId: string,
  locale: Locale,
): Promise<void> {
  const input = { locale, channel: "web: /dealer/terms", givenAt: now() };
  const acceptance = { ...termsAcceptance("dealers", input), dealershipId };
  await recordAccountConsents(db(), userId, [acceptance]);
}

/** The terms that an account accepted, the earliest first. */
export async function listAcceptedTerms(userId: string) {
  const { purpose, textVersion, givenAt } = consentTable;
  return db()
    .select({ purpose, textVersion, givenAt })
    .from(consentTable)
    .where(and(eq(consentTable.userId, userId), inArray(purpose, TERMS_PURPOSES)))
    .orderBy(asc(givenAt));
}
