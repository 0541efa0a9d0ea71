import { data, redirect } from "react-router";
import { isShownFrequency } from "#domain/pricing/credit-estimate.ts";
import { writeCookie } from "#domain/identity/browser-cookie.server.ts";
import { type RawFields, rawValue } from "#forms/questions/raw-fields.ts";
import { requirePost } from "#platform/request/read-post.server.ts";
import { readVisitor } from "#platform/request/visitor.server.ts";
import { localPath } from "#site/local-path.ts";
import { paths } from "#site/paths.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { COOKIE_SECONDS } from "#values/cookies.ts";
import { isProvince } from "#values/province.ts";
import type { Route } from "./+types/payments.page.ts";

export function loader() {
  return redirect(hrefIn(paths.cars()));
}

/**
 * Remembers how somebody wants payments: by the month or every two weeks, and for which province.
 * Leads back to the page.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const { fields } = await requirePost(request);
  const chosen = readChoice(fields);
  if (!chosen) return data({ code: "unknown_choice" }, { status: 422 });
  const { origin } = readVisitor({ context });
  const { name, value } = chosen;
  const cookie = writeCookie(origin, name, value, COOKIE_SECONDS[name]);
  return redirect(localPath(rawValue(fields, "returnTo")), {
    status: 303,
    headers: { "set-cookie": cookie },
  });
}

function readChoice(fields: RawFields) {
  const every = rawValue(fields, "every");
  const province = rawValue(fields, "province");
  if (isShownFrequency(every)) return { name: "payments", value: every } as const;
  return isProvince(province) ? ({ name: "province", value: province } as const) : null;
}
