import { createHash } from "node:crypto";
import type { EmailMessage } from "#platform/email/email.server.ts";
import { renderAdf } from "./adf.ts";
import type { AdfLead } from "./adf-lead.ts";

const LONGEST_NAME = 60;

/**
 * The e-mail that a dealership's system takes a lead from: the body is the XML and nothing else, in
 * plain ASCII, with the dealership's name in the subject. The Message-ID follows from the lead and
 * its recipient, so that a repeated try can be told from a second lead.
 */
export function adfEmail(
  lead: AdfLead,
  dealership: { name: string; leadEmail: string },
): EmailMessage {
  const domain = lead.provider.email.split("@").at(-1);
  const recipient = createHash("sha256").update(dealership.leadEmail).digest("hex").slice(0, 8);
  const name = foldToAscii(dealership.name).slice(0, LONGEST_NAME).trim();
  return {
    to: dealership.leadEmail,
    subject: `New lead ${foldToAscii(lead.reference)} for ${name}`,
    text: renderAdf(lead),
    messageId: `adf-${lead.reference}-${recipient}@${domain}`,
    plainAscii: true,
  };
}

const SPELT_OUT: Readonly<Record<string, string>> = {
  œ: "oe",
  Œ: "OE",
  æ: "ae",
  Æ: "AE",
  ß: "ss",
  "’": "'",
  "‘": "'",
  "–": "-",
  "—": "-",
};

/** Text for a reader of plain ASCII: letters without their accents, the rest left out. */
function foldToAscii(text: string): string {
  return text
    .replace(/[œŒæÆß’‘–—]/g, (character) => SPELT_OUT[character] ?? "")
    .normalize("NFKD")
    .replace(/[^\s\x20-\x7e]/g, "")
    .replace(/\s+/g, " ")
    .trim();
}
