import { setTimeout as pause } from "node:timers/promises";
import { listenTo } from "#platform/database/database-watch.server.ts";
import { log, loggableError } from "#platform/log/log.server.ts";
import type { Channel } from "./events/event.ts";
import { type Bell, createBell } from "./bell.ts";
import { takeUpFromGone } from "./message-lease.server.ts";
import { MESSAGE_OWED } from "./notify.server.ts";
import { sendNextMessage } from "./send.server.ts";

/** How many messages are sent at a time. A provider that stalls delays only its own channels. */
const QUEUES: readonly { channels: readonly Channel[]; consumers: number }[] = [
  { channels: ["email", "adf_email"], consumers: 4 },
  { channels: ["spreadsheet"], consumers: 1 },
  { channels: ["sms"], consumers: 1 },
  { channels: ["push"], consumers: 1 },
  // Many receivers share it, and one that stalls soon rests.
  { channels: ["https"], consumers: 2 },
];

/**
 * Consumers are woken when a message is owed. They also poll, for messages that become due by the
 * clock (a second try, a lease that ends) and for lost notifications. Consumers of the same
 * channels take turns.
 */
const POLL_MS = 5_000;
/** The pace of retries while the database is unavailable. */
const POLL_AFTER_FAULT_MS = 1_000;
/**
 * What takes longer than this when the site stops is left to its lease: another process sends it.
 */
const LONGEST_STOP_MS = 10_000;

/**
 * Called at boot, after `configureMessages`: sends messages until the returned function is called.
 */
export function startMessageWorker(): () => Promise<void> {
  const stopping = new AbortController();
  const bell = createBell();
  const stopListening = listenTo(MESSAGE_OWED, withPauses(bell.ring));
  const consumers = Promise.all([
    ...QUEUES.flatMap(({ channels, consumers: count }) =>
      Array.from({ length: count }, (_, consumer) =>
        consumeQueue({ channels, bell, signal: stopping.signal, consumer, count }),
      ),
    ),
    pollForGone(bell, stopping.signal),
  ]);
  return async () => {
    stopListening();
    stopping.abort();
    await Promise.race([consumers, pause(LONGEST_STOP_MS, undefined, { ref: false })]);
  };
}

/** In a rush of leads, every consumer would otherwise query in vain after each of them. */
const PAUSE_BETWEEN_RINGS_MS = 100;

/**
 * Calls `act` at once, but not again during the pause; a call during the pause is made at its end.
 */
function withPauses(act: () => void): () => void {
  let isPausing = false;
  let isOwed = false;
  return function actOrOwe() {
    isOwed = isPausing;
    if (isPausing) return;
    act();
    isPausing = true;
    setTimeout(() => {
      isPausing = false;
      if (isOwed) actOrOwe();
    }, PAUSE_BETWEEN_RINGS_MS).unref();
  };
}

async function consumeQueue({
  channels,
  bell,
  signal,
  consumer,
  count,
}: {
  channels: readonly Channel[];
  bell: Bell;
  signal: AbortSignal;
  /** The index of this consumer among the `count` consumers of these channels. */
  consumer: number;
  count: number;
}): Promise<void> {
  let isFaulty = false;
  let isInTurn = false;
  while (!signal.aborted) {
    const since = bell.rings();
    try {
      const hasSent = await sendNextMessage(channels);
      isFaulty = false;
      isInTurn =
        !hasSent &&
        (await bell.wait({ since, ms: POLL_MS * (isInTurn ? count : consumer + 1), signal })) ===
          "over";
    } catch (thrown) {
      // Logged once: otherwise it would fill the log while the database is unavailable.
      if (!isFaulty) log.error("message worker failed", { error: loggableError(thrown) });
      isFaulty = true;
      await pause(POLL_AFTER_FAULT_MS, undefined, { signal }).catch(() => undefined);
    }
  }
}

async function pollForGone(bell: Bell, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    // Nothing is logged if the database is unavailable: the consumers log that.
    if (await takeUpFromGone().catch(() => false)) bell.ring();
    await pause(POLL_MS, undefined, { signal }).catch(() => undefined);
  }
}
