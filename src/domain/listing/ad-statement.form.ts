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

/** Asked of a person: who sells the cars of others is a dealer, and needs a licence. */
export const privateAdForm = definePageForm({
  name: "private-ad",
  messagePrefix: "ad_statement",
  questions: [{ kind: "consent", name: "isOwnCar", hint: true }],
});

export type AdStatement = Pick<
  typeof listingTable.$inferSelect,
  "isAllInPrice" | "stockNumber" | "isOwnCar"
>;

/** Good answers as columns. */
export function toDealershipStatement(
  answers: CompleteAnswersOf<typeof dealershipAdForm>,
): AdStatement {
  const { isAllInPrice, stockNumber = null } = answers;
  return { isAllInPrice, stockNumber, isOwnCar: false };
}

export const PRIVATE_STATEMENT: AdStatement = {
  isAllInPrice: false,
  stockNumber: null,
  isOwnCar: true,
};

/** What a listing says already, for either form. */
export function toStatementAnswers(said: AdStatement): Answers {
  return {
    ...(said.isAllInPrice && { isAllInPrice: true }),
    ...(said.stockNumber !== null && { stockNumber: said.stockNumber }),
    ...(said.isOwnCar && { isOwnCar: true }),
  };
}
