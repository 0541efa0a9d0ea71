import { redirect, type RouterContextProvider } from "react-router";
import { protocolOf } from "#domain/identity/identity.server.ts";
import { endSession } from "#domain/identity/session.server.ts";
import { postedForm } from "#platform/request/posted-form.server.ts";
import { visitorOf } from "#platform/request/visitor.server.ts";
import { localPath } from "#site/local-path.ts";
import { hrefIn } from "#ui/locale-href.ts";

/** Ends the session and leads to where the form says, or home. */
export async function answerSignOutPost(
  request: Request,
  context: Readonly<RouterContextProvider>,
): Promise<Response> {
  const { origin } = visitorOf(context);
  const returnTo = (await postedForm(request)).get("returnTo");
  const cookies = await endSession(protocolOf(origin), request.headers);
  const headers = new Headers(cookies.map((cookie) => ["set-cookie", cookie]));
  return redirect(hrefIn(localPath(returnTo)), { status: 303, headers });
}
