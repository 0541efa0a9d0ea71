import { data } from "react-router";
import { recordAct, toActor } from "#domain/audit/record-audit.server.ts";
import { findLead } from "#domain/lead/lead-queries.server.ts";
import {
  listPrivacyRequests,
  receivePrivacyRequest,
} from "#domain/privacy-request/staff-requests.server.ts";
import { findTrail } from "#domain/privacy-request/find-trail.server.ts";
import { describePrivacyKind } from "#domain/privacy-request/privacy-letter.ts";
import { privacyRequestForm } from "#domain/privacy-request/privacy-request.form.ts";
import type { PrivacyRequestState } from "#domain/privacy-request/privacy-request.ts";
import type { Contact } from "#domain/privacy-request/trail.ts";
import { m } from "#messages/messages.js";
import { handleForm, type Outcome, showForm } from "#pages/form/handle-form.server.ts";
import { defineCommands, type Press } from "#pages/command/commands.server.ts";
import { definePage, type PageSubject } from "#pages/command/define-page.server.ts";
import type { Member, PageArgs } from "#pages/session/guards.server.ts";
import { today } from "#platform/clock/clock.server.ts";
import { paths } from "#site/paths.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { readEmail } from "#values/email.ts";
import { formatDate, formatPhone } from "#values/format.ts";
import type { Locale } from "#values/locale.ts";
import { readPhone } from "#values/phone.ts";
import { readReference } from "#values/reference.ts";
import { type TrailView, viewTrail } from "./view-trail.server.ts";

/** The privacy requests, open ones first by their deadline, and the form of a new one. */
async function loadRequests(args: PageArgs, member: Member) {
  const { locale } = member.visitor;
  const { open, settled } = await listPrivacyRequests();
  const lead = readReference(new URL(args.request.url).searchParams.get("lead") ?? "");
  const of = lead ? await findSender(lead) : null;
  return {
    open: open.map((row) => viewRow(row, locale)),
    settled: settled.map((row) => viewRow({ ...row, isOverdue: false }, locale)),
    /** Of the person of the lead whose page linked here. */
    search: of && (await searchTrail(of.contact, member)),
    view: showForm(privacyRequestForm, member.visitor, {
      receivedOn: today(),
      ...(of && { person: of.name, language: of.locale }),
      ...(of?.contact.email && { email: of.contact.email }),
    }),
  };
}

export type RequestsView = Awaited<ReturnType<typeof loadRequests>>;

type Row = Awaited<ReturnType<typeof listPrivacyRequests>>["open"][number];

function viewRow(row: Row, locale: Locale) {
  const { id, kind, receivedOn, dueOn, name, email, phone, reference, byName, state } = row;
  const contact = name || email || (phone && formatPhone(phone, locale));
  return {
    id,
    title: describePrivacyKind(kind, locale),
    who: [contact, reference].filter(Boolean).join(" · "),
    received: formatDate(receivedOn, locale),
    due: formatDate(dueOn, locale),
    isOverdue: row.isOverdue,
    state: STATES[state]({}, { locale }),
    settled: row.settledAt && formatDate(row.settledAt, locale),
    byName,
  };
}

const STATES: Record<PrivacyRequestState, typeof m.privacy_request_state_open> = {
  open: m.privacy_request_state_open,
  done: m.privacy_request_state_done,
  refused: m.privacy_request_state_refused,
};

async function findSender(reference: string) {
  const found = await findLead(reference);
  if (!found) return null;
  const { email, phone, firstName, lastName, locale } = found.lead;
  return { contact: { email, phone }, name: `${firstName} ${lastName}`.trim(), locale };
}

/** The search is recorded before it runs, but not the person who is searched for. */
async function searchTrail(contact: Contact, { user, visitor }: Member): Promise<TrailView> {
  await recordAct({ by: toActor(user), action: "person_searched", on: null });
  return viewTrail(contact, await findTrail(contact), { locale: visitor.locale, user });
}

/** What was looked for, and what was found. */
type Searched = {
  typed: { email: string; phone: string };
  problem: string | null;
  trail: TrailView | null;
};

/** Finds all data of a person. The search is posted, because URLs end up in logs. */
async function find({ field: read, post }: Press, { by }: PageSubject) {
  const field = (name: string) => read(name).trim();
  const member = { user: by, visitor: post.visitor };
  const typed = { email: field("email"), phone: field("phone") };
  const [email, phone] = [readEmail(typed.email), readPhone(typed.phone)];
  const isGood = (input: string, reading: { ok: boolean }) => input === "" || reading.ok;
  if (
    (typed.email === "" && typed.phone === "") ||
    !isGood(typed.email, email) ||
    !isGood(typed.phone, phone)
  ) {
    const problem = m.privacy_request_find_problem();
    return data<Searched>({ typed, problem, trail: null }, { status: 422 });
  }
  const contact = { email: email.ok ? email.email : null, phone: phone.ok ? phone.e164 : null };
  return data<Searched>({ typed, problem: null, trail: await searchTrail(contact, member) });
}

/** Stores a person's privacy request; then redirects to its page. */
function takeIn({ post }: Press, { by }: PageSubject) {
  return handleForm(privacyRequestForm, post, async (answers): Promise<Outcome> => {
    const { kind, receivedOn, person = "", language, identityWay, reason } = answers;
    const received = await receivePrivacyRequest(
      {
        kind,
        receivedOn,
        name: person,
        email: answers.email ?? null,
        phone: answers.phone ?? null,
        locale: language,
        identityWay,
        reason,
      },
      by,
    );
    if (received.ok) return { ok: true, redirectTo: hrefIn(paths.staffRequest(received.id)) };
    if (received.code === "not_permitted") throw data({ code: received.code }, { status: 403 });
    return { ok: false, fieldErrors: [{ question: "email", code: "needed" }] };
  });
}

export const requestsPage = definePage({
  address: "/staff/requests",
  read: "seePrivacyRequests",
  needsFreshFactor: true,
  load: loadRequests,
  commands: defineCommands<PageSubject>()({
    find: { run: find },
    "privacy-request": { may: "answerPrivacyRequests", run: takeIn },
  }),
});
