import { m } from "#messages/messages.js";
import { type DataClass, type FurtherClass, listMailed } from "#values/data-class.ts";
import { nameClasses } from "#values/data-class-label.ts";
import type { Locale } from "#values/locale.ts";
import { listKeys } from "#values/record.ts";
import { type Recipient, type RecipientName, RECIPIENTS, type Words } from "./recipients.ts";

/** The operator's setting for the e-mail to a dealership, and the language of the text. */
type Said = { further: readonly FurtherClass[]; locale: Locale };

/** "The provider that sends our email: email address and the message (to send you what you asked for)." */
export function describeRecipient(name: RecipientName, { further, locale }: Said): string {
  const { who, why }: Recipient = RECIPIENTS[name];
  const classes = nameClasses(listClasses(name, further), locale);
  const said = { who: who({}, { locale }), classes, why: why({}, { locale }) };
  return m.processing_line(said, { locale });
}

export function listClasses(
  name: RecipientName,
  further: readonly FurtherClass[],
): readonly DataClass[] {
  const { classes }: Recipient = RECIPIENTS[name];
  return classes === "mailed" ? listMailed(further) : classes;
}

/** Every purpose with the data classes that it needs. */
export function describePurposes(locale: Locale): string[] {
  return listKeys(PURPOSES).map((name) => {
    const { say, classes } = PURPOSES[name];
    const purpose = say({}, { locale });
    return m.processing_purpose_line(
      { purpose, classes: nameClasses(classes, locale) },
      { locale },
    );
  });
}

/** What each data class is stored and used for (Law 25, s. 8; PIPEDA, Schedule 1, 4.2). */
export const PURPOSES = {
  match: {
    say: m.purpose_match,
    classes: ["town", "wanted_car", "budget", "trade_in", "credit_rating", "message"],
  },
  reach: { say: m.purpose_reach, classes: ["contact", "mail", "phone_code"] },
  age: { say: m.purpose_age, classes: ["sealed"] },
  credit: {
    say: m.purpose_credit,
    classes: [
      "address",
      "typed_address",
      "housing",
      "work",
      "income",
      "citizenship",
      "licence",
      "documents",
    ],
  },
  together: { say: m.purpose_together, classes: ["co_applicant", "own_name"] },
  sell: { say: m.purpose_sell, classes: ["sale_car", "photos"] },
  check_sellers: { say: m.purpose_check_sellers, classes: ["seller_check"] },
  pass_on: { say: m.purpose_pass_on, classes: ["bids", "published"] },
  nearby: { say: m.purpose_nearby, classes: ["position"] },
  account: {
    say: m.purpose_account,
    classes: ["account", "sign_in", "google_sign_in", "password_part", "visit"],
  },
  newsletter: { say: m.purpose_newsletter, classes: ["newsletter"] },
  prove: { say: m.purpose_prove, classes: ["consents"] },
} as const satisfies Record<string, { say: Words; classes: readonly DataClass[] }>;
