import { and, eq, inArray, notInArray } from "drizzle-orm";
import { data } from "react-router";
import { type AnswersViewed, listViews } from "#domain/audit/search-audit.server.ts";
import { isStoredKind, STORED_KINDS } from "#domain/document/document.ts";
import { documentWord } from "#domain/document/document-words.ts";
import { findDealershipNames } from "#domain/dealership/dealership-queries.server.ts";
import { withdrawConsent } from "#domain/lead/consents.server.ts";
import { isTermsPurpose, shortenConsent, TERMS_PURPOSES } from "#domain/lead/consent.ts";
import { consentTable } from "#domain/lead/consent.table.ts";
import { kindWord, purposeWord } from "#domain/lead/lead-words.ts";
import { isRequestOf, listOwnRequests, type OwnRequest } from "#domain/lead/own-requests.server.ts";
import { findRequestStatus, isOver } from "#domain/lead/request-status.ts";
import { listSealedQuestions, nameSealedQuestion } from "#domain/lead/reveal-sealed.server.ts";
import { findLeadForm } from "#domain/lead-forms.server.ts";
import { leadTable } from "#domain/lead/lead.table.ts";
import { submissionTable } from "#domain/lead/submission.table.ts";
import { m } from "#messages/messages.js";
import { describePromise } from "#pages/public/form-journey/promise.server.ts";
import { summarizeRequest } from "#pages/form/view-answers.server.ts";
import { paths } from "#site/paths.ts";
import { site } from "#site/site.ts";
import { db } from "#platform/database/database.server.ts";
import { formatDate, formatDateTime } from "#values/format.ts";
import { hrefIn } from "#ui/locale-href.ts";
import type { Locale } from "#values/locale.ts";
import type { LeadKind } from "#values/lead-kind.ts";
import { isUuid } from "#values/uuid.ts";
import {
  type PageArgs,
  redirectTo,
  requireFormPost,
  requireMember,
} from "#pages/session/guards.server.ts";
import { rawValue } from "#forms/questions/raw-fields.ts";
import { describeNextStep, describeRequestStatus } from "./request-words.ts";

export async function loadApplications(args: PageArgs) {
  const { user, visitor } = requireMember(args);
  const { locale, visitorHash } = visitor;
  const rows = await listOwnRequests({ user, visitorHash });
  const [consents, views] = await Promise.all([
    listConsents(rows.map(({ id }) => id)),
    describeViews(await listViews(rows.map(nameSealedFields)), rows, locale),
  ]);
  return rows.map((row) => ({
    ...viewRequest(row, locale),
    views: views.filter((view) => view.reference === row.reference).slice(0, NEWEST_VIEWS),
    consents: consents
      .filter(({ submissionId }) => submissionId === row.id)
      .map((consent) => consentView(consent, locale)),
  }));
}

/** One request for its sender, as text. */
function viewRequest(row: OwnRequest, locale: Locale) {
  const { reference, kind, formName, answers, isTheirs, hasContact, sentAt, changedAt } = row;
  const status = findRequestStatus(row);
  const form = findLeadForm(formName)?.form;
  const replyBy = isOver(status) ? null : describePromise(row, locale);
  const summary = isTheirs && form ? summarizeRequest(form, answers, locale) : [];
  const [car, ...rest] = kind === "sell_car" ? summary : [];
  return {
    reference,
    /** A car for sale has its name as title. */
    title: car ? m.sale_title({ car }, { locale }) : kindWord(kind, locale),
    /** Its summary; empty if it was sent without being signed in to this account. */
    about: (car ? rest : summary).join(" · "),
    /** The page of a car for sale, with its offers, or of a credit application; others have none. */
    page: PAGES[kind]?.(reference) ?? null,
    isBid: kind === "bid",
    sent: formatDate(sentAt, locale),
    status,
    statusText: describeRequestStatus(status, locale),
    changed: changedAt > sentAt ? formatDate(changedAt, locale) : null,
    next: [describeNextStep({ kind, status, hasContact }, locale), replyBy]
      .filter((line) => line !== null)
      .join(" "),
  };
}

type SentForm = { reference: string; formName: string };

/** The names of the sealed answers that an application may have. */
function nameSealedFields({ reference, formName }: SentForm) {
  const form = findLeadForm(formName)?.form;
  const questions = form ? listSealedQuestions(form).map(({ name }) => name) : [];
  return { reference, sealed: [...questions, ...STORED_KINDS] };
}

const PAGES: Partial<Record<LeadKind, (reference: string) => string>> = {
  sell_car: paths.sellRequest,
  credit_application: paths.creditApplicationSent,
  pre_approval: paths.preApprovalSent,
  offer_request: paths.offerSent,
};

/** Each view of the answers is stored for years; the newest ones are enough here. */
const NEWEST_VIEWS = 20;

/** Who opened the answers: their role and business, not their name, which is in our records. */
async function describeViews(
  views: readonly AnswersViewed[],
  sent: readonly SentForm[],
  locale: Locale,
) {
  const dealers = views.flatMap(({ by, accountId }) => (by === "dealer" ? (accountId ?? []) : []));
  const dealerships = await findDealershipNames(dealers);
  const describeSealed = ({ reference, sealed }: AnswersViewed) => {
    const formName = sent.find((each) => each.reference === reference)?.formName;
    const form = formName === undefined ? undefined : findLeadForm(formName)?.form;
    if (isStoredKind(sealed)) {
      const document = documentWord(sealed, locale);
      return m.account_viewed_document({ document }, { locale });
    }
    const answer = form && sealed !== null ? nameSealedQuestion(form, sealed, locale) : null;
    return answer && m.account_viewed_sealed({ answer }, { locale });
  };
  return views.map((view) => {
    const { reference, at, by, accountId } = view;
    return {
      reference,
      at: formatDateTime(at, locale),
      /** The sealed answer that was opened; null for a view of the other answers. */
      sealed: describeSealed(view),
      by:
        by === "dealer"
          ? (dealerships.get(accountId ?? "") ?? m.account_viewed_by_dealership({}, { locale }))
          : m.account_viewed_by_staff({ site: site.name }, { locale }),
    };
  });
}

export type ApplicationView = Awaited<ReturnType<typeof loadApplications>>[number];

/** Withdraws a consent of the person; another person's consent is not changed. */
export async function handleWithdrawal(args: PageArgs) {
  const { user } = requireMember(args);
  const consentId = rawValue((await requireFormPost(args)).raw, "consent");
  if (!isUuid(consentId)) throw data(null, { status: 422 });
  const [mine] = await db()
    .select({ id: consentTable.id })
    .from(consentTable)
    .innerJoin(submissionTable, eq(submissionTable.id, consentTable.submissionId))
    .innerJoin(leadTable, eq(leadTable.submissionId, submissionTable.id))
    .where(
      and(
        eq(consentTable.id, consentId),
        notInArray(consentTable.purpose, TERMS_PURPOSES),
        isRequestOf(user),
      ),
    );
  if (mine) await withdrawConsent(mine.id);
  throw redirectTo(`${hrefIn(paths.accountApplications())}?notice=consent_withdrawn`);
}

async function listConsents(submissionIds: string[]) {
  if (submissionIds.length === 0) return [];
  return db()
    .select()
    .from(consentTable)
    .where(inArray(consentTable.submissionId, submissionIds))
    .orderBy(consentTable.givenAt);
}

function consentView(consent: typeof consentTable.$inferSelect, locale: Locale) {
  const { id, purpose, givenAt, withdrawnAt } = consent;
  return {
    id,
    purpose: purposeWord(purpose, locale),
    text: shortenConsent(consent),
    lang: consent.locale === "fr" ? ("fr" as const) : ("en" as const),
    given: formatDate(givenAt, locale),
    isWithdrawable: !isTermsPurpose(purpose) && withdrawnAt === null,
    withdrawn: withdrawnAt && formatDate(withdrawnAt, locale),
  };
}
