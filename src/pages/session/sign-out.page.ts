import { redirect } from "react-router";
import { endSession } from "#domain/identity/session.server.ts";
import { localPath } from "#site/local-path.ts";
import { paths } from "#site/paths.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { readFields } from "./account-fields.server.ts";
import { browserRequest, type PageArgs, redirectTo } from "./guards.server.ts";

/** Looking at an address signs nobody out; the sign-in page says who is signed in and offers it. */
export function loader() {
  return redirect(hrefIn(paths.signIn()));
}

/** Ends the session and goes on to where the form says, or home. */
export async function action(args: PageArgs): Promise<Response> {
  const field = await readFields(args.request);
  return redirectTo(hrefIn(localPath(field("returnTo"))), await endSession(browserRequest(args)));
}
