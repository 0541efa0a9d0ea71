import { and, desc, eq, inArray, or } from "drizzle-orm";
import { submissionTable } from "#domain/lead/submission.table.ts";
import type { ListingCardFacts } from "#domain/listing/listing-card.ts";
import { cardColumns } from "#domain/listing/listing-queries.server.ts";
import { listingTable } from "#domain/listing/listing.table.ts";
import { preApprovalForm } from "#domain/pre-approval/pre-approval.form.ts";
import { NO_FILTERS } from "#domain/search/search.ts";
import { searchCars } from "#domain/search-index/search-cars.server.ts";
import { parseStored } from "#forms/stored-answers.ts";
import { db } from "#platform/database/database.server.ts";
import type { Visitor } from "#platform/request/visitor.server.ts";
import { type CreditBand, isCreditBand } from "#values/credit-band.ts";
import type { ProvinceCode } from "#values/province.ts";
import { type Affordability, estimateAffordability } from "./affordability.ts";
import { creditApplicationForm } from "./credit-application.form.ts";
import { computeMonthlyIncome } from "./monthly-income.ts";

const BEST_COUNT = 3;

export type AffordableCars = {
  provinceCode: ProvinceCode;
  affordability: Affordability;
  /** Live cars of the province within the highest price, and the dearest of them. */
  cars: { count: number; best: ListingCardFacts[] } | null;
};

/**
 * What an application's own income carries and which cars that is, for whoever sent it: the same
 * browser or account. Null for everybody else, since it tells of the income.
 */
export async function findAffordableCars(
  reference: string,
  { visitorHash, user }: Pick<Visitor, "visitorHash" | "user">,
): Promise<AffordableCars | null> {
  const isSender = or(
    eq(submissionTable.visitorHash, visitorHash),
    user ? eq(submissionTable.userId, user.id) : undefined,
  );
  const [found] = await db()
    .select({ answers: submissionTable.answers, userId: submissionTable.userId })
    .from(submissionTable)
    .where(
      and(
        eq(submissionTable.reference, reference.toUpperCase()),
        eq(submissionTable.formName, creditApplicationForm.name),
        isSender,
      ),
    );
  if (!found) return null;
  const { answers } = parseStored(creditApplicationForm, found.answers);
  const { province, mortgageRentAmount = 0 } = answers;
  if (!province) return null;
  const affordability = estimateAffordability({
    provinceCode: province,
    grossMonthlyCad: computeMonthlyIncome(answers)?.totalCad ?? 0,
    housingCad: mortgageRentAmount,
    creditBand: await findCreditBand(isSender),
  });
  if (!affordability.ok) return { provinceCode: province, affordability, cars: null };
  const cars = await findCars(affordability.most.priceCad, province);
  return { provinceCode: province, affordability, cars };
}

/** As the sender's newest pre-approval says; who sent none has said nothing of it. */
async function findCreditBand(isSender: ReturnType<typeof or>): Promise<CreditBand> {
  const [newest] = await db()
    .select({ answers: submissionTable.answers })
    .from(submissionTable)
    .where(and(eq(submissionTable.formName, preApprovalForm.name), isSender))
    .orderBy(desc(submissionTable.submittedAt))
    .limit(1);
  const band = newest && parseStored(preApprovalForm, newest.answers).answers.creditRating;
  return isCreditBand(band) ? band : "none";
}

async function findCars(mostCad: number, province: ProvinceCode) {
  const { count, ids } = await searchCars({
    filters: { ...NO_FILTERS, province: [province], price: { min: null, max: mostCad } },
    text: "",
    geo: null,
    sort: "price_desc",
    after: null,
    limit: BEST_COUNT,
  });
  const best =
    ids.length === 0
      ? []
      : await db().select(cardColumns).from(listingTable).where(inArray(listingTable.id, ids));
  return { count, best: best.toSorted((a, b) => b.priceCad - a.priceCad) };
}
