import { type CompleteAnswersOf, defineForm } from "#forms/define-form.ts";
import { BID_MAXIMUM_CAD, BID_MESSAGE_MAX_LENGTH, BID_MINIMUM_CAD } from "./bid.ts";

/**
 * A bid as the back office reads it: the fields of SPEC.md §3. It is not posted to `/forms/…`: a bid
 * comes in by `placeBid`, which fills in who bids and on which car.
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
