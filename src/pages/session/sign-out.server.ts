import { endSession } from "#domain/identity/session.server.ts";
import { postedForm } from "#platform/request/posted-form.server.ts";
import { localPath } from "#site/local-path.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { browserRequest, type PageArgs, redirectTo } from "./guards.server.ts";

/** Ends the session and goes on to where the form says, or home. */
export async function answerSignOutPost(args: PageArgs): Promise<Response> {
  const returnTo = (await postedForm(args.request)).get("returnTo");
  return redirectTo(hrefIn(localPath(returnTo)), await endSession(browserRequest(args)));
}
