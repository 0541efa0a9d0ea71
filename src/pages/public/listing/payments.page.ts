import { data, redirect } from "react-router";
import { isShownFrequency } from "#domain/pricing/credit-estimate.ts";
import { writeCookie } from "#domain/identity/browser-cookie.server.ts";
import { rawValue } from "#forms/questions/raw-fields.ts";
import { requirePost } from "#platform/request/read-post.server.ts";
import { readVisitor } from "#platform/request/visitor.server.ts";
import { localPath } from "#site/local-path.ts";
import { paths } from "#site/paths.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { COOKIE_SECONDS } from "#values/cookies.ts";
import type { Route } from "./+types/payments.page.ts";

export function loader() {
  return redirect(hrefIn(paths.cars()));
}

/** Remembers whether payments are said by the month or every two weeks, and leads back to the page. */
export async function action({ request, context }: Route.ActionArgs) {
  const { fields } = await requirePost(request);
  const every = rawValue(fields, "every");
  if (!isShownFrequency(every)) return data({ code: "unknown_frequency" }, { status: 422 });
  const { origin } = readVisitor({ context });
  const cookie = writeCookie(origin, "payments", every, COOKIE_SECONDS.payments);
  return redirect(localPath(rawValue(fields, "returnTo")), {
    status: 303,
    headers: { "set-cookie": cookie },
  });
}
