import { eq } from "drizzle-orm";
import { data } from "react-router";
import { findCreditBefore } from "#domain/credit-application/find-credit-estimate.server.ts";
import { mayBeContacted } from "#domain/lead/consents.server.ts";
import { recognizeSender } from "#domain/lead/lead-link.server.ts";
import { findLeadOfForm } from "#domain/lead/lead-queries.server.ts";
import { leadTable } from "#domain/lead/lead.table.ts";
import { submissionTable } from "#domain/lead/submission.table.ts";
import { preApprovalForm } from "#domain/pre-approval/pre-approval.form.ts";
import { findWantedCar, type WantedCar } from "#domain/pre-approval/wanted-car.server.ts";
import type { ListingCardFacts } from "#domain/listing/listing-card.ts";
import {
  type CreditEstimate,
  type CreditFacts,
  estimateCredit,
  type EstimateChange,
  findEstimateChanges,
} from "#domain/pricing/credit-estimate.ts";
import { parseStored } from "#forms/stored-answers.ts";
import { m } from "#messages/messages.js";
import { runCommand } from "#pages/command/commands.server.ts";
import { describePromise } from "#pages/public/form-journey/promise.server.ts";
import type { WaysBack } from "#pages/public/form-journey/follow-request.tsx";
import {
  findWaysBack,
  type SentFacts,
  sentFacts,
} from "#pages/public/form-journey/sent-facts.server.ts";
import type { PageArgs } from "#pages/session/guards.server.ts";
import {
  type LeadPhone,
  leadPhoneCommands,
  viewLeadPhone,
} from "#pages/public/phone-code/lead-phone.server.ts";
import { db } from "#platform/database/database.server.ts";
import { readVisitor, type Visitor } from "#platform/request/visitor.server.ts";
import { paths } from "#site/paths.ts";
import type { Locale } from "#values/locale.ts";
import { readReference } from "#values/reference.ts";
import { findMatches } from "./find-matches.server.ts";

/** What only the sender of a pre-approval may see of it. */
export type OwnPreApproval = {
  /** They came by their private link, from an e-mail or from the page. */
  isByLink: boolean;
  /** The key of that link; "" if there was none. */
  key: string;
  status: string;
  car: WantedCar | null;
  /** The path of the credit application that follows, with the same car. */
  creditPath: string;
  matches: ListingCardFacts[];
  /**
   * What the payments of the cars are based on, and what changed it; null for requests older than
   * these questions.
   */
  estimated: { estimate: CreditEstimate; facts: CreditFacts; moves: EstimateChange[] } | null;
  waysBack: WaysBack;
  /** The card for a number that is not verified yet; null if it is. */
  phone: LeadPhone | null;
};

export type SentPreApproval = {
  facts: SentFacts;
  /** The sender agreed that we may contact them about it. */
  mayContact: boolean;
  /** By when we intend to contact them, or when we did; null if nobody will. */
  replyBy: string | null;
  own: OwnPreApproval | null;
};

type SentArgs = PageArgs & { params: { reference?: string } };

/**
 * A few facts for anybody who knows the reference, everything for its sender: by browser, account
 * or link.
 */
export async function openSentPreApproval(args: SentArgs): Promise<SentPreApproval> {
  const visitor = readVisitor(args);
  const { locale } = visitor;
  const reference = readReference(args.params.reference ?? "");
  const facts = reference && (await sentFacts(reference, [preApprovalForm.name]));
  const [found] = facts
    ? await db()
        .select({ lead: leadTable, submission: submissionTable })
        .from(leadTable)
        .innerJoin(submissionTable, eq(submissionTable.id, leadTable.submissionId))
        .where(eq(leadTable.reference, facts.reference))
    : [];
  if (!facts || !found) throw data(null, { status: 404 });
  const { lead, submission } = found;
  const key = new URL(args.request.url).searchParams.get("key") ?? "";
  const way = recognizeSender(visitor, found, key);
  const mayContact = await mayBeContacted(db(), submission.id);
  const replyBy = mayContact ? describePromise(lead, locale) : null;
  if (!way) return { facts, mayContact, replyBy, own: null };
  const { answers } = parseStored(preApprovalForm, submission.answers);
  const matches = await findMatches(answers, visitor);
  const car = await findWantedCar(answers.listing, answers.agreedPrice ?? null);
  return {
    facts,
    mayContact,
    replyBy,
    own: {
      isByLink: key !== "" && way !== "account",
      key,
      status: STATUS_WORDS[lead.status]({}, { locale }),
      car,
      creditPath: car ? paths.creditApplicationFor(car.listing.id) : paths.creditApplication(),
      matches: matches?.cars.best ?? [],
      estimated: matches && {
        estimate: matches.estimate,
        facts: matches.known.facts,
        moves: await findMovesSince(matches.known.facts, visitor, submission.submittedAt),
      },
      waysBack: findWaysBack(visitor, lead, paths.preApprovalSent(lead.reference)),
      phone: await viewLeadPhone(visitor, lead),
    },
  };
}

/**
 * The changes since the last estimate that they saw: of an earlier form, else of the panel, which
 * has no housing cost yet.
 */
async function findMovesSince(
  facts: CreditFacts,
  visitor: Visitor,
  at: Date,
): Promise<EstimateChange[]> {
  const earlier = await findCreditBefore(visitor, at);
  const { ratePercent, comfortable } = estimateCredit(
    earlier?.facts ?? { ...facts, housingCad: null },
  );
  return findEstimateChanges(
    { ratePercent, comfortableCad: comfortable?.paymentCad ?? null },
    facts,
  );
}

/** The buttons of the phone's card. @throws 404 for a person who is not its sender */
export async function handleSentPreApproval(args: SentArgs) {
  const visitor = readVisitor(args);
  const found = await findLeadOfForm(args.params.reference ?? "", preApprovalForm.name);
  const key = new URL(args.request.url).searchParams.get("key") ?? "";
  const way = found && recognizeSender(visitor, found, key);
  if (!found || !way) throw data(null, { status: 404 });
  return runCommand(args, leadPhoneCommands, { visitor, lead: found.lead, way });
}

type Words = (inputs: object, options: { locale: Locale }) => string;

const STATUS_WORDS = {
  new: m.pre_approval_status_received,
  contacted: m.pre_approval_status_contacted,
  documents: m.pre_approval_status_documents,
  lender: m.pre_approval_status_lender,
  approved: m.pre_approval_status_approved,
  delivered: m.pre_approval_status_delivered,
  closed: m.pre_approval_status_closed,
} as const satisfies Record<(typeof leadTable.$inferSelect)["status"], Words>;
