import { redirect } from "react-router";
import { rawValue } from "#forms/questions/raw-fields.ts";
import { localPath } from "#site/local-path.ts";
import { paths } from "#site/paths.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { leaveBrowser, type PageArgs, redirectTo, requireFormPost } from "./guards.server.ts";

/** A GET signs nobody out; the sign-in page shows the signed-in user and a button to sign out. */
export function loader() {
  return redirect(hrefIn(paths.signIn()));
}

/** Ends the session and redirects to the form's `returnTo`, or to the home page. */
export async function action(args: PageArgs): Promise<Response> {
  const { raw } = await requireFormPost(args);
  const end = hrefIn(localPath(rawValue(raw, "returnTo")));
  return redirectTo(end, await leaveBrowser(args));
}
