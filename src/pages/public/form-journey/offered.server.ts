import { data } from "react-router";
import { m } from "#messages/messages.js";
import { readVisitor } from "#platform/request/visitor.server.ts";
import type { PageArgs } from "#pages/session/guards.server.ts";
import { isOffered } from "#site/site.ts";
import type { Locale } from "#values/locale.ts";
import type { OfferedKind } from "#site/offered.ts";

/** What the page of a form says that the site does not offer at the moment. */
export function notOffered(locale: Locale) {
  const title = m.form_journey_not_offered_title({}, { locale });
  return data({ title, message: m.form_journey_not_offered_text({}, { locale }) }, { status: 404 });
}

/** @throws 404 with a page that says so. Drafts stay, and are there again with the form. */
export function requireOffered(kind: OfferedKind, args: Pick<PageArgs, "context">): void {
  if (!isOffered(kind)) throw notOffered(readVisitor(args).locale);
}
