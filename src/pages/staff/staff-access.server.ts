import { data, redirect, type RouterContextProvider } from "react-router";
import { may } from "#domain/identity/permission.ts";
import { type SignedInUser, visitorOf } from "#platform/request/visitor.server.ts";
import { paths } from "#site/paths.ts";
import { hrefIn } from "#ui/locale-href.ts";
import type { Locale } from "#values/locale.ts";

export type StaffMember = { user: SignedInUser; locale: Locale };

/**
 * The staff member who asks, and the language of the page. Every loader and action of the back office begins with it.
 * @throws a redirect to sign-in where nobody is signed in, one to their account where staff have no
 * second factor yet, a 403 where the person may not work leads.
 */
export function staffOf(args: {
  request: Request;
  context: Readonly<RouterContextProvider>;
}): StaffMember {
  const { user, locale } = visitorOf(args.context);
  if (!user) {
    const { pathname, search } = new URL(args.request.url);
    const returnTo = new URLSearchParams({ returnTo: pathname + search });
    throw redirect(`${hrefIn(paths.signIn())}?${returnTo}`);
  }
  if (user.lacksSecondFactor) throw redirect(hrefIn(paths.accountSecurity()));
  if (!may(user, "workLeads")) throw data({ code: "not_permitted" }, { status: 403 });
  return { user, locale };
}
