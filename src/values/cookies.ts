const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;

/**
 * Every cookie that the site sets, by its name over http (over https most begin with `__Host-`),
 * with its lifetime in seconds. Code that sets a cookie uses both, and so does the cookie policy,
 * so that the policy lists all of them.
 */
export const COOKIE_SECONDS = {
  visitor: 30 * DAY,
  session: 30 * DAY,
  "second-step": 5 * MINUTE,
  device: 400 * DAY,
  "email-sign-in": 15 * MINUTE,
  "pending-save": 30 * MINUTE,
  passkey: 5 * MINUTE,
  google: 10 * MINUTE,
  wrote: 2 * MINUTE,
  source: 7 * DAY,
  preview: 60 * MINUTE,
  estimate: 30 * DAY,
  theme: 365 * DAY,
  payments: 365 * DAY,
  province: 365 * DAY,
  loan: 365 * DAY,
  language: 365 * DAY,
  embeds: 180 * DAY,
} as const;

export type CookieName = keyof typeof COOKIE_SECONDS;

/**
 * The name of a cookie at this origin. With `__Host-` a browser accepts it only over https and for
 * exactly this host, so another host of the same domain cannot set it. Over http the prefix is not
 * possible.
 */
export function cookieNameAt(origin: string, name: string): string {
  return origin.startsWith("https:") ? `__Host-${name}` : name;
}
