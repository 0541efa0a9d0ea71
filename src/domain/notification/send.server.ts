import { setTimeout as pause } from "node:timers/promises";
import { db } from "#platform/database/database.server.ts";
import { log, loggableError } from "#platform/log/log.server.ts";
import { sendFailure, type SendResult } from "#platform/outgoing/send-result.ts";
import { hrefIn } from "#ui/locale-href.ts";
import type { Locale } from "#values/locale.ts";
import { type Channel, Postponed, type Recipient, type Rendering } from "./events/event.ts";
import {
  type EventName,
  EVENTS,
  isEventName,
  type StoredParams,
  type LateEventName,
} from "./events/events.ts";
import {
  type Attempt,
  claimMessage,
  type Claimed,
  letGo,
  markHandedOver,
  postpone,
  SENT,
  settle,
  storeClaimed,
  withdraw,
  appendAttempt,
} from "./message-lease.server.ts";
import { decideMails, MailRefused } from "./mail-budget.server.ts";
import { findOwner, getSiteOrigin } from "./message-owners.server.ts";
import { isStillUseful, readParams } from "./notify.server.ts";
import { decideAfterFailure } from "./retry-rule.ts";
import { handOver } from "./senders.server.ts";

const LONGEST_WAIT_FOR_RECORD_MS = 3_000;

/**
 * Sends a message within the current request and returns whether the provider accepted it: for a
 * code by SMS, the person must know at once. It is listed with the other messages, but its params
 * are never stored, so it is tried once only. Its sender's budget is checked first, as for every
 * message (`makeMessageRows`).
 */
export async function notifyNow<E extends Exclude<EventName, LateEventName>>(input: {
  event: E;
  to: string;
  locale: Locale;
  params: StoredParams<E>;
  /** The account that it is sent to, if any. */
  userId?: string;
}): Promise<SendResult> {
  const siteOrigin = getSiteOrigin();
  const { event, to, locale, params } = input;
  const { channel, compose } = EVENTS[event];
  const composed = await compose(params, createRendering(locale, siteOrigin), undefined);
  if (!composed.ok) throw new Error(`The params of ${event} are not its own.`);
  if (!(await mayGoNow(EVENTS[event].recipient))) {
    return sendFailure("permanent", "Its sender caused too many mails within an hour or a day.");
  }
  const { userId = null } = input;
  const message = await storeClaimed({ event, channel, recipient: to, locale, userId });
  const startedAt = performance.now();
  const result = await handOver(message, channel, composed.content, siteOrigin);
  const tried = { ...describeAttempt(result), durationMs: durationSince(startedAt) };
  // The caller gets the provider's answer even if the database is unavailable meanwhile.
  const settled = settle(message, tried, result.ok ? SENT : { state: "dead" });
  await Promise.race([settled, pause(LONGEST_WAIT_FOR_RECORD_MS, undefined, { ref: false })]);
  return result;
}

async function mayGoNow(recipient: Recipient): Promise<boolean> {
  try {
    const [decision] = await decideMails([recipient]);
    return decision === "send";
  } catch (error) {
    if (error instanceof MailRefused) return false;
    throw error;
  }
}

/** Sends the message that has been due for the longest time. Returns false if none is due. */
export async function sendNextMessage(channels: readonly Channel[]): Promise<boolean> {
  const message = await claimMessage(channels);
  if (!message) return false;
  try {
    await attempt(message);
  } finally {
    letGo(message);
  }
  return true;
}

async function attempt(message: Claimed): Promise<void> {
  if (message.handedOverAt !== null) {
    if (message.channel === "sms")
      return settle(message, interrupted, decideAfterFailure("permanent", 1));
    await appendAttempt(db(), message, interrupted);
  }
  const startedAt = performance.now();
  const result = await tryToSend(message);
  if (result === "not_owed") return withdraw(message);
  if (result === "not_ours") return;
  if (result instanceof Postponed) return postpone(message, result.until);
  const durationMs = durationSince(startedAt);
  const after = result.ok ? SENT : decideAfterFailure(result.code, message.attempts);
  await settle(message, { ...describeAttempt(result), durationMs }, after);
  if (isEventName(message.event)) await findOwner(message.event)?.tried?.(message, result);
}

function describeAttempt(result: SendResult) {
  return result.ok
    ? ({ outcome: "sent", detail: result.providerId } as const)
    : { outcome: result.code, detail: result.detail };
}

/**
 * The process that had it ended while the provider was answering, so it may have been sent or not.
 * An e-mail is sent again with the same Message-ID, by which a receiver detects the second copy. An
 * SMS has no such id, so a person decides.
 */
const interrupted: Attempt = {
  outcome: "interrupted",
  detail: "The server stopped while it was being sent: it may have arrived.",
  durationMs: 0,
};

type Tried = SendResult | Postponed | "not_owed" | "not_ours";

async function tryToSend(message: Claimed): Promise<Tried> {
  try {
    if (!isEventName(message.event)) {
      return sendFailure("permanent", "This version of the site no longer knows this message.");
    }
    return await composeAndSend(message, message.event);
  } catch (thrown) {
    log.error("message failed", { event: message.event, error: loggableError(thrown) });
    return sendFailure("temporary", "The site could not write this message: see its log.");
  }
}

async function composeAndSend<E extends EventName>(message: Claimed, event: E): Promise<Tried> {
  if (!isStillUseful({ event, createdAt: message.createdAt })) {
    return sendFailure("permanent", "It came too late to be of use.");
  }
  const siteOrigin = getSiteOrigin();
  const owner = findOwner(event);
  const prepare = owner?.prepare;
  const recipient = (await owner?.readdress?.(message)) ?? message.recipient;
  const composed = await EVENTS[event].compose(
    await readParams(message),
    createRendering(message.locale, siteOrigin),
    prepare && ((stored) => prepare(message, stored)),
  );
  if (!composed.ok) {
    if (composed.code === "postponed") return new Postponed(composed.until);
    return composed.code === "not_owed" ? "not_owed" : sendFailure("permanent", composed.detail);
  }
  if (!(await markHandedOver(message, recipient))) return "not_ours";
  return handOver({ ...message, recipient }, EVENTS[event].channel, composed.content, siteOrigin);
}

export function createRendering(locale: Locale, siteOrigin: string): Rendering {
  return { locale, link: (path) => new URL(hrefIn(path, locale), siteOrigin).href };
}

function durationSince(startedAt: number): number {
  return Math.round(performance.now() - startedAt);
}
