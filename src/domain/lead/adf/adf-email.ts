import { m } from "#messages/messages.js";
import { renderAdf } from "./adf.ts";
import type { AdfLead } from "./adf-lead.ts";

const LONGEST_NAME = 60;

/**
 * The e-mail from which a dealership's system reads a lead: the body is only the XML, in plain
 * ASCII, with the dealership's name in the subject.
 */
export function buildAdfDocument(lead: AdfLead): { subject: string; text: string } {
  const name = foldToAscii(lead.vendor.name).slice(0, LONGEST_NAME).trim();
  const say = lead.status === "resend" ? m.adf_subject_withdrawn : m.adf_subject_new;
  const { reference, language: locale } = lead;
  return {
    subject: foldToAscii(say({ reference, name }, { locale })),
    text: renderAdf(lead),
  };
}

const SPELT_OUT: ReadonlyMap<string, string> = new Map(
  Object.entries({
    œ: "oe",
    Œ: "OE",
    æ: "ae",
    Æ: "AE",
    ß: "ss",
    "’": "'",
    "‘": "'",
    "–": "-",
    "—": "-",
  }),
);

/** Text in plain ASCII: letters lose their accents, other characters are removed. */
function foldToAscii(text: string): string {
  return text
    .replace(/[œŒæÆß’‘–—]/g, (character) => SPELT_OUT.get(character) ?? "")
    .normalize("NFKD")
    .replace(/[^\s\x20-\x7e]/g, "")
    .replace(/\s+/g, " ")
    .trim();
}
