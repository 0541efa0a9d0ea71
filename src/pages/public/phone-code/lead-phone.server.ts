import { data } from "react-router";
import { confirmContact } from "#domain/lead/confirm-contact.server.ts";
import type { SenderWay } from "#domain/lead/lead-link.server.ts";
import type { leadTable } from "#domain/lead/lead.table.ts";
import {
  askForCode,
  askForMailedCode,
  describeCheck,
  identifyAsker,
  type PhoneCodeView,
  viewPhoneCode,
} from "#domain/phone-verification/phone-code.server.ts";
import { verifyCode } from "#domain/phone-verification/phone-verification.server.ts";
import type { PhonePurpose } from "#domain/phone-verification/phone-verification.ts";
import { type RawFields, rawValue } from "#forms/questions/raw-fields.ts";
import type { Visitor } from "#platform/request/visitor.server.ts";
import { maskEmail, maskPhone } from "#values/mask.ts";
import { hasPhoneCode } from "#values/lead-kind.ts";
import { readPhone } from "#values/phone.ts";

type Lead = typeof leadTable.$inferSelect;

/** A request whose number is not verified yet, as the page of its sender asks for the code. */
export type LeadPhone = {
  /** Masked, for a browser has more than one reader. */
  phone: string;
  /** Where a code can be mailed to, masked; null where there is no address, or it is confirmed. */
  email: string | null;
  code: PhoneCodeView;
};

/** What the page's action answers to a button of the card. */
export type LeadPhoneAnswer = { phoneCode: PhoneCodeView };

/** Null where the number is verified, or where nobody asks for that. */
export async function viewLeadPhone(visitor: Visitor, lead: Lead): Promise<LeadPhone | null> {
  const purpose = findPurpose(lead);
  if (!purpose || !lead.phone) return null;
  return {
    phone: maskPhone(lead.phone),
    email: lead.email && !lead.emailConfirmedAt ? maskEmail(lead.email) : null,
    code: await viewPhoneCode(visitor, purpose, lead.phone),
  };
}

/** Answers a button of the card; null where the post is about something else. */
export async function answerLeadPhone(
  visitor: Visitor,
  lead: Lead,
  { way, fields }: { way: SenderWay; fields: RawFields },
) {
  const answer = await pressButton(visitor, lead, { way, fields });
  if (!answer) return null;
  return data<LeadPhoneAnswer>({ phoneCode: answer }, { status: answer.isError ? 422 : 200 });
}

async function pressButton(
  visitor: Visitor,
  lead: Lead,
  { way, fields }: { way: SenderWay; fields: RawFields },
): Promise<PhoneCodeView | null> {
  const purpose = findPurpose(lead);
  const read = readPhone(lead.phone ?? "");
  if (!purpose || !read.ok) return null;
  const owner = { visitorHash: visitor.visitorHash, phone: read.e164, purpose };
  switch (rawValue(fields, "intent")) {
    case "send-code": {
      // A link that was mailed, or an account, vouches for who asks; a browser does by its draft.
      const isKnown = way !== "browser";
      const view = await askForCode(visitor, purpose, read.e164, { showPhone: maskPhone, isKnown });
      // This browser proved the number for another request.
      if (view.state === "verified") await confirmContact(lead.id, "phone");
      return view;
    }
    case "mail-code":
      return lead.email
        ? askForMailedCode(visitor, purpose, { phone: read.e164, email: lead.email })
        : null;
    case "verify-code": {
      const typed = rawValue(fields, "verificationCode");
      const checked = await verifyCode(owner, typed, identifyAsker(visitor));
      if (checked.ok) await confirmContact(lead.id, checked.sentBy === "sms" ? "phone" : "email");
      return describeCheck(checked);
    }
    default:
      return null;
  }
}

function findPurpose({ kind, phoneVerifiedAt }: Lead): PhonePurpose | null {
  return phoneVerifiedAt === null && hasPhoneCode(kind) ? kind : null;
}
