import { redirect } from "react-router";
import { forgetEstimateHere } from "#domain/credit-application/estimate-cookie.server.ts";
import { forgetCreditEstimate } from "#domain/credit-application/find-credit-estimate.server.ts";
import { writeCookie } from "#domain/identity/browser-cookie.server.ts";
import { rawValue } from "#forms/questions/raw-fields.ts";
import { requirePost } from "#platform/request/read-post.server.ts";
import { readVisitor } from "#platform/request/visitor.server.ts";
import { localPath } from "#site/local-path.ts";
import { paths } from "#site/paths.ts";
import { hrefIn } from "#ui/locale-href.ts";
import type { Route } from "./+types/your-budget.page.ts";

export function loader() {
  return redirect(hrefIn(paths.cars()));
}

/** "Forget my estimate": the next pages show the same payments as for everybody. */
export async function action({ request, context }: Route.ActionArgs) {
  const { fields } = await requirePost(request);
  const visitor = readVisitor({ context });
  await forgetCreditEstimate(visitor);
  const headers = new Headers();
  headers.append("set-cookie", forgetEstimateHere(visitor.origin));
  headers.append("set-cookie", writeCookie(visitor.origin, "loan", "", 0));
  return redirect(localPath(rawValue(fields, "returnTo")), { status: 303, headers });
}
