import { setTimeout as pause } from "node:timers/promises";
import { listenTo } from "#platform/database/database-watch.server.ts";
import { log, loggableError } from "#platform/log/log.server.ts";
import type { Channel } from "./events/event.ts";
import { type Bell, createBell } from "./bell.ts";
import { takeUpFromGone } from "./message-lease.server.ts";
import { MESSAGE_OWED } from "./notify.server.ts";
import { sendNextMessage } from "./send.server.ts";

/** How many messages go out at a time. A provider that stalls holds up only what goes its way. */
const QUEUES: readonly { channels: readonly Channel[]; consumers: number }[] = [
  { channels: ["email", "adf_email"], consumers: 4 },
  { channels: ["spreadsheet"], consumers: 1 },
  { channels: ["sms"], consumers: 1 },
];

/**
 * Consumers are woken when something is owed. By themselves they look for what becomes due by the clock (a
 * second try, a lease that ends), and where a notification gets lost: those that send the same in turn.
 */
const POLL_MS = 5_000;
/** A database that went away is asked again at this pace. */
const POLL_AFTER_FAULT_MS = 1_000;
/** Whatever takes longer when the site stops is left to its lease: another process takes it up. */
const LONGEST_STOP_MS = 10_000;

/** Boot, after `configureMessages`: messages go out until the returned function is called. */
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

/** In a rush of leads every consumer would ask in vain after each of them. */
const PAUSE_BETWEEN_RINGS_MS = 100;

/** Acts at once, and then not again for a moment, at whose end it makes up for what it left out. */
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
  /** Which of the `count` consumers of these channels. */
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
      // Said once: it would fill the log for as long as the database is away.
      if (!isFaulty) log.error("message worker failed", { error: loggableError(thrown) });
      isFaulty = true;
      await pause(POLL_AFTER_FAULT_MS, undefined, { signal }).catch(() => undefined);
    }
  }
}

async function pollForGone(bell: Bell, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    // The database is away: the consumers say so.
    if (await takeUpFromGone().catch(() => false)) bell.ring();
    await pause(POLL_MS, undefined, { signal }).catch(() => undefined);
  }
}
