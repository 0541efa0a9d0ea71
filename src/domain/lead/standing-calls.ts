import type { LeadEventKind } from "./lead.ts";

/** The calls that reached the sender and were not taken back, oldest first like the events. */
export function listStandingCalls<E extends { kind: LeadEventKind }>(events: readonly E[]): E[] {
  const standing: E[] = [];
  for (const event of events) {
    if (event.kind === "call_reached") standing.push(event);
    else if (event.kind === "call_taken_back") standing.pop();
  }
  return standing;
}
