import { data, redirect, type RouterContextProvider } from "react-router";
import { may } from "#backoffice/identity/permission.ts";
import { localizeHref } from "#messages/runtime.js";
import { type SignedInUser, visitorOf } from "#platform/request/visitor.server.ts";
import { paths } from "../../paths.ts";

/**
 * The staff member who asks. Every loader and action of the back office begins with it.
 * @throws a redirect to sign-in where nobody is signed in, a 403 where the person may not work leads.
 */
export function staffOf(args: {
  request: Request;
  context: Readonly<RouterContextProvider>;
}): SignedInUser {
  const { user } = visitorOf(args.context);
  if (!user) {
    const { pathname, search } = new URL(args.request.url);
    const returnTo = new URLSearchParams({ returnTo: pathname + search });
    throw redirect(`${localizeHref(paths.signIn())}?${returnTo}`);
  }
  if (!may(user, "workLeads")) throw data({ code: "not_permitted" }, { status: 403 });
  return user;
}
