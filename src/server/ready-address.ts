import { isIPv6 } from "node:net";
import type { Env } from "#platform/env/env.server.ts";

/** For every address of this machine; a browser opens `localhost`. */
const ANY_ADDRESS: ReadonlySet<string> = new Set(["0.0.0.0", "::", "127.0.0.1", "::1"]);

/**
 * The lines that say that the site is up. The first has an address that answers: where SITE_URL is
 * set, requests for any other host get 421, so the address of this machine would be a dead end.
 */
export function describeReady(env: Pick<Env, "SITE_URL" | "HOST">, port: number): string[] {
  const host = ANY_ADDRESS.has(env.HOST) ? "localhost" : env.HOST;
  const here = `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;
  if (!env.SITE_URL) return [`ready ${here}`];
  return [
    `ready ${new URL(env.SITE_URL).origin}`,
    `It listens at ${here}. Behind its proxy, ${here}/readyz answers in any case.`,
  ];
}
