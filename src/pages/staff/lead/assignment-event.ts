import { m } from "#messages/messages.js";
import type { Locale } from "#values/locale.ts";

/** An assignment, or its end, in a lead's history. Whoever did it is said beside its time. */
type AssignmentEvent = {
  kind: string;
  byUserId: string | null;
  toUserId: string | null;
  toName: string | null;
};

export function nameAssignment(event: AssignmentEvent, locale: Locale): string {
  const { kind, byUserId, toUserId } = event;
  const name = event.toName ?? m.assignment_somebody({}, { locale });
  const isOwn = byUserId !== null && byUserId === toUserId;
  const [own, byNobody, byColleague] =
    kind === "assigned"
      ? [m.assignment_event_taken, m.assignment_event_by_rule, m.assignment_event_given]
      : [m.assignment_event_let_go, m.assignment_event_lost, m.assignment_event_taken_away];
  const title = isOwn ? own : byUserId === null ? byNobody : byColleague;
  return title({ name }, { locale });
}
