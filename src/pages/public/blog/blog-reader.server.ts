import type { RouterContextProvider } from "react-router";
import { may } from "#domain/identity/permission.ts";
import { readVisitor } from "#platform/request/visitor.server.ts";

/** A visitor's language, and whether they see drafts: staff preview them. */
export function readBlogReader(context: Readonly<RouterContextProvider>) {
  const { locale, user } = readVisitor({ context });
  return { locale, withDrafts: user !== null && may(user, "seeLeads") };
}
