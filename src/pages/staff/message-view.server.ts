import { EVENTS, isEventName } from "#domain/notification/events/events.ts";
import type { AttemptOutcome, MessageState } from "#domain/notification/message.table.ts";
import type { MessageWithAttempts } from "#domain/notification/messages.server.ts";
import { canSendAgain } from "#domain/notification/notify.server.ts";
import { m } from "#messages/messages.js";
import { formatDateTime, formatNumber } from "#values/format.ts";
import type { Locale } from "#values/locale.ts";

/** One message, sent or to be sent, with its newest attempts, as finished texts. */
export type MessageView = {
  id: string;
  /** "Row in the spreadsheet" */
  what: string;
  recipient: string;
  createdAt: string;
  state: MessageState;
  stateText: string;
  /** The time of the next attempt; null if there is none. */
  nextTry: string | null;
  canSendAgain: boolean;
  attempts: AttemptView[];
};

type AttemptView = {
  id: string;
  number: number;
  succeeded: boolean;
  outcome: string;
  /** The provider's response, unchanged. */
  detail: string;
  at: string;
  duration: string;
};

type Word = (_: object, in_: { locale: Locale }) => string;

const STATES: Record<MessageState, Word> = {
  waiting: m.staff_message_waiting,
  failed: m.staff_message_failed,
  sent: m.staff_message_sent,
  dead: m.staff_message_dead,
  withdrawn: m.staff_message_withdrawn,
};

const OUTCOMES: Record<AttemptOutcome, Word> = {
  sent: m.staff_outcome_sent,
  temporary: m.staff_outcome_temporary,
  permanent: m.staff_outcome_permanent,
  not_configured: m.staff_outcome_not_configured,
  interrupted: m.staff_outcome_interrupted,
};

export function viewMessage(message: MessageWithAttempts, locale: Locale): MessageView {
  const { id, event, recipient, createdAt, state, nextAttemptAt, tries } = message;
  return {
    id,
    what: nameEvent(event, locale),
    recipient,
    createdAt: formatDateTime(createdAt, locale),
    state,
    stateText: STATES[state]({}, { locale }),
    nextTry: state === "failed" ? formatDateTime(nextAttemptAt, locale) : null,
    canSendAgain: canSendAgain(message),
    attempts: tries.map((attempt) => ({
      id: attempt.id,
      number: attempt.number,
      succeeded: attempt.outcome === "sent",
      outcome: OUTCOMES[attempt.outcome]({}, { locale }),
      detail: attempt.detail,
      at: formatDateTime(attempt.at, locale),
      duration: `${formatNumber(attempt.durationMs, locale)}\u00a0ms`,
    })),
  };
}

/**
 * An event of an older release, unknown to this one, is shown as its code, so that the page does
 * not fail.
 */
export function nameEvent(event: string, locale: Locale): string {
  return isEventName(event) ? EVENTS[event].label({}, { locale }) : event;
}
