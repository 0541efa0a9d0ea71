import { now } from "#platform/clock/clock.server.ts";
import { mac } from "#platform/vault/vault.server.ts";
import { writeCookie } from "#domain/identity/browser-cookie.server.ts";
import { COOKIE_SECONDS } from "#values/cookies.ts";
import { readReference } from "#values/reference.ts";

const PURPOSE = "estimate of a private link";
const FORGOTTEN = "forgotten";

type EstimateCookie = {
  /** The reference of the request whose private link was opened in this browser; empty if none. */
  reference: string;
  /** Answers from before this time must not be used any more. */
  forgottenAt: Date;
};

const NOTHING: EstimateCookie = { reference: "", forgottenAt: new Date(0) };

/**
 * Set when a person opens their private link: this browser shows the estimate of that request until
 * the cookie expires. It gives access to nothing else, and contains no figure.
 */
export function writeEstimateCookie(origin: string, reference: string): string {
  const endsAt = Math.floor(now().getTime() / 1000) + COOKIE_SECONDS.estimate;
  const value = `${reference}.${endsAt.toString(36)}.${sign(reference, endsAt)}`;
  return writeCookie(origin, "estimate", value, COOKIE_SECONDS.estimate);
}

/** Set when a person wants their estimate forgotten in this browser. */
export function forgetEstimateHere(origin: string): string {
  const value = `${FORGOTTEN}.${now().getTime().toString(36)}`;
  return writeCookie(origin, "estimate", value, COOKIE_SECONDS.estimate);
}

export function readEstimateCookie(value: string | undefined): EstimateCookie {
  const [first = "", at = "", digest = ""] = (value ?? "").split(".");
  const time = /^[0-9a-z]{1,10}$/.test(at) ? Number.parseInt(at, 36) : 0;
  if (first === FORGOTTEN) return { ...NOTHING, forgottenAt: new Date(time) };
  const reference = readReference(first);
  const isGood =
    reference !== null &&
    time > now().getTime() / 1000 &&
    mac().hmacMatches(PURPOSE, `${time}\n${reference}`, digest);
  return isGood ? { ...NOTHING, reference } : NOTHING;
}

function sign(reference: string, endsAt: number): string {
  return mac().hmac(PURPOSE, `${endsAt}\n${reference}`);
}
