import { randomUUID } from "node:crypto";
import { recordAudit, toActor } from "#domain/audit/record-audit.server.ts";
import type { CompleteAnswersOf } from "#forms/define-form.ts";
import { splitChoices } from "#forms/questions/choices.ts";
import { m } from "#messages/messages.js";
import { now } from "#platform/clock/clock.server.ts";
import { isLocale } from "#values/locale.ts";
import { isSource, NO_SOURCE } from "#values/lead-source.ts";
import { splitFullName } from "#values/person-name.ts";
import { newReference } from "#values/reference.ts";
import type { Role } from "#values/role.ts";
import type { ConsentInput } from "./consent.ts";
import {
  KINDS_BY_HAND,
  leadByHandForm,
  type LeadByHandAnswers,
  SPOKEN_CONSENTS,
} from "./lead-by-hand.form.ts";
import { defineLeadForm } from "./lead-form.ts";
import { leadEventTable } from "./lead.table.ts";
import { type LeadSender, NO_LOCATION } from "./lead.ts";
import { receiveSubmission } from "./receive-submission.server.ts";

/** Leads that staff write down: their own team and dealerships read them like any other. */
export const leadByHand = defineLeadForm(leadByHandForm, {
  readSender,
  consentQuestions: ["agreedTo", "agreedBy"],
  adf: (answers, lead, { sender }) => ({
    interest:
      answers.leadKind === "sell_car" || answers.leadKind === "offer_request" ? "sell" : "buy",
    vehicle: {},
    customer: {
      firstName: lead.firstName,
      lastName: lead.lastName,
      ...(lead.email && { email: lead.email }),
      ...(lead.phone && { phone: lead.phone }),
      ...((lead.city || lead.provinceCode) && {
        address: {
          ...(lead.city && { city: lead.city }),
          ...(lead.provinceCode && { provinceCode: lead.provinceCode }),
        },
      }),
      preferredLanguage: sender,
      comments: answers.message ?? "",
    },
  }),
});

function readSender({ name = "", email, phone, town }: LeadByHandAnswers): LeadSender {
  const location = town
    ? {
        city: town.city ?? null,
        provinceCode: town.province,
        lat: town.lat ?? null,
        lon: town.lon ?? null,
      }
    : NO_LOCATION;
  return { ...splitFullName(name), email: email ?? null, phone: phone ?? null, ...location };
}

type ByHand = CompleteAnswersOf<typeof leadByHandForm>;

/**
 * Stores a lead that staff write down, like any other: with its number, consents and routing. Its
 * history says who wrote it. The person gets a confirmation only if that was ticked.
 */
export async function addLeadByHand(
  by: { id: string; role: Role },
  answers: ByHand,
): Promise<string> {
  const locale = isLocale(answers.language) ? answers.language : "en";
  const kind = KINDS_BY_HAND.find((each) => each === answers.leadKind) ?? "call_back";
  const reference = newReference();
  await receiveSubmission({
    id: randomUUID(),
    reference,
    form: leadByHandForm,
    answers,
    locale,
    facts: { kind, ...readSender(answers), phoneVerifiedAt: null },
    consents: listConsents(answers, locale),
    isFromProgram: !answers.confirm,
    source: { ...NO_SOURCE, source: isSource(answers.source) ? answers.source : null },
    async whenStored(transaction, lead) {
      await transaction
        .insert(leadEventTable)
        .values({ leadId: lead.id, kind: "entered", byUserId: by.id, at: now() });
      await recordAudit(transaction, {
        by: toActor(by),
        action: "lead_entered",
        on: { kind: "lead", id: reference },
      });
    },
  });
  return reference;
}

const WORDS = {
  contact_about_request: m.new_lead_agreed_to_option_contact_about_request,
  share_with_dealership: m.new_lead_agreed_to_option_share_with_dealership,
} as const;

/** Each consent with the words that staff ticked, in the person's language, and how it was given. */
function listConsents({ agreedTo = "", agreedBy }: ByHand, locale: "en" | "fr"): ConsentInput[] {
  const ticked = splitChoices(agreedTo);
  return SPOKEN_CONSENTS.filter((purpose) => ticked.includes(purpose)).map((purpose) => ({
    purpose,
    text: WORDS[purpose]({}, { locale }),
    textVersion: leadByHandForm.version,
    locale,
    channel: `staff:${agreedBy}`,
    givenAt: now(),
  }));
}
