import { and, desc, eq, isNull, or } from "drizzle-orm";
import { submissionTable } from "#domain/lead/submission.table.ts";
import {
  type PreApprovalAnswers,
  preApprovalForm,
} from "#domain/pre-approval/pre-approval.form.ts";
import { parseStored } from "#forms/stored-answers.ts";
import { db } from "#platform/database/database.server.ts";
import type { E164 } from "#values/phone.ts";
import { splitFullName } from "#values/person-name.ts";
import type { CreditApplicationAnswers } from "./credit-application.form.ts";

type CreditPrefillSource = "pre_approval" | "account" | "applicant";

export type CreditPrefill = {
  answers: CreditApplicationAnswers;
  /** The source of each answer, so that the page can show it. */
  sources: Readonly<Record<string, CreditPrefillSource>>;
};

type Person = {
  visitorHash: string;
  user: { id: string; name: string; email: string; phone: E164 | null } | null;
};

/**
 * What the person has told us before, with the source of each answer: the account takes precedence
 * over the newest pre-approval. Sealed answers are not opened for this.
 */
export async function prefillCreditApplication(person: Person): Promise<CreditPrefill> {
  const earlier = await findPreApproval(person);
  const fromEarlier = earlier ? readPreApproval(earlier) : {};
  const fromAccount = person.user ? readAccount(person.user) : {};
  const mark = (answers: CreditApplicationAnswers, source: CreditPrefillSource) =>
    Object.fromEntries(Object.keys(answers).map((name) => [name, source]));
  return {
    answers: { ...fromEarlier, ...fromAccount },
    sources: { ...mark(fromEarlier, "pre_approval"), ...mark(fromAccount, "account") },
  };
}

/** The newest pre-approval of this account, or of this browser while nobody was signed in. */
async function findPreApproval({ visitorHash, user }: Person): Promise<PreApprovalAnswers | null> {
  const ofBrowser = and(
    eq(submissionTable.visitorHash, visitorHash),
    isNull(submissionTable.userId),
  );
  const [row] = await db()
    .select({ answers: submissionTable.answers })
    .from(submissionTable)
    .where(
      and(
        eq(submissionTable.formName, preApprovalForm.name),
        user ? or(eq(submissionTable.userId, user.id), ofBrowser) : ofBrowser,
      ),
    )
    .orderBy(desc(submissionTable.submittedAt))
    .limit(1);
  return row ? parseStored(preApprovalForm, row.answers).answers : null;
}

function readPreApproval(input: PreApprovalAnswers): CreditApplicationAnswers {
  const { vehicleLocation: location, employmentStatus, monthlyIncome, tradeIn } = input;
  const durationAtAddress = countMonths(input.yearsAtAddress, input.monthsAtAddress);
  const employmentLength = countMonths(input.incomeYears, input.incomeMonths);
  return withoutMissing({
    firstName: input.firstName,
    lastName: input.lastName,
    email: input.email,
    phone: input.phoneNumber,
    city: location?.city,
    province: location?.province,
    // "Own" does not say whether there is a mortgage, which matters to lenders.
    residenceStatus: input.homeStatus === "rent" ? "rent" : undefined,
    mortgageRentAmount: input.rentAmount,
    durationAtAddress,
    selfEmployed: employmentStatus && SELF_EMPLOYED[employmentStatus],
    employerName: input.companyName,
    jobTitle: input.jobTitle,
    grossIncome: monthlyIncome,
    incomeFrequency: monthlyIncome === undefined ? undefined : "monthly",
    employmentLength,
    tradeIn,
  });
}

const SELF_EMPLOYED: Readonly<
  Record<NonNullable<PreApprovalAnswers["employmentStatus"]>, "yes" | "no" | "neither" | undefined>
> = {
  employed: "no",
  self_employed: "yes",
  student: "neither",
  retired: "neither",
  other: undefined,
};

function readAccount({
  name,
  email,
  phone,
}: NonNullable<Person["user"]>): CreditApplicationAnswers {
  const { firstName, lastName } = splitFullName(name);
  return withoutMissing({
    firstName: firstName || undefined,
    lastName: lastName || undefined,
    email,
    phone: phone ?? undefined,
  });
}

function countMonths(years: number | undefined, months: number | undefined): number | undefined {
  return years === undefined && months === undefined
    ? undefined
    : (years ?? 0) * 12 + (months ?? 0);
}

function withoutMissing(answers: CreditApplicationAnswers): CreditApplicationAnswers {
  return Object.fromEntries(Object.entries(answers).filter(([, value]) => value !== undefined));
}
