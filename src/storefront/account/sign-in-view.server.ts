import type { RouterContextProvider } from "react-router";
import { may } from "#backoffice/identity/permission.ts";
import { visitorOf } from "#platform/request/visitor.server.ts";
import { offeredDemoAccounts } from "./demo-accounts.server.ts";

/** What the sign-in page shows before anything was typed. */
export function loadSignIn(request: Request, context: Readonly<RouterContextProvider>) {
  const { user } = visitorOf(context);
  return {
    user: user && { name: user.name, worksLeads: may(user, "workLeads") },
    returnTo: new URL(request.url).searchParams.get("returnTo"),
    demoAccounts: offeredDemoAccounts(),
  };
}
