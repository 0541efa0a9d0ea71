import { callForm } from "#domain/call/call.form.ts";
import { findJoint, type JointView } from "#domain/credit-application/co-applicant.server.ts";
import { findWhoToPassOnTo } from "#domain/credit-application/pass-on.server.ts";
import type { LeadStatus } from "#domain/lead/lead.ts";
import { isIncome, type ListedCar } from "#domain/lead/lead-form.ts";
import { may } from "#domain/identity/permission.ts";
import { type ListedDocument, listDocuments } from "#domain/document/documents.server.ts";
import { listEmailsOfLead } from "#domain/inbound-email/inbound-emails.server.ts";
import { findLeadForm } from "#domain/lead-forms.server.ts";
import { toActor, recordAct } from "#domain/audit/record-audit.server.ts";
import { leadNoteForm } from "#domain/lead/staff-notes.form.ts";
import { listCorrections } from "#domain/privacy-request/own-request.server.ts";
import { isOverdue } from "#domain/privacy-request/privacy-request.ts";
import type { FormView } from "#forms/view-model.ts";
import { m } from "#messages/messages.js";
import { showForm } from "#pages/form/handle-form.server.ts";
import { now } from "#platform/clock/clock.server.ts";
import { calendarDay, formatDate, formatDateTime } from "#values/format.ts";
import type { Locale } from "#values/locale.ts";
import type { SignedInUser } from "#platform/request/visitor.server.ts";
import { paths } from "#site/paths.ts";
import { type CreditFileView, viewCreditFile } from "./credit-file.server.ts";
import {
  type AnsweredCar,
  type AnsweredStep,
  findAnsweredCar,
  viewAnswers,
} from "#pages/form/view-answers.server.ts";
import { type LeadClock, viewClock } from "./lead-clock.server.ts";
import { type ConsentView, viewConsent } from "./lead-consents.server.ts";
import { type LeadDocumentsView, viewDocuments } from "./lead-documents.server.ts";
import { type EventView, viewEvent } from "./lead-event.server.ts";
import {
  type ContactLink,
  describeLead,
  type LeadEmail,
  type LeadPhone,
  loadContactLink,
  viewEmail,
  viewPhone,
} from "./lead-head.server.ts";
import { type MatchView, viewMatch } from "./lead-match.server.ts";
import { type LeadOutcomeView, loadOutcome } from "./lead/lead-outcome.server.ts";
import { type LeadCarsView, loadLeadCars } from "./lead/lead-cars.server.ts";
import { type LeadLetterView, loadLetter } from "./lead/lead-letter.server.ts";
import { type LeadTasksView, loadLeadTasks } from "./lead/lead-tasks.server.ts";
import { loadOwner, type OwnerView } from "./lead/lead-owner.server.ts";
import { type MessageView, viewMessage } from "./message-view.server.ts";
import { formatLeadName, formatLocation } from "#domain/lead/lead-words.ts";
import { findLead, type FoundLead } from "#domain/lead/lead-queries.server.ts";
import { listStandingCalls } from "#domain/lead/standing-calls.ts";
import { initials } from "#values/person-name.ts";

/** One lead for its page: finished texts in the staff member's language, plain data. */
export type LeadView = {
  reference: string;
  name: string;
  initials: string;
  status: LeadStatus;
  /** Who works on it. */
  owner: OwnerView;
  outcome: LeadOutcomeView;
  tasks: LeadTasksView;
  letter: LeadLetterView;
  cars: LeadCarsView;
  /** Its kind, when it came, the language and the reference, in one line. */
  facts: string;
  location: string | null;
  /** Where it stands against the time that its sender was promised. */
  clock: LeadClock | null;
  contact: ContactLink | null;
  phone: LeadPhone | null;
  /** The newest call that reached its sender and was not taken back. */
  reachedAt: string | null;
  email: LeadEmail | null;
  /** Null if this release no longer has the form. */
  answers: AnsweredStep[] | null;
  /** Only for a credit application: its answers in a lender's order; else null. */
  creditFile: CreditFileView | null;
  documents: LeadDocumentsView;
  /** Corrections that the sender asked for and nobody answered yet. */
  corrections: readonly { id: string; text: string; due: string; isOverdue: boolean }[];
  /** The viewer proved their second factor in the last few minutes, as sealed answers require. */
  isFactorFresh: boolean;
  listedAlready: readonly ListedCar[];
  match: MatchView | null;
  /** The dealership that staff may pass it on to. */
  passOn: { dealership: string } | null;
  consents: ConsentView[];
  /** The person was asked for consent to be contacted about it, and did not agree. */
  isQuiet: boolean;
  messages: MessageView[];
  events: EventView[];
  /** The forms of a new note and of a call. */
  noteView: FormView;
  callView: FormView;
};

type Viewer = Pick<SignedInUser, "id" | "role" | "abilities" | "grants" | "lacksFreshFactor"> & {
  /** The site's origin as they see it, for links in what they write. */
  origin?: string;
};

/** The lead of this reference for its page, or null. The view is recorded before it is returned. */
export async function loadLead(
  reference: string,
  locale: Locale,
  viewer: Viewer,
  /** Query of the page's address: the numbers to compute a credit application's ratios with. */
  query = new URLSearchParams(),
): Promise<LeadView | null> {
  const found = await findLead(reference);
  if (!found) return null;
  const on = { kind: "lead", id: found.lead.reference } as const;
  await recordAct({ by: toActor(viewer), action: "lead_viewed", on });
  const joint = await findJoint(found.submission.id);
  // Links need an origin: without one no car is put into a letter.
  const carIds = viewer.origin ? query.getAll("car") : [];
  const dealership = await findWhoToPassOnTo(found.lead, joint);
  return viewLead(found, locale, {
    at: now(),
    contact: await loadContactLink(found.lead.id, locale),
    owner: await loadOwner(found.lead, viewer),
    outcome: await loadOutcome(found.lead, locale),
    tasks: await loadLeadTasks(found.lead.id, locale, viewer),
    letter: await loadLetter(found.lead, locale, viewer.id, {
      chosenId: query.get("template"),
      carIds,
      origin: viewer.origin ?? "",
    }),
    cars: await loadLeadCars(found, carIds, locale),
    viewer,
    query,
    joint,
    passOn: dealership === null ? null : { dealership },
    car: await findAnsweredCar(found.submission.answers, locale),
    listedAlready: await findListed(found),
    documents: await listDocuments(found.submission.id),
    emails: await listEmailsOfLead(found.lead.id),
    corrections: await listCorrections(found.lead.reference),
  });
}

async function findListed({ submission }: FoundLead): Promise<readonly ListedCar[]> {
  const { formName, answers, userId } = submission;
  const find = findLeadForm(formName)?.findListed;
  return find ? find(answers, { userId }) : [];
}

/** Who views it, when, and the data that was loaded before. */
type Seen = {
  at: Date;
  contact: LeadView["contact"];
  owner: OwnerView;
  outcome: LeadOutcomeView;
  tasks: LeadTasksView;
  letter: LeadLetterView;
  cars: LeadCarsView;
  viewer: Viewer;
  query: URLSearchParams;
  joint: JointView | null;
  passOn: LeadView["passOn"];
  /** The car that the person asked about or bid on. */
  car: AnsweredCar | null;
  listedAlready: readonly ListedCar[];
  documents: readonly ListedDocument[];
  emails: Awaited<ReturnType<typeof listEmailsOfLead>>;
  corrections: Awaited<ReturnType<typeof listCorrections>>;
};

function viewLead(
  found: FoundLead,
  locale: Locale,
  {
    at,
    contact,
    owner,
    outcome,
    tasks,
    letter,
    cars,
    viewer,
    query,
    joint,
    passOn,
    car,
    listedAlready,
    documents,
    emails,
    corrections,
  }: Seen,
): LeadView {
  const { lead, submission } = found;
  const leadForm = findLeadForm(submission.formName);
  const form = leadForm?.form;
  const seesIncome = may(viewer, "seeIncome", lead.reference);
  const isWithheld = (question: string) =>
    !seesIncome && leadForm !== undefined && isIncome(leadForm, question);
  const ask = askFor(viewer, lead.reference, locale);
  return {
    reference: lead.reference,
    name: formatLeadName(lead, locale),
    initials: initials(`${lead.firstName} ${lead.lastName}`) || "?",
    status: lead.status,
    owner,
    outcome,
    tasks,
    letter,
    cars,
    facts: describeLead(lead, at, locale),
    location: formatLocation(lead),
    clock: viewClock(lead, at, locale),
    contact,
    phone: viewPhone(lead, locale),
    reachedAt: sayLastCall(found.events, locale),
    email: viewEmail(lead),
    answers: form
      ? viewAnswers(form, submission.answers, {
          hasSealedAnswers: submission.hasSealedAnswers,
          locale,
          car,
          isWithheld,
          ask,
          corrections: found.corrections,
        })
      : null,
    creditFile: viewCreditFile(found, {
      query,
      joint,
      car,
      seesIncome,
      viewer: { isWithheld, ask },
      locale,
    }),
    documents: viewDocuments(documents, locale),
    corrections: corrections
      .filter(({ state }) => state === "open")
      .map(({ id, reason, state, dueOn }) => ({
        id,
        text: reason,
        due: formatDate(dueOn, locale),
        isOverdue: isOverdue({ state, dueOn }, calendarDay(at)),
      })),
    isFactorFresh: !viewer.lacksFreshFactor,
    listedAlready,
    match: viewMatch(found, locale),
    passOn,
    isQuiet: isQuiet(found),
    consents: found.consents.map((consent) => viewConsent(consent, locale)),
    messages: found.messages.map((message) => viewMessage(message, locale)),
    events: found.events.map((event) => viewEvent(event, form, locale, emails.get(event.id))),
    noteView: showForm(leadNoteForm, { locale }),
    callView: showForm(callForm, { locale }),
  };
}

/** How the viewer asks to see what their role does not; nothing for a role that only reads. */
function askFor(viewer: Viewer, reference: string, locale: Locale) {
  const opensSealed = may(viewer, "openSealedAnswers", reference);
  return ({ name, isSealed }: { name: string; isSealed: boolean }) => {
    if (!may(viewer, "workLeads") || (isSealed && opensSealed)) return undefined;
    return {
      text: m.access_ask_for({ answer: name }, { locale }),
      path: paths.askForAccess(isSealed ? "sealed_answers" : "income", reference),
    };
  };
}

function isQuiet({ lead, consents }: FoundLead): boolean {
  const mayContact = consents.some(
    ({ purpose, withdrawnAt }) => purpose === "contact_about_request" && withdrawnAt === null,
  );
  return lead.kind === "pre_approval" && !mayContact;
}

function sayLastCall(events: FoundLead["events"], locale: Locale): string | null {
  const last = listStandingCalls(events.toReversed()).at(-1);
  return last ? formatDateTime(last.at, locale) : null;
}
