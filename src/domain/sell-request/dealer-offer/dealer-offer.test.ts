import { describe, expect, test } from "vitest";
import { canUndoDecline, type OfferFacts, decideOfferState } from "./dealer-offer.ts";

const TODAY = "2026-11-21";
const OPEN: OfferFacts = {
  decision: null,
  isWithdrawn: false,
  isReplaced: false,
  isPassedOver: false,
  validUntil: TODAY,
};

describe("an offer", () => {
  test.each<[string, Partial<OfferFacts>]>([
    ["open", {}],
    ["open", { validUntil: "2026-11-22" }],
    ["expired", { validUntil: "2026-11-20" }],
    ["accepted", { decision: "accepted", validUntil: "2026-11-20" }],
    ["declined", { decision: "declined" }],
    ["declined", { decision: "declined", validUntil: "2026-11-20" }],
    ["withdrawn", { isWithdrawn: true, decision: "declined" }],
    ["replaced", { isReplaced: true, decision: "declined" }],
    ["passed_over", { isPassedOver: true }],
    ["passed_over", { isPassedOver: true, decision: "declined" }],
  ])("is %s with %o", (state, facts) => {
    expect(decideOfferState({ ...OPEN, ...facts }, TODAY)).toBe(state);
  });

  test.each<[boolean, Partial<OfferFacts>]>([
    [true, {}],
    [false, { validUntil: "2026-11-20" }],
    [false, { isWithdrawn: true }],
    [false, { isReplaced: true }],
    [false, { isPassedOver: true }],
    [false, { decision: null }],
  ])("once declined, can be opened again: %s with %o", (can, facts) => {
    expect(canUndoDecline({ ...OPEN, decision: "declined", ...facts }, TODAY)).toBe(can);
  });
});
