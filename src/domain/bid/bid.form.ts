import { type CompleteAnswersOf, defineForm, definePageForm } from "#forms/define-form.ts";
import { BID_MAXIMUM_CAD, BID_MESSAGE_MAX_LENGTH, BID_MINIMUM_CAD, BID_STEP_CAD } from "./bid.ts";

/**
 * A bid as the back office reads it: the fields of SPEC.md §3. It is not posted to `/forms/…`: a
 * bid is stored by `placeBid`, which fills in who bids and on which car.
 */
export const bidForm = defineForm({
  name: "bid",
  version: 1,
  basePath: "/my-bids",
  messagePrefix: "bid_form",
  steps: [
    {
      slug: "bid",
      questions: [
        { kind: "person-name", name: "bidderName" },
        { kind: "email", name: "bidderEmail" },
        { kind: "phone", name: "bidderPhone" },
        { kind: "amount", name: "proposedPrice", min: BID_MINIMUM_CAD, max: BID_MAXIMUM_CAD },
        {
          kind: "long-text",
          name: "bidderMessage",
          maxLength: BID_MESSAGE_MAX_LENGTH,
          optional: true,
        },
      ],
    },
    {
      slug: "car",
      questions: [
        { kind: "text", name: "year", row: "car" },
        { kind: "text", name: "make", row: "car" },
        { kind: "text", name: "model", row: "car" },
        { kind: "text", name: "trim", row: "car", optional: true },
        { kind: "amount", name: "productPrice", min: 0, max: BID_MAXIMUM_CAD },
        { kind: "text", name: "vin", optional: true },
        { kind: "text", name: "productId" },
      ],
    },
  ],
});

export type BidAnswers = CompleteAnswersOf<typeof bidForm>;

/**
 * What a bidder types; who bids, and on which car, is known. Its page and its dialog render it with
 * their own markup.
 */
export const placeBidForm = definePageForm({
  name: "place-bid",
  messagePrefix: "bid_form",
  questions: [
    { kind: "phone", name: "bidderPhone" },
    {
      kind: "number",
      name: "proposedPrice",
      unit: "cad",
      min: BID_MINIMUM_CAD,
      max: BID_MAXIMUM_CAD,
      step: BID_STEP_CAD,
    },
    {
      kind: "long-text",
      name: "bidderMessage",
      maxLength: BID_MESSAGE_MAX_LENGTH,
      optional: true,
    },
  ],
});
