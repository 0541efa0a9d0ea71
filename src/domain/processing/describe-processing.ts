import { m } from "#messages/messages.js";
import { type DataClass, type FurtherClass, listMailed } from "#values/data-class.ts";
import { nameClasses } from "#values/data-class-label.ts";
import type { Locale } from "#values/locale.ts";
import { listKeys } from "#values/record.ts";
import { PURPOSES } from "./purposes.ts";
import { type Recipient, type RecipientName, RECIPIENTS } from "./recipients.ts";

/** How the operator has set the mail to a dealership, and in which language it is said. */
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

/** Every purpose with the classes that it needs. */
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
