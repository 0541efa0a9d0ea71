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
import { defineCommands, type Press } from "#pages/command/commands.server.ts";
import type { Visitor } from "#platform/request/visitor.server.ts";
import { maskEmail, maskPhone } from "#values/mask.ts";
import { hasPhoneCode } from "#values/lead-kind.ts";
import { type E164, readPhone } from "#values/phone.ts";

type Lead = typeof leadTable.$inferSelect;

/** A request whose number is not verified yet, for the card on its sender's page. */
export type LeadPhone = {
  /** Masked, because several people may use one browser. */
  phone: string;
  /**
   * The masked address that a code can be e-mailed to; null if there is none, or it is confirmed.
   */
  email: string | null;
  code: PhoneCodeView;
};

/** The page's action data after a button of the card. */
export type LeadPhoneResult = { phoneCode: PhoneCodeView };

/** Null if the number is verified, or does not have to be. */
export async function viewLeadPhone(visitor: Visitor, lead: Lead): Promise<LeadPhone | null> {
  const purpose = findPurpose(lead);
  if (!purpose || !lead.phone) return null;
  return {
    phone: maskPhone(lead.phone),
    email: lead.email && !lead.emailConfirmedAt ? maskEmail(lead.email) : null,
    code: await viewPhoneCode(visitor, purpose, lead.phone),
  };
}

/** The request of the number, and how its sender was identified. */
type AboutLeadPhone = { visitor: Visitor; lead: Lead; way: SenderWay };
type Provable = AboutLeadPhone & { purpose: PhonePurpose; phone: E164 };

/** A button of the card. @throws 400 if the number is verified, or does not have to be. */
function codeCommand(press: (about: Provable, typed: string) => Promise<PhoneCodeView>) {
  return {
    async run({ field }: Press, about: AboutLeadPhone) {
      const purpose = findPurpose(about.lead);
      const read = readPhone(about.lead.phone ?? "");
      if (!purpose || !read.ok) throw data(null, { status: 400 });
      const provable = { ...about, purpose, phone: read.e164 };
      const code = await press(provable, field("verificationCode"));
      return data<LeadPhoneResult>({ phoneCode: code }, { status: code.isError ? 422 : 200 });
    },
  };
}

/** Added to the commands of every page that shows the card. */
export const leadPhoneCommands = defineCommands<AboutLeadPhone>()({
  "send-code": codeCommand(async ({ visitor, lead, way, purpose, phone }) => {
    // An e-mailed link or an account identifies the sender; for a browser, its draft does.
    const isKnown = way !== "browser";
    const view = await askForCode(visitor, purpose, phone, { showPhone: maskPhone, isKnown });
    // This browser has proved the number for another request.
    if (view.state === "verified") await confirmContact(lead.id, "phone");
    return view;
  }),
  "mail-code": codeCommand(({ visitor, lead, purpose, phone }) => {
    if (!lead.email) throw data(null, { status: 400 });
    return askForMailedCode(visitor, purpose, { phone, email: lead.email });
  }),
  "verify-code": codeCommand(async ({ visitor, lead, purpose, phone }, typed) => {
    const owner = { visitorHash: visitor.visitorHash, phone, purpose };
    const checked = await verifyCode(owner, typed, identifyAsker(visitor));
    if (checked.ok) await confirmContact(lead.id, checked.sentBy === "sms" ? "phone" : "email");
    return describeCheck(checked);
  }),
});
export type LeadPhonePress = keyof typeof leadPhoneCommands;

function findPurpose({ kind, phoneVerifiedAt }: Lead): PhonePurpose | null {
  return phoneVerifiedAt === null && hasPhoneCode(kind) ? kind : null;
}
