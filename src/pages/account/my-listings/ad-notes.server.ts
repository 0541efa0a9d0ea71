import {
  describeFinding,
  type DescribedFinding,
} from "#domain/ad-rules/describe-finding.server.ts";
import { type Finding, findFindings } from "#domain/ad-rules/find-findings.ts";
import { draftAd, findAdDealership } from "#domain/listing/listing-ad.server.ts";
import { listingForm } from "#domain/listing/listing.form.ts";
import { findSellingDealership } from "#domain/listing/write-listing.server.ts";
import type { RefusedAnswer } from "#forms/field-error.ts";
import type { RawFields } from "#forms/questions/raw-fields.ts";
import { readContextFor } from "#forms/read-context.server.ts";
import { readForm } from "#forms/read-form.ts";
import { now } from "#platform/clock/clock.server.ts";
import { db } from "#platform/database/database.server.ts";
import type { SignedInUser, Visitor } from "#platform/request/visitor.server.ts";
import { dealershipAdForm } from "#domain/listing/ad-statement.form.ts";

export type AdNotes = {
  notes: readonly DescribedFinding[];
  /** Findings of a kind that must be corrected, as errors of the form and of the ad statement. */
  musts: readonly Finding[];
};

/** What the rules find in a listing while it is written, if the field is in its form. */
export async function findAdNotes(
  raw: RawFields,
  user: SignedInUser,
  { locale }: Pick<Visitor, "locale">,
): Promise<AdNotes> {
  const context = readContextFor(locale, now());
  const own = await findSellingDealership(db(), user);
  const dealership = own && (await findAdDealership(db(), own.id));
  const answers = dealership ? readForm(dealershipAdForm, raw, context).answers : {};
  const ad = draftAd(readForm(listingForm, raw, context).answers, answers, dealership);
  const findings = findFindings(ad).filter(({ field }) => field !== null);
  return {
    notes: describeAll(findings, locale, dealership === null),
    musts: findings.filter(({ severity }) => severity === "must"),
  };
}

export function describeAll(
  findings: readonly Finding[],
  locale: Visitor["locale"],
  isPrivate: boolean,
): DescribedFinding[] {
  return findings.map((finding) => describeFinding(finding, locale, { isPrivate }));
}

/** Musts as errors, for the two forms that they concern. */
export function toRefusedAnswers(
  musts: readonly Finding[],
  locale: Visitor["locale"],
): { listing: RefusedAnswer[]; statement: RefusedAnswer[] } {
  const requested: readonly string[] = dealershipAdForm.steps[0].questions.map(({ name }) => name);
  const refused = musts.flatMap((finding): RefusedAnswer[] => {
    const { field, text } = describeFinding(finding, locale, { isPrivate: false });
    return field ? [{ question: field, code: "ad_rule", params: { reason: text } }] : [];
  });
  return {
    listing: refused.filter(({ question }) => !requested.includes(question)),
    statement: refused.filter(({ question }) => requested.includes(question)),
  };
}
