import type { LeadRowView } from "./lead-list.server.ts";

/** For the lead that is open: where it stands in the list, and which one follows. */
export type LeadsBeside = {
  isListed: boolean;
  next: Pick<LeadRowView, "name" | "href"> | null;
  /** The list's next page, if the lead is the last of this one. */
  olderHref: string | null;
};
