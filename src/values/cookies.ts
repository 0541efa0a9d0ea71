const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;

/**
 * Every cookie that the site sets, by the name that it has over http (over https most begin with
 * `__Host-`), and how many seconds it lives. Who sets one takes both from here, and so does the cookie
 * policy, so that the policy cannot forget one.
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
 * What a cookie is called at this origin. With `__Host-` a browser takes it only over https, for this
 * host and all of it: no neighbour under the same domain can plant one. http cannot have the prefix.
 */
export function cookieNameAt(origin: string, name: string): string {
  return origin.startsWith("https:") ? `__Host-${name}` : name;
}
