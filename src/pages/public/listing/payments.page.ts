import { data, redirect } from "react-router";
import { isShownFrequency } from "#domain/pricing/credit-estimate.ts";
import { writeCookie } from "#domain/identity/browser-cookie.server.ts";
import { type RawFields, rawValue } from "#forms/questions/raw-fields.ts";
import { requirePost } from "#platform/request/read-post.server.ts";
import { readVisitor } from "#platform/request/visitor.server.ts";
import { localPath } from "#site/local-path.ts";
import { paths } from "#site/paths.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { isListingId } from "#domain/listing/listing.ts";
import { COOKIE_SECONDS } from "#values/cookies.ts";
import { formatLoanChoice, type LoanChoice, LOAN_FIELDS, USUAL_LOAN } from "#values/loan-choice.ts";
import { isProvince } from "#values/province.ts";
import { ESTIMATE_FIELDS, readLoanChoice } from "./buyer-estimate.ts";
import type { Route } from "./+types/payments.page.ts";

export function loader() {
  return redirect(hrefIn(paths.cars()));
}

/**
 * Stores how a person wants payments: monthly or biweekly, for which province, with which down
 * payment and term. Redirects back to the page.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const { fields } = await requirePost(request);
  const { origin, loan } = readVisitor({ context });
  const listing = rawValue(fields, "listing");
  const chosen = readLoan(fields, loan) ?? (listing ? null : readChoice(fields));
  if (!chosen && !isListingId(listing) && !choosesNothing(fields))
    return data({ code: "unknown_choice" }, { status: 422 });
  const back = isListingId(listing)
    ? hrefIn(paths.listing(listing)) + restOfEstimate(fields)
    : localPath(rawValue(fields, "returnTo"));
  const cookie =
    chosen && writeCookie(origin, chosen.name, chosen.value, COOKIE_SECONDS[chosen.name]);
  return redirect(back, { status: 303, ...(cookie && { headers: { "set-cookie": cookie } }) });
}

/** Invalid values leave the earlier choice unchanged. */
function readLoan(fields: RawFields, before: LoanChoice | undefined) {
  const months = rawValue(fields, LOAN_FIELDS.months);
  if (!months) return null;
  const down = rawValue(fields, LOAN_FIELDS.down);
  const loan = readLoanChoice({ down, months }, before ?? USUAL_LOAN);
  return { name: "loan", value: formatLoanChoice(loan) } as const;
}

/** The other values of a listing's form, as its address has them. */
function restOfEstimate(fields: RawFields): string {
  const { tradeIn, province, rate } = ESTIMATE_FIELDS;
  const entries = [tradeIn, province, rate].map((name) => [name, rawValue(fields, name)] as const);
  const query = new URLSearchParams(entries.filter(([, value]) => value).map(([...pair]) => pair));
  return query.size > 0 ? `?${query}` : "";
}

/** The form of provinces was sent without a choice: nothing to store, and no error. */
function choosesNothing(fields: RawFields): boolean {
  return fields.size === 1 && fields.has("returnTo");
}

function readChoice(fields: RawFields) {
  const every = rawValue(fields, "every");
  const province = rawValue(fields, "province");
  if (isShownFrequency(every)) return { name: "payments", value: every } as const;
  return isProvince(province) ? ({ name: "province", value: province } as const) : null;
}
