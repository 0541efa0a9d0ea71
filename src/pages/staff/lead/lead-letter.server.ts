import { listWorkingStaff } from "#domain/lead/assign-lead.server.ts";
import { leadMailForm, leadSmsForm } from "#domain/template/template.form.ts";
import {
  fillTemplate,
  MESSAGE_PURPOSES,
  type TemplateChannel,
  type TemplateValues,
} from "#domain/template/template.ts";
import { listTemplates, type Template } from "#domain/template/templates.server.ts";
import {
  type Letter,
  type LetterRefusal,
  writeToSender,
} from "#domain/template/write-to-sender.server.ts";
import type { FormView } from "#forms/view-model.ts";
import { m } from "#messages/messages.js";
import type { Press } from "#pages/command/commands.server.ts";
import { handleForm, type Outcome, showForm } from "#pages/form/handle-form.server.ts";
import type { SignedInUser } from "#platform/request/visitor.server.ts";
import { site } from "#site/site.ts";
import { formatPhone } from "#values/format.ts";
import type { Locale } from "#values/locale.ts";
import { writeCarsMail } from "./lead-cars.server.ts";

/** The forms of an e-mail and an SMS to the sender, filled in from a template if one was chosen. */
export type LeadLetterView = {
  templates: readonly { id: string; name: string; channel: TemplateChannel }[];
  /** The template that fills the form of its channel. */
  chosen: { id: string; channel: TemplateChannel } | null;
  /** Null if there is no address. */
  mail: FormView | null;
  sms: FormView | null;
  /** The e-mail is filled with cars. */
  isAboutCars: boolean;
};

type Lead = {
  reference: string;
  firstName: string;
  email: string | null;
  phone: string | null;
  locale: Locale;
};

export async function loadLetter(
  lead: Lead,
  locale: Locale,
  viewerId: string,
  /** What fills the forms: a template, or cars whose links go to this origin. */
  {
    chosenId,
    carIds = [],
    origin,
  }: { chosenId: string | null; carIds?: readonly string[]; origin: string },
): Promise<LeadLetterView> {
  const templates = (await listTemplates()).filter(
    ({ isOffered, channel }) => isOffered && (channel === "email" ? lead.email : lead.phone),
  );
  const chosen = templates.find(({ id }) => id === chosenId);
  const team = chosen || carIds.length > 0 ? await listWorkingStaff() : [];
  const myName = team.find(({ id }) => id === viewerId)?.name ?? "";
  const ofCars = await writeCarsMail(carIds, lead, { myName, origin });
  const mail = ofCars && { ...ofCars, purpose: "request" as const };
  const filled = (channel: TemplateChannel) =>
    chosen?.channel === channel ? fill(chosen, lead, myName) : { purpose: "request" as const };
  const { subject: _, ...sms } = { subject: "", ...filled("sms") };
  return {
    templates: templates.map(({ id, name, channel }) => ({ id, name, channel })),
    chosen: chosen ? { id: chosen.id, channel: chosen.channel } : null,
    mail: lead.email ? showForm(leadMailForm, { locale }, mail ?? filled("email")) : null,
    isAboutCars: mail !== null,
    sms: lead.phone ? showForm(leadSmsForm, { locale }, sms) : null,
  };
}

/** The template in the sender's language. */
function fill(template: Template, lead: Lead, myName: string) {
  const isFrench = lead.locale === "fr";
  const values: TemplateValues = {
    first_name: lead.firstName,
    reference: lead.reference,
    my_name: myName,
    company: site.name,
    company_phone: formatPhone(site.phone, lead.locale),
  };
  return {
    subject: fillTemplate(isFrench ? template.subjectFr : template.subjectEn, values),
    text: fillTemplate(isFrench ? template.textFr : template.textEn, values),
    purpose: template.purpose,
  };
}

type Sending = { reference: string; by: Pick<SignedInUser, "id" | "name">; redirectTo: string };

export function handleMail({ post }: Press, { redirectTo, ...sending }: Sending) {
  return handleForm(leadMailForm, post, ({ subject, text, purpose }) =>
    send(
      { ...sending, channel: "email", subject, text, purpose: readPurpose(purpose) },
      redirectTo,
    ),
  );
}

export function handleSms({ post }: Press, { redirectTo, ...sending }: Sending) {
  return handleForm(leadSmsForm, post, ({ text, purpose }) =>
    send({ ...sending, channel: "sms", text, purpose: readPurpose(purpose) }, redirectTo),
  );
}

const readPurpose = (purpose: string) =>
  MESSAGE_PURPOSES.find((each) => each === purpose) ?? "request";

const REFUSALS = {
  not_found: { say: m.staff_problem_not_found, status: 404 },
  no_address: { say: m.template_no_address, status: 409 },
  quiet: { say: m.staff_lead_quiet, status: 409 },
  no_marketing_consent: { say: m.template_no_marketing_consent, status: 409 },
} as const satisfies Record<LetterRefusal, unknown>;

async function send(letter: Letter, redirectTo: string): Promise<Outcome> {
  const result = await writeToSender(letter);
  if (result.ok) return { ok: true, redirectTo };
  const { say, status } = REFUSALS[result.code];
  return { ok: false, message: say(), status };
}
