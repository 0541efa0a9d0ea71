import { expect, test } from "vitest";
import { decideDealerRequestState } from "./dealer-requests.server.ts";

const OPEN = {
  ownOffer: null,
  isCountered: false,
  isSold: false,
  wantsOffers: true,
  hasDeclined: false,
} as const;

test.each([
  ["waiting", {}],
  ["offered", { ownOffer: "open" }],
  ["offered", { ownOffer: "open", wantsOffers: false }],
  ["countered", { ownOffer: "open", isCountered: true }],
  ["offered", { ownOffer: "open", isCountered: true, wantsOffers: false }],
  ["accepted", { ownOffer: "accepted", isSold: true }],
  ["sold_elsewhere", { isSold: true }],
  ["sold_elsewhere", { ownOffer: "passed_over", isSold: true }],
  ["declined", { ownOffer: "declined" }],
  ["expired", { ownOffer: "expired" }],
  ["not_wanted", { wantsOffers: false }],
  ["not_wanted", { ownOffer: "declined", wantsOffers: false }],
  ["passed", { hasDeclined: true }],
  ["passed", { ownOffer: "declined", hasDeclined: true }],
  ["offered", { ownOffer: "open", hasDeclined: true }],
  ["sold_elsewhere", { isSold: true, hasDeclined: true }],
] as const)("a request is %s to a dealership with %o", (state, input) => {
  expect(decideDealerRequestState({ ...OPEN, ...input })).toBe(state);
});
