import {
  and,
  desc,
  eq,
  inArray,
  isNull,
  notExists,
  or,
  type Placeholder,
  type SQL,
  sql,
} from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import { findAnswersUnderWay } from "#domain/draft/draft.server.ts";
import { leadTable } from "#domain/lead/lead.table.ts";
import { submissionTable } from "#domain/lead/submission.table.ts";
import {
  type KnownCredit,
  readPreApprovalCredit,
  withLoan,
} from "#domain/pre-approval/pre-approval-credit.ts";
import { preApprovalForm } from "#domain/pre-approval/pre-approval.form.ts";
import { type CreditEstimate, estimateCredit } from "#domain/pricing/credit-estimate.ts";
import { parseStored } from "#forms/stored-answers.ts";
import { now } from "#platform/clock/clock.server.ts";
import { db } from "#platform/database/database.server.ts";
import { prepareQuery } from "#platform/database/prepared-query.server.ts";
import type { Visitor } from "#platform/request/visitor.server.ts";
import type { ProvinceCode } from "#values/province.ts";
import { creditApplicationForm } from "./credit-application.form.ts";
import { readApplicationCredit } from "./application-credit.ts";
import { readEstimateCookie } from "./estimate-cookie.server.ts";
import { forgottenBudgetTable } from "./forgotten-budget.table.ts";

/** The person whose estimate is looked up: an account, and the browser with what it holds. */
export type CreditPerson = Pick<Visitor, "visitorHash"> &
  Partial<Pick<Visitor, "isNew" | "hasSent" | "hasDraft" | "estimateCookie" | "loan">> & {
    user: { id: string; email: string } | null;
  };

/**
 * The one estimate of a person, for every page that shows a rate, a payment or cars within it. Null
 * if they told us nothing, or had it forgotten.
 */
export async function findCreditEstimate(person: CreditPerson): Promise<CreditEstimate | null> {
  const known = await findKnownCredit(person);
  return known && estimateCredit(known.facts);
}

/**
 * The province of a person, if they told us: from their newest form, else from a payment's
 * settings.
 */
export async function findReaderProvince(
  reader: CreditPerson & Pick<Visitor, "province">,
): Promise<ProvinceCode | null> {
  const estimate = await findCreditEstimate(reader);
  return estimate?.provinceCode ?? reader.province ?? null;
}

/**
 * The newest answers about a person's credit: from an unfinished form in this browser, or from a
 * form that was sent by their account, with its address, by this browser while nobody was signed
 * in, or whose private link was opened in it. The loan is the one chosen in this browser.
 */
export async function findKnownCredit(person: CreditPerson): Promise<KnownCredit | null> {
  const known = await findNewest(person);
  return known && withLoan(known, person.loan);
}

async function findNewest(person: CreditPerson): Promise<KnownCredit | null> {
  const { visitorHash, user, isNew, hasSent, hasDraft } = person;
  const cookie = readEstimateCookie(person.estimateCookie);
  const maySent = user !== null || cookie.reference !== "" || (!isNew && hasSent !== false);
  const [sent, underWay] = await Promise.all([
    maySent ? findSent(person, cookie.reference) : null,
    isNew || hasDraft === false ? [] : findAnswersUnderWay(visitorHash, FORMS),
  ]);
  const drafts = underWay.filter(({ at }) => at > cookie.forgottenAt);
  const answered = drafts.find(
    ({ form, at }) => form === preApprovalForm && !(sent && sent.at > at),
  );
  const fromDraft = answered && readPreApprovalCredit(answered.answers);
  // An application that was continued from another browser contains what was known there.
  const handedOver = sent ? undefined : drafts.find(({ form }) => form === creditApplicationForm);
  return fromDraft ?? sent?.known ?? (handedOver ? readCarried(handedOver.answers) : null);
}

const FORMS = [preApprovalForm, creditApplicationForm];
const NAMES = FORMS.map(({ name }) => name);

/** The answers copied into an unfinished application; the form itself asks nothing about credit. */
function readCarried(answers: Parameters<typeof readApplicationCredit>[0]): KnownCredit | null {
  return answers.creditRating === undefined ? null : readApplicationCredit(answers);
}

type Sent = { known: KnownCredit; at: Date };

async function findSent(
  { visitorHash, user }: CreditPerson,
  reference: string,
  { before = null, names = NAMES }: { before?: Date | null; names?: readonly string[] } = {},
): Promise<Sent | null> {
  const email = user?.email.toLowerCase() ?? null;
  const input = { visitorHash, userId: user?.id ?? null, email, reference, before, names };
  const [newest] = await selectNewest(input);
  const known = newest && readSent(newest);
  return known ? { known, at: newest.at } : null;
}

/** The credit answers of a sent form; null for a form that is neither of these two. */
function readSent({
  formName,
  answers,
}: {
  formName: string;
  answers: unknown;
}): KnownCredit | null {
  switch (formName) {
    case preApprovalForm.name:
      return readPreApprovalCredit(parseStored(preApprovalForm, answers).answers);
    case creditApplicationForm.name:
      return readApplicationCredit(parseStored(creditApplicationForm, answers).answers);
    default:
      return null;
  }
}

/** `before`: only forms sent before this time; null: all. */
const selectNewest = prepareQuery(
  "newest_credit",
  ["visitorHash", "userId", "email", "reference", "before", "names"],
  (database, { visitorHash, userId, email, reference, before, names }) => {
    const { formName, answers, submittedAt } = submissionTable;
    const from = () =>
      database.select({ formName, answers, at: submittedAt }).from(submissionTable);
    const requested = and(
      sql`${formName} = any(${names}::text[])`,
      sql`(${before}::timestamptz is null or ${submittedAt} < ${before}::timestamptz)`,
      notExists(
        database
          .select({ submissionId: forgottenBudgetTable.submissionId })
          .from(forgottenBudgetTable)
          .where(eq(forgottenBudgetTable.submissionId, submissionTable.id)),
      ),
    );
    const newest = (isTheirs: SQL | undefined) =>
      from().where(and(isTheirs, requested)).orderBy(desc(submittedAt)).limit(1);
    const withAddress = from()
      .innerJoin(leadTable, eq(leadTable.submissionId, submissionTable.id))
      .where(
        and(sql`lower(${leadTable.email}) = ${email}`, isNull(submissionTable.userId), requested),
      )
      .orderBy(desc(submittedAt))
      .limit(1);
    // Each finds its row by its own index; a null value finds none.
    return unionAll(
      newest(eq(submissionTable.userId, userId)),
      newest(isSignedOutIn(visitorHash)),
      newest(eq(submissionTable.reference, reference)),
      withAddress,
    )
      .orderBy(sql`submitted_at desc`)
      .limit(1);
  },
);

/**
 * What a browser sent while signed in belongs to the account, because a browser may have several
 * users.
 */
function isSignedOutIn(visitorHash: string | Placeholder): SQL | undefined {
  return and(eq(submissionTable.visitorHash, visitorHash), isNull(submissionTable.userId));
}

/** What was known of a person's credit before they sent something; null if nothing. */
export async function findCreditBefore(
  person: CreditPerson,
  at: Date,
): Promise<KnownCredit | null> {
  const found = await findSent(person, readEstimateCookie(person.estimateCookie).reference, {
    before: at,
  });
  return found?.known ?? null;
}

/**
 * The newest pre-approval of a person, for an application posted without credit answers. It is the
 * same for every repeat of the post, which their newest application would not be.
 */
export async function findPreApproved(person: CreditPerson): Promise<KnownCredit | null> {
  const found = await findSent(person, "", { names: [preApprovalForm.name] });
  return found?.known ?? null;
}

/** Permanent, in every browser of the account; a form that is sent later starts a new estimate. */
export async function forgetCreditEstimate({ visitorHash, user }: CreditPerson): Promise<void> {
  const isTheirs = user
    ? or(
        eq(submissionTable.userId, user.id),
        isSignedOutIn(visitorHash),
        and(
          sql`lower(${leadTable.email}) = ${user.email.toLowerCase()}`,
          isNull(submissionTable.userId),
        ),
      )
    : isSignedOutIn(visitorHash);
  const own = await db()
    .select({ submissionId: submissionTable.id })
    .from(submissionTable)
    .leftJoin(leadTable, eq(leadTable.submissionId, submissionTable.id))
    .where(and(inArray(submissionTable.formName, NAMES), isTheirs));
  if (own.length === 0) return;
  await db()
    .insert(forgottenBudgetTable)
    .values(own.map((each) => ({ ...each, forgottenAt: now() })))
    .onConflictDoNothing();
}
