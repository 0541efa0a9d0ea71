/** How a person of ours first reached the sender of a lead, or wrote to them. */
export const CONTACT_WAYS = ["call", "mail", "sms"] as const;
export type ContactWay = (typeof CONTACT_WAYS)[number];

/**
 * Where a lead stands against the time that its sender was promised. `none`: nothing was promised,
 * or the lead ended before anybody had to contact its sender.
 */
export type DueState = "none" | "due" | "soon" | "overdue" | "met" | "late";

/** From here on the list colours it, and it comes first. */
const SOON_MS = 2 * 60 * 60_000;

/** The stages after which nobody owes the sender a first contact. */
const ENDED: readonly string[] = ["delivered", "closed"];

export function dueState(
  lead: { dueAt: Date | null; firstContactAt: Date | null; status: string },
  now: Date,
): DueState {
  const { dueAt, firstContactAt, status } = lead;
  if (dueAt === null) return "none";
  if (firstContactAt) return firstContactAt <= dueAt ? "met" : "late";
  if (ENDED.includes(status)) return "none";
  if (now > dueAt) return "overdue";
  return dueAt.getTime() - now.getTime() <= SOON_MS ? "soon" : "due";
}
