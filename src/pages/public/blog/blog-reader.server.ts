import type { RouterContextProvider } from "react-router";
import { may } from "#domain/identity/permission.ts";
import { readVisitor } from "#platform/request/visitor.server.ts";

/** In which language a visitor reads, and whether drafts are shown to them: staff preview those. */
export function readBlogReader(context: Readonly<RouterContextProvider>) {
  const { locale, user } = readVisitor({ context });
  return { locale, withDrafts: user !== null && may(user, "seeLeads") };
}
