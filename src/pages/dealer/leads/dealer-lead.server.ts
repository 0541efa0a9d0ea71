import { data } from "react-router";
import { recordAct, toActor } from "#domain/audit/record-audit.server.ts";
import { shortenConsent } from "#domain/lead/consent.ts";
import { listStandingConsents } from "#domain/lead/consents.server.ts";
import type { AdfVehicle } from "#domain/lead/adf/adf-lead.ts";
import { findDealerLead } from "#domain/lead/dealer-leads.server.ts";
import { describeHandoverEvent } from "#domain/lead/handover-words.ts";
import { dealerNoteForm, leadResultForm, passLeadForm } from "#domain/lead/handover.form.ts";
import {
  acceptLead,
  addDealerNote,
  type HandoverPress,
  type HandoverResult,
  listHandoverEvents,
  passLead,
  recordLeadResult,
} from "#domain/lead/handover.server.ts";
import { readForDealership } from "#domain/lead/lead-messages.server.ts";
import { kindWord, languageWord } from "#domain/lead/lead-words.ts";
import { findLeadForm } from "#domain/lead-forms.server.ts";
import { m } from "#messages/messages.js";
import { defineCommands } from "#pages/command/commands.server.ts";
import { definePage, type PageSubject } from "#pages/command/define-page.server.ts";
import { requireDealership } from "#pages/dealer/desk.server.ts";
import { findAnsweredCar } from "#pages/form/view-answers.server.ts";
import { handleForm, type Outcome, showForm } from "#pages/form/handle-form.server.ts";
import { type Member, type PageArgs, redirectTo } from "#pages/session/guards.server.ts";
import { paths } from "#site/paths.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { formatDateTime, formatNumber, formatPhone } from "#values/format.ts";
import { formatCarName } from "#values/car-name.ts";
import { formatCad } from "#values/money.ts";
import type { Locale } from "#values/locale.ts";
import { readReference } from "#values/reference.ts";

type Args = PageArgs & { params: { reference: string } };

/** The lead of the page, for its dealership. */
type Subject = PageSubject<Omit<HandoverPress, "byUserId">>;

export const dealerLeadPage = definePage({
  address: "/dealer/leads/:reference",
  read: "seeDealerLeads",
  async load({ request, params }: Args, member: Member) {
    const { user, visitor } = member;
    const { locale } = visitor;
    const dealership = await requireDealership(member);
    const reference = readReference(params.reference);
    const found = reference && (await findDealerLead(dealership.id, reference));
    if (!found) throw data({ code: "no_such_lead" }, { status: 404 });
    const { view, lead, handover, submission } = found;
    const on = { kind: "lead", id: lead.reference } as const;
    await recordAct({ by: toActor(user), action: "lead_viewed", on });
    const form = findLeadForm(submission.formName);
    const [asked, consents, events, car] = await Promise.all([
      form ? readForDealership(found, form, locale) : null,
      listStandingConsents(submission.id),
      handover ? listHandoverEvents(handover) : [],
      findAnsweredCar(submission.answers, locale),
    ]);
    return {
      reference: lead.reference,
      name: view.name || kindWord(lead.kind, locale),
      kind: kindWord(lead.kind, locale),
      received: formatDateTime(view.receivedAt, locale),
      city: lead.city,
      step: view.step,
      answerBy: view.answerBy && formatDateTime(view.answerBy, locale),
      isBid: lead.kind === "bid",
      language: languageWord(lead.locale, locale),
      phone: lead.phone && { href: lead.phone, text: formatPhone(lead.phone, locale) },
      email: lead.email,
      car: car ?? (asked && nameCar(asked.vehicle, locale)),
      vehicle: asked ? describeVehicle(asked.vehicle, locale) : null,
      tradeIn: asked?.tradeIn
        ? [nameCar(asked.tradeIn, locale)?.text, describeVehicle(asked.tradeIn, locale)]
            .filter(Boolean)
            .join(" · ")
        : null,
      asked: asked?.customer.comments ?? null,
      consents: consents.map((consent) => ({
        id: consent.id,
        text: shortenConsent(consent),
        lang: consent.locale,
        given: m.dealer_lead_given({ time: formatDateTime(consent.givenAt, locale) }),
      })),
      events: events.map((event) => ({
        id: event.id,
        ...describeHandoverEvent(event, locale),
        meta: [formatDateTime(event.at, locale), event.byName].filter(Boolean).join(" · "),
      })),
      done: findDone(new URL(request.url).searchParams.get("done")),
      passView: showForm(passLeadForm, visitor),
      resultView: showForm(leadResultForm, visitor, {
        result: handover?.outcome ?? undefined,
        soldValue: handover?.soldValueCad ?? undefined,
      }),
      noteView: showForm(dealerNoteForm, visitor),
    };
  },
  async find({ params }: Args, member: Member) {
    const dealership = await requireDealership(member);
    return { reference: readReference(params.reference) ?? "", dealershipId: dealership.id };
  },
  commands: defineCommands<Subject>()({
    "accept-lead": {
      may: "workDealerLeads",
      async run(_press, subject) {
        const result = await acceptLead(by(subject));
        if (result.ok) throw redirectTo(addressOf(subject, "accepted"));
        leaveIfGone(result);
        return data({ refused: m.dealer_lead_answered() }, { status: 409 });
      },
    },
    "pass-lead": {
      may: "workDealerLeads",
      run: ({ post }, subject) =>
        handleForm(passLeadForm, post, async ({ reason, passNote = "" }) => {
          const result = await passLead(by(subject), { reason, note: passNote });
          if (!result.ok) return refuse(result);
          const { reference } = subject.of;
          return { ok: true, redirectTo: `${hrefIn(paths.dealerLeads())}?passed=${reference}` };
        }),
    },
    "lead-result": {
      may: "workDealerLeads",
      run: ({ post }, subject) =>
        handleForm(leadResultForm, post, async (answers): Promise<Outcome> => {
          const { result: outcome, soldValue, resultNote: note = "" } = answers;
          if (outcome === "sold" && soldValue === undefined)
            return { ok: false, fieldErrors: [{ question: "soldValue", code: "needed" }] };
          if (outcome === "lost" && note === "")
            return { ok: false, fieldErrors: [{ question: "resultNote", code: "why" }] };
          const soldValueCad = outcome === "sold" ? (soldValue ?? null) : null;
          const result = await recordLeadResult(by(subject), { outcome, soldValueCad, note });
          if (!result.ok) return refuse(result);
          return { ok: true, redirectTo: addressOf(subject, "result") };
        }),
    },
    "dealer-note": {
      may: "workDealerLeads",
      run: ({ post }, subject) =>
        handleForm(dealerNoteForm, post, async ({ note }): Promise<Outcome> => {
          const result = await addDealerNote(by(subject), note);
          if (!result.ok) return refuse(result);
          return { ok: true, redirectTo: addressOf(subject, "note") };
        }),
    },
  }),
});

const by = (subject: Subject): HandoverPress => ({ ...subject.of, byUserId: subject.by.id });

const addressOf = ({ of }: Subject, done: string) =>
  `${hrefIn(paths.dealerLead(of.reference))}?done=${done}`;

const DONE: ReadonlyMap<string, () => string> = new Map(
  Object.entries({
    accepted: m.dealer_lead_done_accepted,
    result: m.dealer_lead_done_result,
    note: m.dealer_lead_done_note,
  }),
);

function findDone(code: string | null): string | null {
  return DONE.get(code ?? "")?.() ?? null;
}

type Refused = Extract<HandoverResult, { ok: false }>;

/** @throws a redirect to the list: the page of a lead that the dealership no longer has is gone */
function leaveIfGone({ code }: Refused): void {
  if (code === "not_found") throw redirectTo(`${hrefIn(paths.dealerLeads())}?gone=1`);
}

function refuse(refused: Refused): Outcome {
  leaveIfGone(refused);
  return { ok: false, message: m.dealer_lead_answered(), status: 409 };
}

function nameCar({ year, make, model, trim }: AdfVehicle, locale: Locale) {
  if (!make || !model) return null;
  return { text: formatCarName({ year, make, model, trim: trim ?? null }, locale), path: null };
}

/** What else the dealership is told of a car, in one line. */
function describeVehicle(
  { vin, odometerKm, bodyStyle, price }: AdfVehicle,
  locale: Locale,
): string | null {
  const parts = [
    vin,
    odometerKm !== undefined && `${formatNumber(odometerKm, locale)} km`,
    bodyStyle,
    price && formatCad(price.amountCad, locale),
  ];
  return parts.filter(Boolean).join(" · ") || null;
}
