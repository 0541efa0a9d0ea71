import type { LeadStatus } from "#domain/lead/lead.ts";

const TONES: Record<LeadStatus, string> = {
  new: "chip--info",
  contacted: "chip--warn",
  documents: "chip--warn",
  lender: "chip--warn",
  approved: "chip--ok",
  delivered: "chip--ok",
  closed: "",
};

/** How far the work on a lead is. */
export function StatusChip({ status, text }: { status: LeadStatus; text: string }) {
  return <span className={`chip justify-self-start ${TONES[status]}`}>{text}</span>;
}
