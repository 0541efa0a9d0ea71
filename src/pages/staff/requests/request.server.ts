import { data } from "react-router";
import { recordAct, toActor } from "#domain/audit/record-audit.server.ts";
import { findUser } from "#domain/identity/user.server.ts";
import {
  type ActRefusal,
  eraseForPerson,
  exportForPerson,
  findPrivacyRequest,
  withdrawForPerson,
} from "#domain/privacy-request/act-on-trail.server.ts";
import { settlePrivacyRequest } from "#domain/privacy-request/staff-requests.server.ts";
import { findTrail } from "#domain/privacy-request/find-trail.server.ts";
import {
  describeAct,
  describePrivacyKind,
  writePrivacyLetter,
} from "#domain/privacy-request/privacy-letter.ts";
import { settlementForm } from "#domain/privacy-request/privacy-request.form.ts";
import { type IdentityWay, isOverdue } from "#domain/privacy-request/privacy-request.ts";
import type { PrivacyRequest } from "#domain/privacy-request/privacy-request.table.ts";
import { languageWord } from "#domain/lead/lead-words.ts";
import { m } from "#messages/messages.js";
import { handleDataFile } from "#pages/public/your-request/data-file.server.ts";
import { handleForm, type Outcome, showForm } from "#pages/form/handle-form.server.ts";
import { type Command, defineCommands, type Press } from "#pages/command/commands.server.ts";
import { definePage, type PageSubject } from "#pages/command/define-page.server.ts";
import {
  type Member,
  type PageArgs,
  redirectTo,
  requireFreshFactor,
  requirePermission,
} from "#pages/session/guards.server.ts";
import { today } from "#platform/clock/clock.server.ts";
import { paths } from "#site/paths.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { formatDate, formatDateTime, formatPhone } from "#values/format.ts";
import type { Locale } from "#values/locale.ts";
import { ANSWER_CORRECTION, handleCorrection, viewCorrection } from "./correction.server.ts";
import { viewTrail } from "./view-trail.server.ts";

type Args = PageArgs & { params: { id: string } };

async function requireRequest(id: string): Promise<PrivacyRequest> {
  const found = await findPrivacyRequest(id);
  if (!found) throw data({ code: "no_such_request" }, { status: 404 });
  return found;
}

/** One person's privacy request, all data that we store of them, and what was done. */
async function loadRequest(args: Args, { user, visitor }: Member) {
  const request = await requireRequest(args.params.id);
  const on = { kind: "privacy_request", id: request.id } as const;
  await recordAct({ by: toActor(user), action: "person_searched", on });
  const { locale } = visitor;
  const { kind, state, email, phone, reference, acts } = request;
  const isOpen = state === "open";
  const hasContact = email !== null || phone !== null;
  const isProved = request.identityWay !== "browser";
  const trail = isOpen && hasContact ? await findTrail(request) : null;
  const query = new URL(args.request.url).searchParams;
  return {
    id: request.id,
    title: describePrivacyKind(kind, locale),
    isOpen,
    isOverdue: isOverdue(request, today()),
    facts: await listFacts(request, locale),
    reason: request.reason,
    reference,
    isProved,
    trail: trail && viewTrail(request, trail, { locale, user }),
    correction: trail && isProved ? await viewCorrection(trail, { locale, query, user }) : null,
    acts: acts.map((act) => ({
      at: formatDateTime(new Date(act.at), locale),
      lines: describeAct(act, locale),
    })),
    outcome: request.outcome,
    settlementView: showForm(settlementForm, visitor),
  };
}

export type RequestView = Awaited<ReturnType<typeof loadRequest>>;

/** The answer to the person, in their language, to print. */
export async function loadLetter(args: Args) {
  requirePermission(args, "seePrivacyRequests");
  const request = await requireRequest(args.params.id);
  const { name, email, phone, locale, settledAt } = request;
  return {
    id: request.id,
    letter: {
      locale,
      date: formatDate(settledAt ?? today(), locale),
      to: [name, email, phone && formatPhone(phone, locale)].flatMap((line) => line || []),
      ...writePrivacyLetter(request, locale),
    },
  };
}

async function listFacts(request: PrivacyRequest, locale: Locale) {
  const { name, email, phone, receivedOn, dueOn, settledAt } = request;
  const taker = request.byUserId ? await findUser(request.byUserId) : null;
  const options = { locale };
  const facts: [string, string | null][] = [
    [m.privacy_request_fact_person({}, options), name || null],
    [m.people_email({}, options), email],
    [m.privacy_request_find_phone({}, options), phone && formatPhone(phone, locale)],
    [m.privacy_request_form_language_label({}, options), languageWord(request.locale, locale)],
    [m.privacy_request_fact_received({}, options), formatDate(receivedOn, locale)],
    [m.privacy_request_fact_due({}, options), formatDate(dueOn, locale)],
    [m.privacy_request_fact_identity({}, options), IDENTITIES[request.identityWay]({}, options)],
    [
      m.privacy_request_fact_taker({}, options),
      taker?.name ?? m.privacy_request_by_person({}, options),
    ],
    [m.privacy_request_fact_settled({}, options), settledAt && formatDate(settledAt, locale)],
  ];
  return facts.flatMap(([label, value]) => (value ? [{ name: label, value }] : []));
}

const IDENTITIES: Record<IdentityWay, typeof m.privacy_identity_account> = {
  account: m.privacy_identity_account,
  mail_link: m.privacy_identity_mail_link,
  browser: m.privacy_identity_browser,
  known_contact: m.privacy_identity_known_contact,
  document_shown: m.privacy_identity_document_shown,
  answers_known: m.privacy_identity_answers_known,
};

/** Why nothing was done; if the reason is the ticked boxes, they stay ticked. */
type Refusal = { problem: string; ticked?: string[] };

/** The id of the open or settled request. */
type Subject = PageSubject<string>;

const hereOf = (id: string) => hrefIn(paths.staffRequest(id));

function settle({ post }: Press, { by, of: id }: Subject) {
  return handleForm(settlementForm, post, async ({ ending, outcome }): Promise<Outcome> => {
    const settled = await settlePrivacyRequest(id, { state: ending, outcome }, by);
    if (settled.ok) return { ok: true, redirectTo: `${hereOf(id)}?done=settled` };
    return { ok: false, message: m.privacy_request_settled_already(), status: 409 };
  });
}

/** Withdraws or erases the ticked items of the person's trail. */
const actOn = (act: typeof withdrawForPerson | typeof eraseForPerson) =>
  ({
    may: "answerPrivacyRequests",
    async run({ post, field }, { by, of: id }) {
      const ticked = [...(post.raw.get("item") ?? [])];
      const refuse = (problem: string, status: number) =>
        data<Refusal>({ problem, ticked }, { status });
      if (act === eraseForPerson && field("sure") !== "yes")
        return refuse(m.privacy_request_erase_unsure(), 422);
      const done = await act(id, ticked, by);
      if (done.ok) throw redirectTo(`${hereOf(id)}?done=${done.act.act}`);
      return refuse(describeRefusal(done.code), STATUS[done.code]);
    },
  }) as const satisfies Command<Subject>;

export const requestPage = definePage({
  address: "/staff/requests/:id",
  read: "seePrivacyRequests",
  needsFreshFactor: true,
  load: loadRequest,
  find: async ({ params }: Args) => (await requireRequest(params.id)).id,
  commands: defineCommands<Subject>()({
    settlement: { may: "answerPrivacyRequests", run: settle },
    withdraw: actOn(withdrawForPerson),
    erase: actOn(eraseForPerson),
    [ANSWER_CORRECTION]: {
      may: "answerPrivacyRequests",
      run: ({ post }, { by, of: id }) =>
        handleCorrection(id, post, by, (code) => ({
          problem: describeRefusal(code),
          status: STATUS[code],
        })),
    },
  }),
});

const STATUS: Record<ActRefusal, number> = {
  not_found: 409,
  not_permitted: 403,
  fresh_factor_needed: 403,
  identity_unproved: 409,
  nothing_chosen: 422,
};

function describeRefusal(code: ActRefusal): string {
  switch (code) {
    case "identity_unproved":
      return m.privacy_request_unproved();
    case "nothing_chosen":
      return m.privacy_request_nothing_chosen();
    case "not_found":
      return m.privacy_request_settled_already();
    default:
      return m.staff_administrators_text();
  }
}

/** The ticked items as a file; recorded before it is sent. */
export async function exportRequest(args: Args): Promise<Response> {
  const { user } = requirePermission(args, "answerPrivacyRequests");
  // A person's whole data says what they earn.
  requirePermission(args, "seeIncome");
  requireFreshFactor(args);
  const { id } = await requireRequest(args.params.id);
  const { searchParams } = new URL(args.request.url);
  const exported = await exportForPerson(id, searchParams.getAll("item"), user);
  if (exported.ok) return handleDataFile(args.request, exported.data, `person-${id}`);
  throw data({ code: exported.code }, { status: STATUS[exported.code] });
}
