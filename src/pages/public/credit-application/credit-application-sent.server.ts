import { eq } from "drizzle-orm";
import { data } from "react-router";
import { type AnswersViewed, listViews } from "#domain/audit/search-audit.server.ts";
import {
  type AffordableCars,
  findAffordableCars,
} from "#domain/credit-application/affordable-cars.server.ts";
import {
  confirmApplicant,
  findJoint,
  inviteCoApplicant,
  type JointView,
} from "#domain/credit-application/co-applicant.server.ts";
import {
  type CreditApplicationAnswers,
  creditApplicationForm as form,
} from "#domain/credit-application/credit-application.form.ts";
import {
  goOnAlone,
  shareApplication,
} from "#domain/credit-application/joint-application.server.ts";
import {
  buildShareConsent,
  buildShareText,
  findDealershipToName,
  findNamedDealership,
} from "#domain/credit-application/share-consent.server.ts";
import { consentTable } from "#domain/lead/consent.table.ts";
import { type SenderWay, recognizeSender } from "#domain/lead/lead-link.server.ts";
import { findLeadOfForm } from "#domain/lead/lead-queries.server.ts";
import { confirmAgain } from "#domain/lead/lead-messages.server.ts";
import { leadEventTable } from "#domain/lead/lead.table.ts";
import { listSealedQuestions, nameSealedQuestion } from "#domain/lead/reveal-sealed.server.ts";
import { answerRows } from "#forms/answer-rows.ts";
import { readShownSettings } from "#domain/setting/settings.server.ts";
import { isFrenchFirst } from "#forms/english-chosen.ts";
import { parseStored } from "#forms/stored-answers.ts";
import { translateIn } from "#forms/translate.server.ts";
import { m } from "#messages/messages.js";
import { defineCommands, runCommand } from "#pages/command/commands.server.ts";
import { describePromise } from "#pages/public/form-journey/promise.server.ts";
import type { WaysBack } from "#pages/public/form-journey/follow-request.tsx";
import {
  findWaysBack,
  type SentFacts,
  sentFacts,
} from "#pages/public/form-journey/sent-facts.server.ts";
import {
  type LeadPhone,
  leadPhoneCommands,
  viewLeadPhone,
} from "#pages/public/phone-code/lead-phone.server.ts";
import { type PageArgs, redirectTo } from "#pages/session/guards.server.ts";
import { now } from "#platform/clock/clock.server.ts";
import { db } from "#platform/database/database.server.ts";
import { countAgainst } from "#platform/limit/rate-limit.server.ts";
import { readVisitor, type Visitor } from "#platform/request/visitor.server.ts";
import { paths } from "#site/paths.ts";
import { site } from "#site/site.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { formatDateTime } from "#values/format.ts";
import type { Locale } from "#values/locale.ts";
import { maskEmail, maskPhone } from "#values/mask.ts";

/** The data that only the application's sender sees. */
export type OwnApplication = {
  /** They opened it by their private link. */
  isByLink: boolean;
  /** What they can afford, with cars; null if it was withdrawn. */
  affordable: AffordableCars | null;
  status: string;
  isWithdrawn: boolean;
  /** The phone number to verify; null if it is verified. */
  phone: LeadPhone | null;
  /** The other applicant and their progress, without their answers. */
  joint: JointView | null;
  waysBack: WaysBack;
  /**
   * If they have not shared it yet: the box to agree, or the address of the French page that has
   * it.
   */
  share: { dealershipId: string; text: string } | { frenchHref: string } | null;
  /** By section; sealed answers are not decrypted for it. */
  rows: readonly { name: string; value: string }[];
  /** Who opened it and when, and which sealed answer, if one was opened. */
  views: readonly { at: string; by: string; sealed: string | null }[];
};

type SentPage = {
  facts: SentFacts;
  own: OwnApplication | null;
  /** The key of their private link; empty without one. */
  key: string;
  isDeadKey: boolean;
  /** It was sent from this browser just now. */
  isFresh: boolean;
  /** When we expect to contact them, or when we did; null without a promise. */
  replyBy: string | null;
};

type Args = PageArgs & { params: { reference?: string } };

const FRESH_MS = 30 * 60_000;
const POSTS_BY_APPLICATION = { name: "credit application posts", most: 30, windowMs: 60 * 60_000 };

/** A few facts for anybody with the reference, everything for the sender. */
export async function openSentApplication(args: Args): Promise<SentPage> {
  const { visitor, found, way, key } = await requireApplication(args);
  const { lead, submission } = found;
  if (hasProvedEmail(visitor, lead, way)) await confirmApplicant(submission.id, visitor.ipAddress);
  const facts = await sentFacts(lead.reference, [form.name]);
  if (!facts) throw data(null, { status: 404 });
  return {
    facts,
    own: way ? await viewOwnApplication({ found, visitor, way, key }) : null,
    key,
    isDeadKey: key !== "" && way === null,
    isFresh: way !== null && now().getTime() - submission.submittedAt.getTime() < FRESH_MS,
    replyBy: describePromise(lead, visitor.locale),
  };
}

/** The error of a post, by the box that was left blank. */
export type SentPageError = { box: "share"; error: string };

type Done = "alone" | "confirm" | "invited" | "shared" | "unsent";

type ApplicationSubject = Recognised & { lead: Found["lead"] };

/** The sender's commands: share it, decide about a co-applicant, verify their phone. */
const commands = defineCommands<ApplicationSubject>()({
  ...leadPhoneCommands,
  "go-on-alone": {
    async run(_press, { found, key }) {
      await goOnAlone(found.submission.id);
      throw redirectTo(buildOwnAddress(found.lead.reference, key, "alone"));
    },
  },
  "invite-again": {
    async run(_press, { found, visitor, key }) {
      const isSent = await inviteCoApplicant(found.submission.id, visitor.ipAddress);
      throw redirectTo(buildOwnAddress(found.lead.reference, key, isSent ? "invited" : "unsent"));
    },
  },
  "confirm-again": {
    async run(_press, { found, key }) {
      const isSent = await confirmAgain(found.lead);
      throw redirectTo(buildOwnAddress(found.lead.reference, key, isSent ? "confirm" : "unsent"));
    },
  },
  share: {
    async run({ field }, { found, visitor, key }) {
      if (field("share") !== "yes") {
        const error = m.credit_status_share_unsure();
        return data<SentPageError>({ box: "share", error }, { status: 422 });
      }
      await shareWithNamedDealership(found, visitor.locale, field("dealership"));
      throw redirectTo(buildOwnAddress(found.lead.reference, key, "shared"));
    },
  },
});
export type SentPress = keyof typeof commands;

/** @throws 404 for anybody but its sender. */
export async function handleSentApplication(args: Args) {
  const caller = await requireApplication(args);
  const { found, way } = caller;
  if (!way) throw data(null, { status: 404 });
  const limit = await countAgainst(POSTS_BY_APPLICATION, found.lead.reference);
  if (!limit.ok) throw data(null, { status: 429 });
  return runCommand(args, commands, { ...caller, way, lead: found.lead });
}

const SHARE_CHANNEL = "web: page of the sent application, checkbox";

async function shareWithNamedDealership(found: Found, locale: Locale, dealershipId: string) {
  const share = await findShare(found, locale, await findJoint(found.submission.id));
  // It was shared meanwhile, or the sender may no longer share it.
  if (!share || !("text" in share)) return;
  const named = await findNamedDealership(dealershipId);
  const input = { locale, channel: SHARE_CHANNEL, givenAt: now() };
  const { leadMailAlso: further } = await readShownSettings();
  await shareApplication(found.submission.id, [buildShareConsent(named, further, input)]);
}

/** Includes the key of the private link, so that the person keeps access. */
function buildOwnAddress(reference: string, key: string, done: Done): string {
  const query = new URLSearchParams({ done, ...(key && { key }) });
  return `${hrefIn(paths.creditApplicationSent(reference))}?${query}`;
}

type Found = NonNullable<Awaited<ReturnType<typeof findLeadOfForm>>>;
type Caller = { visitor: Visitor; found: Found; way: SenderWay | null; key: string };
type Recognised = Caller & { way: SenderWay };

/**
 * Whether the viewer has proved that the applicant's e-mail address is theirs: by the link sent
 * there, by signing in to its account, or by a code sent there.
 */
function hasProvedEmail(
  { user }: Visitor,
  { email, emailConfirmedAt }: { email: string | null; emailConfirmedAt: Date | null },
  way: SenderWay | null,
): boolean {
  return (
    emailConfirmedAt !== null ||
    way === "mail_link" ||
    (user !== null && user.email.toLowerCase() === email?.toLowerCase())
  );
}

/** @throws 404 where there is no such application. */
async function requireApplication(args: Args): Promise<Caller> {
  const visitor = readVisitor(args);
  const key = new URL(args.request.url).searchParams.get("key") ?? "";
  const found = await findLeadOfForm(args.params.reference ?? "", form.name);
  if (!found) throw data(null, { status: 404 });
  return { visitor, found, way: recognizeSender(visitor, found, key), key };
}

const STATUS_WORDS = {
  new: m.credit_status_received,
  contacted: m.credit_status_contacted,
  documents: m.credit_status_documents,
  lender: m.credit_status_lender,
  approved: m.credit_status_approved,
  delivered: m.credit_status_delivered,
  closed: m.credit_status_closed,
} as const;

async function viewOwnApplication({
  found,
  visitor,
  way,
  key,
}: Recognised): Promise<OwnApplication> {
  const { locale } = visitor;
  const { lead, submission } = found;
  const [events, views, joint] = await Promise.all([
    db()
      .select({ kind: leadEventTable.kind, at: leadEventTable.at })
      .from(leadEventTable)
      .where(eq(leadEventTable.leadId, lead.id)),
    listViews([{ reference: lead.reference, sealed: SEALED }]),
    findJoint(submission.id),
  ]);
  const withdrawal = events.find(({ kind }) => kind === "application_withdrawn");
  const { answers } = parseStored(form, submission.answers);
  return {
    isByLink: key !== "" && way !== "account",
    affordable: withdrawal ? null : await findAffordableCars(answers, visitor),
    status: withdrawal
      ? m.credit_status_withdrawn({ date: formatDateTime(withdrawal.at, locale) }, { locale })
      : STATUS_WORDS[lead.status]({}, { locale }),
    isWithdrawn: withdrawal !== undefined,
    phone: withdrawal ? null : await viewLeadPhone(visitor, lead),
    joint,
    waysBack: findWaysBack(visitor, lead, paths.creditApplicationSent(lead.reference)),
    share: withdrawal ? null : await findShare(found, locale, joint),
    rows: viewRows(answers, locale),
    views: views.map((view) => describeView(view, locale)),
  };
}

/** Null if it is shared or withdrawn, or is the part of a co-applicant who was removed. */
async function findShare(
  { lead, submission }: Found,
  locale: Locale,
  joint: JointView | null,
): Promise<OwnApplication["share"]> {
  if (joint?.is === "co_applicant" && joint.state !== "joined") return null;
  const consents = await db()
    .select({ purpose: consentTable.purpose, withdrawnAt: consentTable.withdrawnAt })
    .from(consentTable)
    .where(eq(consentTable.submissionId, submission.id));
  const hasConsent = (purpose: string) =>
    consents.some((each) => each.purpose === purpose && each.withdrawnAt === null);
  if (hasConsent("share_with_dealership")) return null;
  if (isFrenchFirst(locale, lead.provinceCode) && !hasConsent("contract_language")) {
    return { frenchHref: hrefIn(paths.creditApplicationSent(lead.reference), "fr") };
  }
  const { answers } = parseStored(form, submission.answers);
  const named = await findDealershipToName(answers);
  const { leadMailAlso: further } = await readShownSettings();
  return { dealershipId: named?.id ?? "", text: buildShareText(named, further, locale) };
}

const SEALED = listSealedQuestions(form).map(({ name }) => name);

function describeView({ at, by, sealed }: AnswersViewed, locale: Locale) {
  const answer = sealed === null ? null : nameSealedQuestion(form, sealed, locale);
  return {
    at: formatDateTime(at, locale),
    by:
      by === "dealer"
        ? m.account_viewed_by_dealership({}, { locale })
        : m.account_viewed_by_staff({ site: site.name }, { locale }),
    sealed: answer && m.account_viewed_sealed({ answer }, { locale }),
  };
}

/** Contact data is masked, because others may see the browser or the print-out. */
function viewRows(answers: CreditApplicationAnswers, locale: Locale) {
  const masked: Readonly<Record<string, string | undefined>> = {
    email: answers.email && maskEmail(answers.email),
    phone: answers.phone && maskPhone(answers.phone),
    workPhone: answers.workPhone && maskPhone(answers.workPhone),
    coApplicantEmail: answers.coApplicantEmail && maskEmail(answers.coApplicantEmail),
    coApplicantPhone: answers.coApplicantPhone && maskPhone(answers.coApplicantPhone),
  };
  return answerRows(form, answers, { locale, translate: translateIn(locale) })
    .filter(({ key, sealed }) => !["listing", "invitation"].includes(key) && !sealed)
    .map(({ key, name, value }) => ({ name, value: masked[key] ?? value }));
}
