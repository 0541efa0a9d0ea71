import type { dealershipTable } from "#domain/dealership/dealership.table.ts";
import { isLeadKind } from "#domain/lead/lead-kind.ts";
import type { leadTable } from "#domain/lead/lead.table.ts";
import { leadFormOf } from "#domain/lead/submission/intake-registry.ts";
import type { LeadFacts, LeadForm } from "#domain/lead/submission/intake.ts";
import type { submissionTable } from "#domain/lead/submission/submission.table.ts";
import type { Answers } from "#forms/questions/question-kind.ts";
import { toSpreadsheetFields } from "#forms/spreadsheet-fields.ts";
import { parseStored } from "#forms/stored-answers.ts";
import { sendFailure, type SendResult } from "#platform/outgoing/send-result.ts";
import { isLocale, type Locale } from "#values/locale.ts";
import { site } from "#site/site.ts";
import { invitedNames } from "#domain/sell-request/dealer-offer/invitations.server.ts";
import { saleLinkPath } from "#domain/sell-request/dealer-offer/sale-link.server.ts";
import { adfEmail } from "#domain/lead/adf/adf-email.server.ts";
import { confirmationEmail } from "./confirmation-email.ts";
import type { deliveryTable } from "./delivery.table.ts";
import { senders } from "#domain/notification/senders.server.ts";

/** All that a message to the outside may be made of. The sealed answers are not opened for it. */
export type LeadToDeliver = {
  delivery: typeof deliveryTable.$inferSelect;
  lead: typeof leadTable.$inferSelect;
  submission: typeof submissionTable.$inferSelect;
  dealership: typeof dealershipTable.$inferSelect | null;
};

/** Sends one delivery over its channel. A lead that its channel cannot say is a permanent failure. */
export async function sendOver(given: LeadToDeliver, siteOrigin: string): Promise<SendResult> {
  const leadForm = leadFormOf(given.submission.formName);
  if (!leadForm) return sendFailure("permanent", "The form of this lead is no longer known.");
  switch (given.delivery.channel) {
    case "adf_email":
      return sendAdf(given, leadForm, siteOrigin);
    case "spreadsheet":
      return sendToSpreadsheet(given, leadForm);
    case "confirmation_email":
      return sendConfirmation(given, siteOrigin);
    default:
      return sendFailure("permanent", "This channel is no longer known.");
  }
}

function sendAdf(
  { lead, submission, dealership }: LeadToDeliver,
  leadForm: LeadForm,
  siteOrigin: string,
): Promise<SendResult> | SendResult {
  if (!leadForm.adf || !dealership) {
    return sendFailure("permanent", "This lead has no dealership to go to.");
  }
  const facts = factsOf(lead);
  if (!facts) return sendFailure("permanent", "This kind of lead is no longer known.");
  const request = leadForm.adf(answersOf(leadForm, submission), facts, localeOf(lead.locale));
  const { name, leadEmail, phone, streetAddress, city, provinceCode, postalCode } = dealership;
  const provider = { name: site.name, url: siteOrigin, email: site.email, phone: site.phone };
  return senders().email.send(
    adfEmail(
      {
        ...request,
        reference: lead.reference,
        requestedAt: lead.receivedAt,
        vendor: {
          name,
          email: leadEmail,
          phone,
          address: { street: streetAddress, city, provinceCode, postalCode },
        },
        provider,
      },
      { name, leadEmail },
    ),
  );
}

async function sendToSpreadsheet(
  { lead, submission }: LeadToDeliver,
  leadForm: LeadForm,
): Promise<SendResult> {
  const spreadsheet = senders().spreadsheet;
  if (!spreadsheet) return sendFailure("not_configured", "SPREADSHEET_URL is not set.");
  const appended = await spreadsheet.sender.append({
    reference: lead.reference,
    submittedAt: submission.submittedAt.toISOString(),
    ...toSpreadsheetFields(leadForm.form, answersOf(leadForm, submission)),
  });
  return appended.ok ? { ok: true, providerId: lead.reference } : appended;
}

async function sendConfirmation(
  { lead, dealership }: LeadToDeliver,
  siteOrigin: string,
): Promise<SendResult> {
  if (!lead.email || !isLeadKind(lead.kind))
    return sendFailure("permanent", "No address to confirm to.");
  const isSale = lead.kind === "sell_car";
  const message = confirmationEmail({
    kind: lead.kind,
    reference: lead.reference,
    firstName: lead.firstName,
    locale: localeOf(lead.locale),
    dealershipNames: isSale ? await invitedNames(lead.id) : dealership ? [dealership.name] : [],
    saleLink: isSale ? new URL(saleLinkPath(lead, lead.email), siteOrigin).href : null,
  });
  const domain = site.email.split("@").at(-1);
  return senders().email.send({
    to: lead.email,
    ...message,
    messageId: `confirmation-${lead.reference}@${domain}`,
  });
}

function factsOf(lead: LeadToDeliver["lead"]): LeadFacts | null {
  return isLeadKind(lead.kind) ? { ...lead, kind: lead.kind } : null;
}

function answersOf(leadForm: LeadForm, submission: LeadToDeliver["submission"]): Answers {
  return parseStored(leadForm.form, submission.answers).answers;
}

function localeOf(value: string): Locale {
  return isLocale(value) ? value : "en";
}
