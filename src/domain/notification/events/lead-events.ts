import { z } from "zod";
import { m } from "#messages/messages.js";
import { site } from "#site/site.ts";
import { formatPhone } from "#values/format.ts";
import { languageTag, type Locale } from "#values/locale.ts";
import { lateEvent } from "./event.ts";
import { greet } from "./greeting.ts";

/** Confirms to a person what they sent: what we received, who has it, what happens next. */
export type Confirmation = {
  reference: string;
  /**
   * Empty if the form did not ask for a name, or if the address of the message is not confirmed.
   */
  firstName: string;
  /** The dealerships that received the answers; may be empty. */
  dealerships: readonly string[];
  /** The dealership that gets them once staff pass the lead on. */
  awaited?: string | null;
} &
  /** Through the link, the person can see, correct and delete what they sent. */
  (
    | { about: "request"; path: string; linkDays: number }
    /** The link opens its page. */
    | { about: "application"; path: string; linkDays: number }
    /** If the person did not agree to be contacted, the message says that they are not. */
    | { about: "pre_approval"; mayContact: boolean; path: string; linkDays: number }
    /** A car for sale: the link opens its page, is a key, and works for some days. */
    | { about: "sale"; path: string; linkDays: number }
  );

const DOCUMENTS = {
  pay_stub: m.documents_mail_pay_stub,
  drivers_licence: m.documents_mail_drivers_licence,
  void_cheque: m.documents_mail_void_cheque,
};

type DocumentsWanted = {
  /** Empty if the address of the message is not confirmed. */
  firstName: string;
  kinds: readonly (keyof typeof DOCUMENTS)[];
  path: string;
  /** For how many days the link works. */
  days: number;
};

type SharedWith = {
  reference: string;
  /** Empty if the address of the message is not confirmed. */
  firstName: string;
  dealership: string;
  /** E.164 */
  phone: string;
  email: string;
  path: string;
};

type CorrectedAnswer = {
  question: string;
  /**
   * The answer in words; null if it was removed, absent if e-mails to dealerships never contain it.
   */
  value?: string | null;
};

type CorrectedAnswers = {
  reference: string;
  answers: readonly CorrectedAnswer[];
  /** Whether the e-mail contains every corrected answer. */
  isWhole: boolean;
};

function writeCorrected({ question, value }: CorrectedAnswer, locale: Locale): string {
  if (value === undefined) return question;
  return value === null
    ? m.lead_corrected_removed({ question }, { locale })
    : m.lead_corrected_line({ question, value }, { locale });
}

const example = { reference: "K7M2PX4R", firstName: "Camille" };
const preApprovalExample = {
  about: "pre_approval",
  ...example,
  path: "/allListings/sent/K7M2PX4R?key=example",
  linkDays: 90,
} as const;
const saleExample = {
  reference: "K7M2PX4R",
  firstName: "",
  path: "/sell-car/sent/K7M2PX4R?key=example",
  linkDays: 90,
};

/**
 * The messages of a lead. Only the lead's id is stored with each: its content is read when it is
 * sent. So an answer is stored in one place only, and a message of any age can be sent again.
 */
export const leadEvents = {
  lead_adf: lateEvent({
    channel: "adf_email",
    recipient: "dealership",
    label: m.message_label_lead_adf,
    stored: z.undefined(),
    examples: [{ subject: "New lead K7M2PX4R for Lakeshore Lane", text: "<adf/>" }],
    write: (document: { subject: string; text: string }) => document,
  }),
  lead_withdrawn: lateEvent({
    channel: "adf_email",
    recipient: "uncounted",
    label: m.message_label_lead_withdrawn,
    stored: z.undefined(),
    examples: [{ subject: "Withdrawn lead K7M2PX4R for Lakeshore Lane", text: "<adf/>" }],
    write: (document: { subject: string; text: string }) => document,
  }),
  /** To a dealership that has the answers: which of them were corrected, and the new values. */
  lead_corrected: lateEvent({
    channel: "email",
    recipient: "uncounted",
    label: m.message_label_lead_corrected,
    stored: z.object({ correctionIds: z.array(z.string()) }),
    examples: [
      {
        reference: "K7M2PX4R",
        answers: [
          { question: "City", value: "Lethbridge" },
          { question: "Previous employer", value: null },
        ],
        isWhole: true,
      },
      { reference: "K7M2PX4R", answers: [{ question: "Job title" }], isWhole: false },
    ],
    write({ reference, answers, isWhole }: CorrectedAnswers, { locale }) {
      const options = { locale };
      return {
        subject: m.lead_corrected_subject({ reference, site: site.name }, options),
        paragraphs: [
          greet("", options),
          m.lead_corrected_text({ reference }, options),
          answers.map((answer) => writeCorrected(answer, locale)).join("\n"),
          ...(isWhole ? [] : [m.lead_corrected_elsewhere({}, options)]),
          m.lead_corrected_contact({ email: site.privacyOfficer.email }, options),
        ],
      };
    },
  }),
  /** A lead that was held back was passed on to a dealership: says which one. */
  lead_shared: lateEvent({
    channel: "email",
    recipient: "unconfirmed",
    label: m.message_label_lead_shared,
    stored: z.undefined(),
    examples: [
      {
        reference: "K7M2PX4R",
        firstName: "",
        dealership: "Lakeshore Lane",
        phone: "+14165550171",
        email: "leads@example.com",
        path: "/creditform/sent/K7M2PX4R?key=example",
      },
    ],
    write({ reference, firstName, dealership, phone, email, path }: SharedWith, { locale, link }) {
      const options = { locale };
      return {
        subject: m.lead_shared_subject({ reference, dealership }, options),
        paragraphs: [
          greet(firstName, options),
          m.lead_shared_text(
            { reference, dealership, phone: formatPhone(phone, locale), email },
            options,
          ),
          m.lead_shared_withdraw({}, options),
          link(path),
          m.delivery_confirmation_contact_page({ email: site.email }, options),
        ],
      };
    },
  }),
  lead_spreadsheet: lateEvent({
    channel: "spreadsheet",
    recipient: "no_mail",
    label: m.message_label_lead_spreadsheet,
    stored: z.undefined(),
    examples: [{ reference: "K7M2PX4R" }],
    write: (fields: Readonly<Record<string, string>>) => fields,
  }),
  /** The link is a key: anybody who has it can send documents, but cannot see any. */
  documents_requested: lateEvent({
    channel: "email",
    recipient: "unconfirmed",
    label: m.message_label_documents_requested,
    stored: z.object({ requestId: z.string() }),
    examples: [
      { kinds: ["pay_stub"], firstName: "Camille", path: "/documents/example", days: 14 },
      {
        kinds: ["pay_stub", "drivers_licence", "void_cheque"],
        firstName: "",
        path: "/documents/example",
        days: 14,
      },
    ],
    write({ kinds, firstName, path, days }: DocumentsWanted, { locale, link }) {
      const options = { locale };
      const names = kinds.map((kind) => DOCUMENTS[kind]({}, options));
      return {
        subject: m.documents_mail_subject({ site: site.name }, options),
        paragraphs: [
          greet(firstName, options),
          m.documents_mail_text({ documents: listed(names, locale) }, options),
          m.documents_mail_link({ link: link(path), days }, options),
          m.documents_mail_never_reply({}, options),
          m.delivery_confirmation_contact({ email: site.email }, options),
        ],
      };
    },
  }),
  /** To the dealership; the link works only for its own members, signed in. */
  sealed_view_given: lateEvent({
    channel: "email",
    recipient: "dealership",
    label: m.message_label_sealed_view_given,
    stored: z.object({ viewId: z.string(), reference: z.string() }),
    examples: [{ reference: "K7M2PX4R", path: "/dealer/sealed/example", hours: 48 }],
    write({ reference, path, hours }: { reference: string; path: string; hours: number }, to) {
      const options = { locale: to.locale };
      return {
        subject: m.sealed_view_mail_subject({ reference, site: site.name }, options),
        paragraphs: [
          greet("", options),
          m.sealed_view_mail_text({ reference }, options),
          m.sealed_view_mail_link({ link: to.link(path), hours }, options),
        ],
      };
    },
  }),
  lead_confirmation: lateEvent({
    channel: "email",
    recipient: "unconfirmed",
    label: m.message_label_lead_confirmation,
    stored: z.undefined(),
    examples: [
      { ...preApprovalExample, mayContact: true, dealerships: ["Bow River Auto"] },
      { ...preApprovalExample, mayContact: true, dealerships: [], awaited: "Bow River Auto" },
      { ...preApprovalExample, mayContact: false, dealerships: [], awaited: "Bow River Auto" },
      { ...preApprovalExample, mayContact: true, dealerships: [] },
      { ...preApprovalExample, mayContact: false, dealerships: ["Bow River Auto"] },
      { ...preApprovalExample, mayContact: false, dealerships: [] },
      {
        about: "request",
        ...example,
        dealerships: [],
        path: "/your-request/K7M2PX4R?key=example",
        linkDays: 90,
      },
      { ...saleExample, about: "application", dealerships: ["Lakeshore Lane"] },
      { ...saleExample, about: "application", dealerships: [], awaited: "Lakeshore Lane" },
      { about: "sale", ...saleExample, dealerships: ["Lakeshore Lane", "Queen Street"] },
      { about: "sale", ...saleExample, dealerships: [] },
    ],
    write(input: Confirmation, { locale, link }) {
      const options = { locale };
      const { reference, firstName, dealerships, about } = input;
      return {
        subject: m.delivery_confirmation_subject({ reference, site: site.name }, options),
        paragraphs: [
          greet(firstName, options),
          about === "pre_approval"
            ? m.delivery_confirmation_pre_approval({ reference }, options)
            : m.delivery_confirmation_request({ reference }, options),
          ...(about === "sale"
            ? [
                describeSharing(dealerships, locale),
                m.delivery_confirmation_sale_link({ link: link(input.path) }, options),
                m.delivery_confirmation_sale_link_is_yours({ days: input.linkDays }, options),
              ]
            : [sharedWords(input, locale)]),
          ...(about === "request"
            ? [
                m.delivery_confirmation_rights({ link: link(input.path) }, options),
                m.delivery_confirmation_rights_is_yours({ days: input.linkDays }, options),
              ]
            : []),
          ...(about === "pre_approval" || about === "application"
            ? [
                (about === "pre_approval"
                  ? m.delivery_confirmation_pre_approval_link
                  : m.delivery_confirmation_application_link)({ link: link(input.path) }, options),
                (about === "pre_approval"
                  ? m.delivery_confirmation_link_is_yours
                  : m.delivery_confirmation_application_link_is_yours)(
                  { days: input.linkDays },
                  options,
                ),
              ]
            : []),
          ...(about === "pre_approval" || about === "application"
            ? [m.delivery_confirmation_lender_decides({}, options)]
            : []),
          (about === "request"
            ? m.delivery_confirmation_questions
            : m.delivery_confirmation_contact_page)({ email: site.email }, options),
        ],
      };
    },
  }),
};

function sharedWords(input: Confirmation, locale: Locale): string {
  const isQuiet = input.about === "pre_approval" && !input.mayContact;
  const dealership = listed(input.dealerships, locale);
  if (input.awaited)
    return (isQuiet ? m.delivery_confirmation_awaited_quiet : m.delivery_confirmation_awaited)(
      { dealership: input.awaited },
      { locale },
    );
  if (input.dealerships.length === 0)
    return isQuiet
      ? m.delivery_confirmation_not_shared_quiet({}, { locale })
      : m.delivery_confirmation_not_shared({}, { locale });
  return isQuiet
    ? m.delivery_confirmation_shared_quiet({ dealership }, { locale })
    : m.delivery_confirmation_shared({ dealership }, { locale });
}

function describeSharing(dealerships: readonly string[], locale: Locale): string {
  return dealerships.length > 0
    ? m.delivery_confirmation_sale_shared({ dealerships: listed(dealerships, locale) }, { locale })
    : m.delivery_confirmation_sale_not_shared({}, { locale });
}

function listed(names: readonly string[], locale: Locale): string {
  return new Intl.ListFormat(languageTag[locale]).format(names);
}
