import type { RouterContextProvider } from "react-router";
import { isGoogleConfigured } from "#domain/identity/google.server.ts";
import { may } from "#domain/identity/permission.ts";
import { visitorOf } from "#platform/request/visitor.server.ts";
import { offeredDemoAccounts } from "#domain/identity/demo-accounts.server.ts";
import { findNotice } from "#pages/account/notices.ts";

/** What the sign-in page shows before anything was typed. */
export function loadSignIn(request: Request, context: Readonly<RouterContextProvider>) {
  const { user } = visitorOf(context);
  const query = new URL(request.url).searchParams;
  return {
    user: user && { name: user.name, worksLeads: may(user, "workLeads") },
    returnTo: query.get("returnTo"),
    notice: findNotice(query.get("notice")),
    hasGoogle: isGoogleConfigured(),
    demoAccounts: offeredDemoAccounts(),
  };
}
