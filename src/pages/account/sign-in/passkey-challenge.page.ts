import { redirect } from "react-router";
import { challengePasskey } from "#domain/identity/passkey-sign-in.server.ts";
import { browserRequest, type PageArgs } from "#pages/session/guards.server.ts";
import { paths } from "#site/paths.ts";

/** A challenge is made for the button that asks for it; an address opened by hand leads to sign-in. */
export function loader() {
  return redirect(paths.signIn());
}

/**
 * Options for the authenticator, as JSON, with the cookie of the challenge. Not rate-limited by
 * address: a passkey must work even if strangers at the same address have used up all tries.
 */
export async function action(args: PageArgs): Promise<Response> {
  const headers = new Headers({ "cache-control": "no-store" });
  const { options, cookie } = await challengePasskey(browserRequest(args));
  headers.append("set-cookie", cookie);
  return Response.json(options, { headers });
}
