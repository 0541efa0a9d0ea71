import {
  challengePasskey,
  type FromPage,
} from "#domain/identity/passkey/passkey-sign-in.server.ts";
import { visitorOf } from "#platform/request/visitor.server.ts";
import type { PageArgs } from "#pages/session/account-access.server.ts";
import { limitAddress } from "#pages/session/account-limits.server.ts";

/** What the passkeys of the identity room need of a request. */
export function fromPage({ request, context }: PageArgs): FromPage {
  return { headers: request.headers, origin: visitorOf(context).origin };
}

/** Options for the authenticator, as JSON, with the cookie that names the challenge. */
export async function answerChallenge(args: PageArgs): Promise<Response> {
  const headers = new Headers({ "cache-control": "no-store" });
  const limit = limitAddress(visitorOf(args.context).ipAddress);
  if (!limit.ok) {
    headers.set("retry-after", String(limit.retryAfterSeconds));
    return Response.json({ error: "too_many" }, { status: 429, headers });
  }
  const { options, cookies } = await challengePasskey(fromPage(args));
  for (const cookie of cookies) headers.append("set-cookie", cookie);
  return Response.json(options, { headers });
}
