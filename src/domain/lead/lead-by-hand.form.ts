import { type AnswersOf, defineForm } from "#forms/define-form.ts";
import { LOCALES } from "#values/locale.ts";
import { HAND_SOURCES } from "#values/lead-source.ts";
import type { LeadKind } from "#values/lead-kind.ts";

/** A bid is made on its car's page: it binds, so nobody makes one for somebody else. */
export const KINDS_BY_HAND = [
  "call_back",
  "pre_approval",
  "credit_application",
  "sell_car",
  "offer_request",
] as const satisfies readonly LeadKind[];

/** What a person can agree to without a page: staff note how they did. */
export const SPOKEN_CONSENTS = ["contact_about_request", "share_with_dealership"] as const;
export const CONSENT_WAYS = ["phone", "in_person", "writing"] as const;

/** A person who did not come by the site, as staff write them down. */
export const leadByHandForm = defineForm({
  name: "lead-by-hand",
  version: 1,
  basePath: "/staff/leads/new",
  messagePrefix: "new_lead",
  steps: [
    {
      slug: "request",
      questions: [
        { kind: "person-name", name: "name" },
        { kind: "phone", name: "phone", ownErrors: ["or_email"], optional: true },
        { kind: "email", name: "email", optional: true },
        {
          kind: "select",
          name: "leadKind",
          options: KINDS_BY_HAND,
          emptyEntry: "none",
        },
        { kind: "select", name: "source", options: HAND_SOURCES, emptyEntry: "none" },
        { kind: "select", name: "language", options: LOCALES, emptyEntry: "none" },
        { kind: "place", name: "town", hint: true, optional: true },
        { kind: "long-text", name: "message", rows: 4 },
        { kind: "choices", name: "agreedTo", options: SPOKEN_CONSENTS, hint: true, optional: true },
        {
          kind: "select",
          name: "agreedBy",
          options: CONSENT_WAYS,
          ownErrors: ["needed"],
          optional: true,
        },
        {
          kind: "choices",
          name: "confirm",
          options: ["mail"],
          ownErrors: ["no_address"],
          optional: true,
        },
      ],
    },
  ],
});

export type LeadByHandAnswers = AnswersOf<typeof leadByHandForm>;
