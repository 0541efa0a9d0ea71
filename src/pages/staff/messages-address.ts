import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import { isKey } from "#values/record.ts";
import { isUuid } from "#values/uuid.ts";

/** The tabs of the list by the value of the address's `show`, and the message states of each. */
export const TABS = {
  dead: { states: ["dead"], text: m.staff_messages_dead },
  waiting: { states: ["waiting", "failed"], text: m.staff_messages_waiting },
  sent: { states: ["sent"], text: m.staff_messages_sent },
  unmatched: { states: [], text: m.inbound_mail_tab },
  withdrawn: { states: ["withdrawn"], text: m.staff_messages_withdrawn },
} as const;
export type Tab = keyof typeof TABS;

/** The tabs with a count: how many messages need staff, and how many are on their way. */
export const COUNTED = ["dead", "waiting"] as const satisfies readonly Tab[];

/** Which messages the page's address asks for. */
export function readAddress(request: Request): { tab: Tab; olderThan: string | null } {
  const query = new URL(request.url).searchParams;
  const show = query.get("show") ?? "";
  const olderThan = query.get("older_than") ?? "";
  return {
    tab: isKey(TABS, show) ? show : "dead",
    olderThan: isUuid(olderThan) ? olderThan : null,
  };
}

export function buildAddress(tab: Tab, olderThan: string | null = null): string {
  const query = new URLSearchParams();
  if (tab !== "dead") query.set("show", tab);
  if (olderThan) query.set("older_than", olderThan);
  return query.size > 0 ? `${paths.staffMessages()}?${query}` : paths.staffMessages();
}
