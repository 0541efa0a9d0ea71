import type { JointView } from "#domain/credit-application/co-applicant.server.ts";
import {
  type CreditApplicationAnswers,
  creditApplicationForm,
} from "#domain/credit-application/credit-application.form.ts";
import {
  computeRatios,
  FILE_SECTIONS,
  type FileSection,
  findFileSection,
  findMissing,
  type MissingThing,
} from "#domain/credit-application/lender-file.ts";
import type { FoundLead } from "#domain/lead/lead-queries.server.ts";
import { parseStored } from "#forms/stored-answers.ts";
import { m } from "#messages/messages.js";
import { today } from "#platform/clock/clock.server.ts";
import { formatPercent } from "#values/format.ts";
import type { DebtServiceLevel } from "#values/debt-service.ts";
import type { Locale } from "#values/locale.ts";
import { formatCad } from "#values/money.ts";
import { readNumber } from "#values/number-reading.ts";
import {
  type AnsweredCar,
  type AnsweredStep,
  viewAnswers,
} from "#pages/form/view-answers.server.ts";

/** A credit application in a lender's order: what is missing, the ratios, the sections. */
export type CreditFileView = {
  missing: string[];
  /** The other applicant, whose own file has their own sealed answers. */
  joint: { text: string; reference: string | null } | null;
  ratios: RatiosView | null;
  /** Why there are no ratios. */
  noRatios: string;
  sections: AnsweredStep[];
};

export type RatiosView = {
  /** Whole dollars, as numbers for the address; below, as texts for the credit file. */
  debtsCad: number;
  paymentCad: number;
  income: string;
  housing: string;
  /** Null until the debts are known: ratios without them would promise too much. */
  rated: {
    gds: string;
    tds: string;
    pti: string;
    level: DebtServiceLevel;
    levelText: string;
  } | null;
  /** What is to be asked first; here rather than in the page's script, which is at its limit. */
  noDebts: string;
};

/** The names of the query parameters, which are also those of the form's controls. */
const RATIO_FIELDS = { debts: "debts", payment: "payment" } as const;

/**
 * Returns null for a lead of another form. `query` may contain the debts and the payment to compute
 * with.
 */
export function viewCreditFile(
  { lead, submission, consents, corrections }: FoundLead,
  input: {
    query: URLSearchParams;
    joint: JointView | null;
    car: AnsweredCar | null;
    seesIncome: boolean;
    /** What `viewAnswers` needs to know of the viewer. */
    viewer: Pick<Parameters<typeof viewAnswers>[2], "isWithheld" | "ask">;
    locale: Locale;
  },
): CreditFileView | null {
  if (submission.formName !== creditApplicationForm.name) return null;
  const { query, joint, car, seesIncome, viewer, locale } = input;
  const { answers } = parseStored(creditApplicationForm, submission.answers);
  const missing = findMissing(answers, {
    consents: consents.flatMap(({ purpose, withdrawnAt }) => (withdrawnAt ? [] : [purpose])),
    isPhoneVerified: lead.phoneVerifiedAt !== null,
    hasSealedAnswers: submission.hasSealedAnswers,
    today: today(),
  });
  return {
    missing: missing.map((thing) => MISSING[thing]({}, { locale })),
    joint: joint && describeJoint(joint, locale),
    ratios: seesIncome ? viewRatios(answers, query, locale) : null,
    noRatios: seesIncome
      ? m.credit_file_no_ratios({}, { locale })
      : m.access_withheld_income({}, { locale }),
    sections: sortIntoSections(
      viewAnswers(creditApplicationForm, submission.answers, {
        hasSealedAnswers: submission.hasSealedAnswers,
        locale,
        car,
        ...viewer,
        corrections,
      }),
      locale,
    ),
  };
}

function describeJoint({ name: typed, reference, ...joint }: JointView, locale: Locale) {
  const name = typed || m.co_applicant_nameless({}, { locale });
  const isOver = joint.state === "declined" || joint.state === "left_out";
  const word =
    joint.is === "applicant"
      ? AS_APPLICANT[joint.state]
      : isOver
        ? m.credit_file_joint_of_over
        : m.credit_file_joint_of;
  return { text: word({ name }, { locale }), reference };
}

const AS_APPLICANT = {
  waiting: m.credit_file_joint_waiting,
  unsent: m.credit_file_joint_unsent,
  invited: m.credit_file_joint_invited,
  expired: m.credit_file_joint_expired,
  private: m.credit_file_joint_private,
  joined: m.credit_file_joint_joined,
  declined: m.credit_file_joint_declined,
  left_out: m.credit_file_joint_left_out,
} as const;

const MOST_CAD = 100_000;

function viewRatios(
  answers: CreditApplicationAnswers,
  query: URLSearchParams,
  locale: Locale,
): RatiosView | null {
  const read = (name: string) => readNumber(query.get(name) ?? "", { min: 0, max: MOST_CAD });
  const amount = (name: string) => {
    const reading = read(name);
    return reading.ok ? Math.round(reading.value) : 0;
  };
  /** "0" says that there are none, which is known as well. */
  const isNamed = read(RATIO_FIELDS.debts).ok;
  const debtsCad = amount(RATIO_FIELDS.debts);
  const paymentCad = amount(RATIO_FIELDS.payment);
  const ratios = computeRatios(answers, { debtsCad, paymentCad });
  if (!ratios) return null;
  const { income, housingCad, gds, tds } = ratios;
  const percent = (fraction: number) => formatPercent(Math.round(fraction * 1_000) / 10, locale);
  return {
    debtsCad,
    paymentCad,
    income: formatCad(income.totalCad, locale),
    housing: formatCad(housingCad, locale),
    rated: isNamed
      ? {
          gds: percent(gds),
          tds: percent(tds.debtRatio),
          pti: percent(tds.paymentRatio),
          level: tds.level,
          levelText: LEVELS[tds.level]({}, { locale }),
        }
      : null,
    noDebts: m.credit_file_no_debts({}, { locale }),
  };
}

/** The same rows in a lender's order. Sections without rows are left out, except the vehicle's. */
function sortIntoSections(steps: readonly AnsweredStep[], locale: Locale): AnsweredStep[] {
  const rows = steps.flatMap((step) => step.rows);
  const sections = FILE_SECTIONS.map((section) => ({
    slug: section,
    title: TITLES[section]({}, { locale }),
    rows: rows.filter(({ question }) => findFileSection(question) === section),
  }));
  const others = steps.map((step) => ({
    ...step,
    rows: step.rows.filter(({ question }) => findFileSection(question) === null),
  }));
  const noVehicle = {
    question: "vehicle",
    name: TITLES.vehicle({}, { locale }),
    value: m.credit_file_no_vehicle({}, { locale }),
    isSealed: false,
  };
  const input = sections.flatMap((section) => {
    if (section.slug === "vehicle" && section.rows.length === 0) {
      return [{ ...section, rows: [noVehicle] }];
    }
    // The open answers already say that there is a co-applicant; a sealed answer alone shows
    // nothing.
    return section.rows.some(({ isSealed }) => !isSealed) ? [section] : [];
  });
  return [...input, ...others.filter((step) => step.rows.length > 0)];
}

type Word = (_: object, in_: { locale: Locale }) => string;

const TITLES: Record<FileSection, Word> = {
  applicant: m.credit_file_applicant,
  residence: m.credit_file_residence,
  employment: m.credit_file_employment,
  income: m.credit_file_income,
  obligations: m.credit_file_obligations,
  vehicle: m.credit_file_vehicle,
  trade_in: m.credit_file_trade_in,
  co_applicant: m.credit_file_co_applicant,
};

const LEVELS: Record<DebtServiceLevel, Word> = {
  comfortable: m.credit_file_level_comfortable,
  stretched: m.credit_file_level_stretched,
  above_benchmark: m.credit_file_level_above_benchmark,
};

const MISSING: Record<MissingThing, Word> = {
  previous_address: m.credit_file_missing_previous_address,
  previous_employer: m.credit_file_missing_previous_employer,
  licence_expired: m.credit_file_missing_licence_expired,
  licence_expires_soon: m.credit_file_missing_licence_expires_soon,
  other_income_disagrees: m.credit_file_missing_other_income_disagrees,
  income: m.credit_file_missing_income,
  credit_check_consent: m.credit_file_missing_credit_check_consent,
  share_consent: m.credit_file_missing_share_consent,
  phone_not_verified: m.credit_file_missing_phone_not_verified,
  sealed_answers_gone: m.credit_file_missing_sealed_answers_gone,
};
