import { redirect } from "react-router";
import { challengePasskey } from "#domain/identity/passkey-sign-in.server.ts";
import { limitAddress } from "#domain/identity/rate-limits.server.ts";
import { browserRequest, type PageArgs } from "#pages/session/guards.server.ts";
import { readVisitor } from "#platform/request/visitor.server.ts";
import { paths } from "#site/paths.ts";

/** A challenge is made for the button that asks for it; an address opened by hand leads to sign-in. */
export function loader() {
  return redirect(paths.signIn());
}

/** Options for the authenticator, as JSON, with the cookie that names the challenge. */
export async function action(args: PageArgs): Promise<Response> {
  const headers = new Headers({ "cache-control": "no-store" });
  const limit = await limitAddress(readVisitor(args).ipAddress);
  if (!limit.ok) {
    headers.set("retry-after", String(limit.retryAfterSeconds));
    return Response.json({ error: "too_many" }, { status: 429, headers });
  }
  const { options, cookie } = await challengePasskey(browserRequest(args));
  headers.append("set-cookie", cookie);
  return Response.json(options, { headers });
}
