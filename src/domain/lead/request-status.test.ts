import { expect, test } from "vitest";
import { LEAD_KINDS } from "#values/lead-kind.ts";
import { LEAD_STATUSES } from "./lead.ts";
import { findRequestStatus } from "./request-status.ts";

const CREDIT = "received contacted documents in_review approved completed closed";
const CAR = "received contacted documents in_review agreed completed closed";
const CALL = "received contacted contacted contacted contacted completed closed";

test.each([
  ["pre_approval", CREDIT],
  ["credit_application", CREDIT],
  ["call_back", CALL],
  ["offer_request", CAR],
  ["sell_car", CAR],
  ["bid", CAR],
] as const)("at every stage of a %s its sender reads a status", (kind, expected) => {
  const read = LEAD_STATUSES.map((status) =>
    findRequestStatus({ kind, status, isWithdrawn: false }),
  );
  expect(read.join(" ")).toBe(expected);
});

test("what its sender ended is withdrawn, whatever stage and kind", () => {
  for (const kind of LEAD_KINDS)
    for (const status of LEAD_STATUSES)
      expect(findRequestStatus({ kind, status, isWithdrawn: true })).toBe("withdrawn");
});
