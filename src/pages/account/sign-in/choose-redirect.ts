import { may } from "#domain/identity/permission.ts";
import { paths } from "#site/paths.ts";
import { localPath } from "#site/local-path.ts";
import { hrefIn } from "#ui/locale-href.ts";
import type { Locale } from "#values/locale.ts";
import type { Role } from "#values/role.ts";

/**
 * Where to redirect after sign-in: where the person was going; else staff to their pages, others to
 * the home page.
 */
export function chooseRedirect(returnTo: unknown, role: Role): string {
  const wanted = localPath(returnTo);
  if (wanted !== "/") return wanted;
  if (may({ role }, "seeLeads")) return hrefIn(paths.leads());
  return hrefIn(may({ role }, "seeSellRequests") ? paths.dealerRequests() : paths.home());
}

/** An address of ours with the page where the person was going, and a notice by its code. */
export function withReturnTo(
  path: string,
  returnTo: string | null,
  notice?: string,
  locale?: Locale,
): string {
  const wanted = localPath(returnTo);
  const query = new URLSearchParams({
    ...(wanted !== "/" && { returnTo: wanted }),
    ...(notice !== undefined && { notice }),
  });
  return query.size === 0 ? hrefIn(path, locale) : `${hrefIn(path, locale)}?${query}`;
}
