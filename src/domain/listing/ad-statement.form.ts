import { type CompleteAnswersOf, definePageForm } from "#forms/define-form.ts";
import type { Answers } from "#forms/questions/question-kind.ts";
import type { listingTable } from "./listing.table.ts";

// What the seller states about the ad itself, asked beside the form of the car. Staff who change
// somebody else's listing are not asked, because they cannot state it for the seller.

/** For a dealership, whose advertised price must include every fee (docs/ad-rules.md). */
export const dealershipAdForm = definePageForm({
  name: "dealership-ad",
  messagePrefix: "ad_statement",
  questions: [
    { kind: "consent", name: "isAllInPrice", hint: true },
    { kind: "text", name: "stockNumber", maxLength: 30, hint: true, optional: true },
  ],
});

/**
 * For a private seller: a person who sells other people's cars is a dealer, and needs a licence.
 * Their phone number is not shown to anybody until they allow it.
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

/** The parsed answers as columns. */
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

/** The statements that a listing already has, as answers of either form. */
export function toStatementAnswers(said: AdStatement): Answers {
  return {
    ...(said.isAllInPrice && { isAllInPrice: true }),
    ...(said.stockNumber !== null && { stockNumber: said.stockNumber }),
    ...(said.isOwnCar && { isOwnCar: true }),
    ...(said.showsPhone && { showsPhone: true }),
  };
}
