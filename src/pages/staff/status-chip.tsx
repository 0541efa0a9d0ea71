import type { LeadStatus } from "#domain/lead/lead-status.ts";

const TONES: Record<LeadStatus, string> = {
  new: "info",
  contacted: "warn",
  documents: "warn",
  lender: "warn",
  approved: "ok",
  delivered: "ok",
  closed: "",
};

export function StatusChip({ status, text }: { status: string; text: string }) {
  return (
    <span className={`chip justify-self-start ${TONES[status as LeadStatus] ?? ""}`}>{text}</span>
  );
}
