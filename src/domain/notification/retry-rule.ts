import type { SendFailure } from "#platform/outgoing/send-result.ts";

const FIRST_WAITS_SECONDS = [10, 30, 60, 120];
/** So that messages go out within five minutes after a provider is available again. */
const LONGEST_WAIT_SECONDS = 240;
/** A little more than six hours: an outage of an afternoon loses nothing. */
export const MOST_ATTEMPTS = 95;

export type AfterFailure = { state: "failed"; waitSeconds: number } | { state: "dead" };

/**
 * What to do with a message after its failed attempt number `attempts`. After a permanent failure
 * it is given up at once. If the provider refuses our settings, it is retried as in an outage: the
 * message itself is fine, and somebody may correct the settings.
 */
export function decideAfterFailure(code: SendFailure["code"], attempts: number): AfterFailure {
  if (code === "permanent" || attempts >= MOST_ATTEMPTS) return { state: "dead" };
  const waitSeconds = FIRST_WAITS_SECONDS[attempts - 1] ?? LONGEST_WAIT_SECONDS;
  return { state: "failed", waitSeconds };
}
