import { redirect } from "react-router";
import { forgetYourBudget } from "#domain/pre-approval/your-budget.server.ts";
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

/** "Forget my budget": payments are everybody's again, from the next page on. */
export async function action({ request, context }: Route.ActionArgs) {
  const { fields } = await requirePost(request);
  await forgetYourBudget(readVisitor({ context }));
  return redirect(localPath(rawValue(fields, "returnTo")), 303);
}
