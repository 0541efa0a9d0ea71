import type { Invitation } from "#domain/credit-application/co-applicant.server.ts";
import type { CreditApplicationAnswers } from "#domain/credit-application/credit-application.form.ts";
import {
  buildShareText,
  findDealershipToName,
  findNamedDealership,
  type NamedDealership,
} from "#domain/credit-application/share-consent.server.ts";
import { readShownSettings } from "#domain/setting/settings.server.ts";
import type { PageArgs } from "#pages/session/guards.server.ts";
import { countAgainst } from "#platform/limit/rate-limit.server.ts";
import { readVisitor } from "#platform/request/visitor.server.ts";
import type { Locale } from "#values/locale.ts";

/** The consent to share, with the text beside its box. */
export type ShareWords = {
  /** The id of the dealership that the text names; empty for none. */
  dealershipId: string;
  text: string;
  /** On the English page, for residents of Quebec. */
  frenchText: string | null;
};

/**
 * The dealership that the consent names: fixed with a co-applicant or for a dealership's car, else
 * by the typed city.
 */
export async function findShare(input: {
  invitation: Invitation | null;
  car: { id: string } | null;
  answers: CreditApplicationAnswers;
}): Promise<{ named: NamedDealership | null; isFixed: boolean }> {
  const { invitation, car, answers } = input;
  const fixed = invitation?.dealershipId
    ? await findNamedDealership(invitation.dealershipId)
    : await findDealershipToName({ listing: car?.id });
  if (fixed) return { named: fixed, isFixed: true };
  const { city, province } = answers;
  return { named: await findDealershipToName({ city, province }), isFixed: false };
}

/** The text of the consent to share, with the dealership if it is known. */
export async function buildShareWords(
  named: NamedDealership | null,
  locale: Locale,
): Promise<ShareWords> {
  const { leadMailAlso: further } = await readShownSettings();
  return {
    dealershipId: named?.id ?? "",
    text: buildShareText(named, further, locale),
    frenchText: locale === "en" ? buildShareText(named, further, "fr") : null,
  };
}

/** One for each city that is typed; generous, because an office shares an IP address. */
const DEALERSHIP_LOOKUP_LIMIT = { name: "named dealerships", most: 600, windowMs: 60 * 60_000 };

/** The text of the consent to share, as JSON, for the city that is typed into the form. */
export async function handleNamedDealership({
  request,
  context,
}: Pick<PageArgs, "request" | "context">): Promise<Response> {
  const { ipAddress, locale } = readVisitor({ context });
  const headers = new Headers({ "cache-control": "private, no-store" });
  const limit = await countAgainst(DEALERSHIP_LOOKUP_LIMIT, ipAddress);
  if (!limit.ok) {
    headers.set("retry-after", String(limit.retryAfterSeconds));
    return Response.json(null, { status: 429, headers });
  }
  const { searchParams } = new URL(request.url);
  const city = (searchParams.get("city") ?? "").slice(0, 100);
  const province = searchParams.get("province") ?? "";
  const named = await findDealershipToName({ city, province });
  return Response.json(await buildShareWords(named, locale), { headers });
}
