import { data, redirect } from "react-router";
import type { Route } from "./+types/theme.page.ts";
import { rawValue } from "#forms/questions/raw-fields.ts";
import { paths } from "#site/paths.ts";
import { requirePost } from "#platform/request/read-post.server.ts";
import { readRequestOrigin } from "./layout.server.ts";
import { localPath } from "#site/local-path.ts";
import { isTheme, themeCookie } from "./theme.ts";

/** There is no page here; a typed address redirects to the home page. */
export function loader() {
  return redirect(paths.home());
}

/**
 * Stores light or dark in a cookie. With `returnTo` (a plain form post) it redirects to that page.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const { fields } = await requirePost(request);
  const theme = rawValue(fields, "theme");
  if (!isTheme(theme)) return data({ ok: false, code: "unknown_theme" }, { status: 422 });
  const headers = { "set-cookie": themeCookie(theme, readRequestOrigin(context)) };
  return fields.has("returnTo")
    ? redirect(localPath(rawValue(fields, "returnTo")), { status: 303, headers })
    : data({ ok: true }, { headers });
}
