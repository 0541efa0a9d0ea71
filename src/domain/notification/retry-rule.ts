import type { SendFailure } from "#platform/outgoing/send-result.ts";

const FIRST_WAITS_SECONDS = [10, 30, 60, 120];
/** So that what waits for a provider goes out within five minutes of its coming back. */
const LONGEST_WAIT_SECONDS = 240;
/** Six hours and a little: an outage of an afternoon loses nothing. */
export const MOST_ATTEMPTS = 95;

export type AfterFailure = { state: "failed"; waitSeconds: number } | { state: "dead" };

/**
 * What becomes of a message after its failed attempt number `attempts`. One that will never pass is
 * given up at once. Refused settings are tried again like an outage: nothing is wrong with the
 * message, and somebody may mend them.
 */
export function decideAfterFailure(code: SendFailure["code"], attempts: number): AfterFailure {
  if (code === "permanent" || attempts >= MOST_ATTEMPTS) return { state: "dead" };
  const waitSeconds = FIRST_WAITS_SECONDS[attempts - 1] ?? LONGEST_WAIT_SECONDS;
  return { state: "failed", waitSeconds };
}
