import { findReaderProvince } from "#domain/credit-application/find-credit-estimate.server.ts";
import { ENGLISH_CHOSEN, isFrenchFirst } from "#forms/english-chosen.ts";
import { m } from "#messages/messages.js";
import type { PageArgs } from "#pages/session/guards.server.ts";
import { readVisitor } from "#platform/request/visitor.server.ts";
import { paths } from "#site/paths.ts";
import { hrefIn } from "#ui/locale-href.ts";
import type { Locale } from "#values/locale.ts";
import type { FrenchTerms } from "./accept-terms.tsx";

/**
 * The name of the terms in French, if they must be shown in French first; else null. `read`: the
 * language of the page on which they were read, if it differs.
 */
export async function findFrenchTerms(args: PageArgs, read?: Locale): Promise<FrenchTerms | null> {
  const visitor = readVisitor(args);
  const province = await findReaderProvince(visitor);
  if (!isFrenchFirst(read ?? visitor.locale, province)) return null;
  const { pathname, search } = new URL(args.request.url);
  const options = { locale: "fr" } as const;
  return {
    text: m.account_sign_up_terms({}, options),
    links: [
      { words: m.account_terms_link({}, options), href: hrefIn(paths.terms(), "fr") },
      { words: m.account_privacy_link({}, options), href: hrefIn(paths.privacy(), "fr") },
    ],
    href: hrefIn(pathname, "fr") + search,
  };
}

/** The express choice of English was required in the form, and is missing. */
export function requireEnglishChoice() {
  const missing = { question: ENGLISH_CHOSEN.name, code: "french_first" } as const;
  return { ok: false, fieldErrors: [missing] } as const;
}
