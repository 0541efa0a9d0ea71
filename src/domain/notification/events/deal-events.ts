import { z } from "zod";
import { m } from "#messages/messages.js";
import { site } from "#site/site.ts";
import type { Locale } from "#values/locale.ts";
import { formatCad } from "#values/money.ts";
import { event } from "./event.ts";
import { greetMember } from "./greeting.ts";

/**
 * Why a deal was called off: a code, and what the side wrote. The code is a plain string, because
 * deals come after messages.
 */
export const callOffWords = { reason: z.string().optional(), note: z.string().optional() };

const REASONS: ReadonlyMap<
  string,
  (_: Record<string, never>, options: { locale: Locale }) => string
> = new Map([
  ["changed_mind", m.deal_mail_reason_changed_mind],
  ["financing", m.deal_mail_reason_financing],
  ["inspection", m.deal_mail_reason_inspection],
  ["lien", m.deal_mail_reason_lien],
  ["no_answer", m.deal_mail_reason_no_answer],
  ["price", m.deal_mail_reason_price],
  ["other", m.deal_mail_reason_other],
]);

/** The reason and its note, one paragraph each; empty if no reason was given. */
export function writeCallOffReason(
  { reason = "", note = "" }: { reason?: string | undefined; note?: string | undefined },
  locale: Locale,
): string[] {
  const words = REASONS.get(reason);
  return [
    ...(words ? [m.deal_mail_reason({ reason: words({}, { locale }) }, { locale })] : []),
    ...(note ? [m.deal_mail_note({ note }, { locale })] : []),
  ];
}

const params = z.object({
  /** Empty if it is not known, as for the address of a dealership. */
  name: z.string(),
  /** "2021 Toyota RAV4 XLE" */
  car: z.string(),
  priceCad: z.number(),
  /** The deal's page; with a key if the reader has no account. */
  path: z.string(),
  ...callOffWords,
});

const example: z.infer<typeof params> = {
  name: "Camille",
  car: "2021 Toyota RAV4 XLE",
  priceCad: 28_900,
  path: "/deals/K7M2PX4R",
};

type Words = (input: { car: string; price: string }, options: { locale: Locale }) => string;

/** Tells one side of a deal about a change of its state. */
function dealEvent(
  label: typeof m.message_label_deal_called_off,
  subject: Words,
  text: Words,
  examples: readonly z.infer<typeof params>[] = [],
) {
  return event({
    channel: "email",
    recipient: "uncounted",
    label,
    params,
    examples: [example, { ...example, name: "" }, ...examples],
    write({ name, car, priceCad, path, ...why }, { locale, link }) {
      const filled = { car, price: formatCad(priceCad, locale) };
      return {
        subject: `${subject(filled, { locale })} – ${site.name}`,
        paragraphs: [
          greetMember(name, { locale }),
          text(filled, { locale }),
          ...writeCallOffReason(why, locale),
          m.deal_mail_see_here({ link: link(path) }, { locale }),
        ],
      };
    },
  });
}

export const dealEvents = {
  /** To the side that did not call it off. */
  deal_called_off: dealEvent(
    m.message_label_deal_called_off,
    m.deal_mail_called_off_subject,
    m.deal_mail_called_off,
    [{ ...example, reason: "financing", note: "My bank said no." }],
  ),
  /** To both sides. */
  deal_handed_over: dealEvent(
    m.message_label_deal_handed_over,
    m.deal_mail_handed_over_subject,
    m.deal_mail_handed_over,
  ),
};
