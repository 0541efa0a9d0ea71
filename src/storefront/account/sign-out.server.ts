import { redirect, type RouterContextProvider } from "react-router";
import { visitorOf } from "#platform/request/visitor.server.ts";
import { localPath } from "#storefront/layout/theme.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { endSession } from "./sign-in.server.ts";

/** Ends the session and leads to where the form says, or home. */
export async function answerSignOutPost(
  request: Request,
  context: Readonly<RouterContextProvider>,
): Promise<Response> {
  const { origin } = visitorOf(context);
  const returnTo = (await request.formData()).get("returnTo");
  const protocol = origin.startsWith("https:") ? "https" : "http";
  const cookies = await endSession(protocol, request.headers);
  const headers = new Headers(cookies.map((cookie) => ["set-cookie", cookie]));
  return redirect(hrefIn(localPath(returnTo)), { status: 303, headers });
}
