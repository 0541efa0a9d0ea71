import { describe, expect, test } from "vitest";
import {
  awaitsDealership,
  canCounter,
  canUndoDecline,
  decideOfferState,
  findAgreedAmount,
  type OfferFacts,
  readCounter,
} from "./dealer-offer.ts";

const TODAY = "2026-11-21";
const OPEN: OfferFacts = {
  decision: null,
  isWithdrawn: false,
  isReplaced: false,
  isPassedOver: false,
  carOtherwise: "available",
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
    ["on_hold", { carOtherwise: "held" }],
    ["expired", { carOtherwise: "held", validUntil: "2026-11-20" }],
    ["declined", { carOtherwise: "held", decision: "declined" }],
    ["passed_over", { carOtherwise: "sold" }],
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

describe("a price in return for an offer of $15,000", () => {
  const named = (answer: "accepted" | "declined" | null) => ({ amountCad: 16_000, answer });

  test.each([
    ["open", null, { can: true, awaits: false, agreed: 15_000 }],
    ["open", named(null), { can: false, awaits: true, agreed: 15_000 }],
    ["open", named("declined"), { can: false, awaits: false, agreed: 15_000 }],
    ["accepted", named("accepted"), { can: false, awaits: false, agreed: 16_000 }],
    ["accepted", named(null), { can: false, awaits: false, agreed: 15_000 }],
    ["declined", null, { can: false, awaits: false, agreed: 15_000 }],
    ["declined", named(null), { can: false, awaits: false, agreed: 15_000 }],
    ["expired", named(null), { can: false, awaits: false, agreed: 15_000 }],
    ["replaced", null, { can: false, awaits: false, agreed: 15_000 }],
  ] as const)("that is %s, with %o", (state, counter, { can, awaits, agreed }) => {
    const offer = { state, amountCad: 15_000, counter };
    expect(canCounter(offer)).toBe(can);
    expect(awaitsDealership(offer)).toBe(awaits);
    expect(findAgreedAmount(offer)).toBe(agreed);
  });
});

test.each([
  ["16,000", 16_000],
  ["15 251 $", 15_251],
  ["15250", null],
  ["2000001", null],
  ["15300.50", null],
  ["more", null],
  ["", null],
])("a price of %j in return for $15,250 is %s", (typed, amountCad) => {
  expect(readCounter(typed, 15_250)).toBe(amountCad);
});
