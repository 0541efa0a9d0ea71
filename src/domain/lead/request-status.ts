import type { LeadKind } from "#values/lead-kind.ts";
import type { LeadStatus } from "./lead.ts";

/** How far a request is, in the words of the person who sent it. */
export const REQUEST_STATUSES = [
  "received",
  "contacted",
  "documents",
  "in_review",
  "approved",
  "agreed",
  "completed",
  "closed",
  "withdrawn",
] as const;
export type RequestStatus = (typeof REQUEST_STATUSES)[number];

type Stages = Readonly<Record<LeadStatus, RequestStatus>>;

/** For credit: a lender reviews it and approves it. */
const CREDIT: Stages = {
  new: "received",
  contacted: "contacted",
  documents: "documents",
  lender: "in_review",
  approved: "approved",
  delivered: "completed",
  closed: "closed",
};

/** For a car that is sold: nobody is approved, a price is agreed on. */
const CAR: Stages = { ...CREDIT, approved: "agreed" };

/**
 * A call-back request has no papers and no lender: whatever stage staff chose, the person was
 * called.
 */
const CALL: Stages = {
  new: "received",
  contacted: "contacted",
  documents: "contacted",
  lender: "contacted",
  approved: "contacted",
  delivered: "completed",
  closed: "closed",
};

const STATUS_AT: Readonly<Record<LeadKind, Stages>> = {
  pre_approval: CREDIT,
  credit_application: CREDIT,
  call_back: CALL,
  offer_request: CAR,
  sell_car: CAR,
  bid: CAR,
};

/** What the stage that staff see means for the sender of the request. */
export function findRequestStatus(lead: {
  kind: LeadKind;
  status: LeadStatus;
  /** Its sender withdrew it. */
  isWithdrawn: boolean;
}): RequestStatus {
  return lead.isWithdrawn ? "withdrawn" : STATUS_AT[lead.kind][lead.status];
}

/** True if nothing more happens with the request. */
export function isOver(status: RequestStatus): boolean {
  return status === "completed" || status === "closed" || status === "withdrawn";
}
