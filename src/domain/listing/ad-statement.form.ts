import { type CompleteAnswersOf, definePageForm } from "#forms/define-form.ts";
import type { Answers } from "#forms/questions/question-kind.ts";
import type { listingTable } from "./listing.table.ts";

// What whoever sells says of their ad itself, beside the form of the car. Staff who change somebody
// else's listing are not asked: they cannot say it in the seller's place.

/** Asked of a dealership, whose advertised price must hold every fee (docs/ad-rules.md). */
export const dealershipAdForm = definePageForm({
  name: "dealership-ad",
  messagePrefix: "ad_statement",
  questions: [
    { kind: "consent", name: "isAllInPrice", hint: true },
    { kind: "text", name: "stockNumber", maxLength: 30, hint: true, optional: true },
  ],
});

/**
 * Asked of a person: who sells the cars of others is a dealer, and needs a licence. Their own phone number
 * is shown to nobody until they say so.
 */
export const privateAdForm = definePageForm({
  name: "private-ad",
  messagePrefix: "ad_statement",
  questions: [
    { kind: "consent", name: "isOwnCar", hint: true },
    { kind: "consent", name: "showsPhone", hint: true, optional: true },
  ],
});

export type AdStatement = Pick<
  typeof listingTable.$inferSelect,
  "isAllInPrice" | "stockNumber" | "isOwnCar" | "showsPhone"
>;

/** Good answers as columns. */
export function toDealershipStatement(
  answers: CompleteAnswersOf<typeof dealershipAdForm>,
): AdStatement {
  const { isAllInPrice, stockNumber = null } = answers;
  return { isAllInPrice, stockNumber, isOwnCar: false, showsPhone: false };
}

export function toPrivateStatement({
  isOwnCar,
  showsPhone,
}: CompleteAnswersOf<typeof privateAdForm>): AdStatement {
  return { isAllInPrice: false, stockNumber: null, isOwnCar, showsPhone: showsPhone === true };
}

/** What a listing says already, for either form. */
export function toStatementAnswers(said: AdStatement): Answers {
  return {
    ...(said.isAllInPrice && { isAllInPrice: true }),
    ...(said.stockNumber !== null && { stockNumber: said.stockNumber }),
    ...(said.isOwnCar && { isOwnCar: true }),
    ...(said.showsPhone && { showsPhone: true }),
  };
}
