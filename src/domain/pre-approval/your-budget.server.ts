import { and, desc, eq, isNull, notExists, or } from "drizzle-orm";
import { submissionTable } from "#domain/lead/submission.table.ts";
import { parseStored } from "#forms/stored-answers.ts";
import { now } from "#platform/clock/clock.server.ts";
import { db } from "#platform/database/database.server.ts";
import { prepareQuery } from "#platform/database/prepared-query.server.ts";
import type { Visitor } from "#platform/request/visitor.server.ts";
import { type Budget, isBudget } from "#values/budget.ts";
import { type CreditBand, isCreditBand } from "#values/credit-band.ts";
import type { ProvinceCode } from "#values/province.ts";
import { preApprovalForm } from "./pre-approval.form.ts";
import { forgottenBudgetTable } from "./your-budget.table.ts";

/** What a pre-approval says, as far as payments depend on it. */
export type YourBudget = { budget: Budget; creditBand: CreditBand; provinceCode: ProvinceCode };

type Person = Pick<Visitor, "visitorHash" | "isNew" | "hasSent"> & { user: { id: string } | null };

const selectNewest = prepareQuery(
  "your_budget",
  ["visitorHash", "userId"],
  (database, { visitorHash, userId }) =>
    database
      .select({ answers: submissionTable.answers })
      .from(submissionTable)
      .where(
        and(
          eq(submissionTable.formName, preApprovalForm.name),
          // Without an account the first half finds nothing: nothing equals null.
          or(
            eq(submissionTable.userId, userId),
            and(eq(submissionTable.visitorHash, visitorHash), isNull(submissionTable.userId)),
          ),
          notExists(
            database
              .select({ submissionId: forgottenBudgetTable.submissionId })
              .from(forgottenBudgetTable)
              .where(eq(forgottenBudgetTable.submissionId, submissionTable.id)),
          ),
        ),
      )
      .orderBy(desc(submissionTable.submittedAt))
      .limit(1),
);

/**
 * Of the newest pre-approval of this account, or that this browser sent while nobody was signed in;
 * null where there is none, and once it was forgotten.
 */
export async function findYourBudget(person: Person): Promise<YourBudget | null> {
  const { visitorHash, user, isNew, hasSent } = person;
  if (isNew || (hasSent === false && !user)) return null;
  const [newest] = await selectNewest({ visitorHash, userId: user?.id ?? null });
  if (!newest) return null;
  const { budget, creditRating, vehicleLocation } = parseStored(
    preApprovalForm,
    newest.answers,
  ).answers;
  if (!isBudget(budget) || !isCreditBand(creditRating) || !vehicleLocation) return null;
  return { budget, creditBand: creditRating, provinceCode: vehicleLocation.province };
}

/** For good: another pre-approval says it anew. */
export async function forgetYourBudget(person: Pick<Visitor, "visitorHash" | "user">) {
  const own = await db()
    .select({ submissionId: submissionTable.id })
    .from(submissionTable)
    .where(isOwn(person));
  if (own.length === 0) return;
  await db()
    .insert(forgottenBudgetTable)
    .values(own.map((each) => ({ ...each, forgottenAt: now() })))
    .onConflictDoNothing();
}

function isOwn({ visitorHash, user }: Person) {
  const ofBrowser = and(
    eq(submissionTable.visitorHash, visitorHash),
    isNull(submissionTable.userId),
  );
  return and(
    eq(submissionTable.formName, preApprovalForm.name),
    user ? or(eq(submissionTable.userId, user.id), ofBrowser) : ofBrowser,
  );
}
