import { data, redirect } from "react-router";
import { isGoogleConfigured, leaveForGoogle } from "#domain/identity/google.server.ts";
import { limitAddress } from "#domain/identity/rate-limits.server.ts";
import type { PageArgs } from "#pages/session/guards.server.ts";
import { readVisitor } from "#platform/request/visitor.server.ts";
import { localPath } from "#site/local-path.ts";

/** Redirects to Google, which redirects back to google-back.page.ts. */
export async function loader(args: PageArgs): Promise<Response> {
  if (!isGoogleConfigured()) throw data(null, { status: 404 });
  const { ipAddress, origin, locale } = readVisitor(args);
  const limit = await limitAddress(ipAddress);
  if (!limit.ok) {
    const headers = { "retry-after": String(limit.retryAfterSeconds) };
    throw data({ code: "too_many" }, { status: 429, headers });
  }
  const query = new URL(args.request.url).searchParams;
  const { address, cookie } = await leaveForGoogle(origin, {
    returnTo: localPath(query.get("returnTo")),
    isPopup: query.get("popup") === "1",
    locale,
    tieFor: null,
  });
  return redirect(address, { headers: { "set-cookie": cookie, "cache-control": "no-store" } });
}
