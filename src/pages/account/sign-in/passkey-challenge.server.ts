import { challengePasskey } from "#domain/identity/passkey-sign-in.server.ts";
import { visitorOf } from "#platform/request/visitor.server.ts";
import { browserRequest, type PageArgs } from "#pages/session/guards.server.ts";
import { limitAddress } from "#domain/identity/rate-limits.server.ts";

/** Options for the authenticator, as JSON, with the cookie that names the challenge. */
export async function answerChallenge(args: PageArgs): Promise<Response> {
  const headers = new Headers({ "cache-control": "no-store" });
  const limit = limitAddress(visitorOf(args.context).ipAddress);
  if (!limit.ok) {
    headers.set("retry-after", String(limit.retryAfterSeconds));
    return Response.json({ error: "too_many" }, { status: 429, headers });
  }
  const { options, cookie } = await challengePasskey(browserRequest(args));
  headers.append("set-cookie", cookie);
  return Response.json(options, { headers });
}
