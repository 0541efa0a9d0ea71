import { setTimeout as pause } from "node:timers/promises";
import { listenTo } from "#platform/database/database-watch.server.ts";
import { log, loggableError } from "#platform/log/log.server.ts";
import type { Channel } from "./events/event.ts";
import { takeUpFromGone } from "./message-lease.server.ts";
import { MESSAGE_OWED } from "./notify.server.ts";
import { sendNextMessage } from "./send.server.ts";

/** How many messages go out at a time. A provider that stalls holds up only what goes its way. */
const LANES: readonly (readonly Channel[])[] = [
  ...Array.from({ length: 4 }, () => ["email", "adf_email"] as const),
  ["spreadsheet"],
  ["sms"],
];

/**
 * A lane is woken when something is owed. It looks by itself for what becomes due by the clock (a
 * second try, a lease that ends), and where a notification gets lost.
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
  const stopListening = listenTo(MESSAGE_OWED, bell.ring);
  const lanes = Promise.all([
    ...LANES.map((channels) => workLane(channels, bell, stopping.signal)),
    lookForGone(bell, stopping.signal),
  ]);
  return async () => {
    stopListening();
    stopping.abort();
    await Promise.race([lanes, pause(LONGEST_STOP_MS, undefined, { ref: false })]);
  };
}

async function workLane(
  channels: readonly Channel[],
  bell: Bell,
  signal: AbortSignal,
): Promise<void> {
  let isFaulty = false;
  while (!signal.aborted) {
    // Taken before it looks: what is owed while it does is not missed.
    const rung = bell.next();
    try {
      const hasSent = await sendNextMessage(channels);
      isFaulty = false;
      if (!hasSent) await waitFor(POLL_MS, signal, rung);
    } catch (thrown) {
      // Said once: it would fill the log for as long as the database is away.
      if (!isFaulty) log.error("message worker failed", { error: loggableError(thrown) });
      isFaulty = true;
      await waitFor(POLL_AFTER_FAULT_MS, signal);
    }
  }
}

async function lookForGone(bell: Bell, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    // The database is away: the lanes say so.
    if (await takeUpFromGone().catch(() => false)) bell.ring();
    await waitFor(POLL_MS, signal);
  }
}

type Bell = { ring: () => void; next(): Promise<void> };

/** All who wait for the next ring hear it. */
function createBell(): Bell {
  let next = Promise.withResolvers<void>();
  return {
    ring: () => {
      next.resolve();
      next = Promise.withResolvers();
    },
    next: () => next.promise,
  };
}

/** The time, the end, or what comes `sooner`. */
async function waitFor(ms: number, signal: AbortSignal, sooner?: Promise<void>): Promise<void> {
  const over = new AbortController();
  const timer = pause(ms, undefined, { signal: AbortSignal.any([signal, over.signal]) });
  await Promise.race([timer.catch(() => undefined), ...(sooner ? [sooner] : [])]);
  over.abort();
}
