import { locateFieldError, type RefusedAnswer } from "#forms/field-error.ts";
import type { Answers } from "#forms/questions/question-kind.ts";
import type { RawFields } from "#forms/questions/raw-fields.ts";
import { readContextFor } from "#forms/read-context.server.ts";
import { readForm } from "#forms/read-form.ts";
import { translateIn } from "#forms/translate.server.ts";
import { viewForm } from "#forms/view-form.ts";
import type { FormView } from "#forms/view-model.ts";
import {
  type AdStatement,
  dealershipAdForm,
  privateAdForm,
  toDealershipStatement,
  toPrivateStatement,
} from "#domain/listing/ad-statement.form.ts";
import { findSellingDealership } from "#domain/listing/write-listing.server.ts";
import { now, today } from "#platform/clock/clock.server.ts";
import { db } from "#platform/database/database.server.ts";
import type { SignedInUser, Visitor } from "#platform/request/visitor.server.ts";

/**
 * The kind of seller, which decides the questions about the ad. Staff do not answer them for a
 * seller.
 */
export type AdSeller = "dealership" | "private" | "staff";

/** The kind of seller of a new listing. */
export async function findAdSeller(user: SignedInUser): Promise<AdSeller> {
  return (await findSellingDealership(db(), user)) ? "dealership" : "private";
}

/** The questions about the ad itself; null for staff. */
export function viewAdStatement(
  { locale }: Pick<Visitor, "locale">,
  seller: AdSeller,
  { answers = {}, typed, refused = [] }: Shown = {},
): FormView | null {
  if (seller === "staff") return null;
  const form = seller === "dealership" ? dealershipAdForm : privateAdForm;
  return viewForm(form, {
    answers,
    locale,
    translate: translateIn(locale),
    today: today(),
    ...(typed && { typed }),
    fieldErrors: refused.map((each) => locateFieldError(form, each)),
  });
}

type Shown = { answers?: Answers; typed?: RawFields; refused?: readonly RefusedAnswer[] };

type StatementReading =
  | { ok: true; statement: Partial<AdStatement> }
  | { ok: false; fieldErrors: readonly RefusedAnswer[] };

/** The posted answers about the ad, as columns; empty if staff posted them. */
export function readAdStatement(
  raw: RawFields,
  seller: AdSeller,
  { locale }: Pick<Visitor, "locale">,
): StatementReading {
  if (seller === "staff") return { ok: true, statement: {} };
  const context = readContextFor(locale, now());
  if (seller === "private") {
    const read = readForm(privateAdForm, raw, context);
    return read.ok ? { ok: true, statement: toPrivateStatement(read.answers) } : read;
  }
  const read = readForm(dealershipAdForm, raw, context);
  return read.ok ? { ok: true, statement: toDealershipStatement(read.answers) } : read;
}
