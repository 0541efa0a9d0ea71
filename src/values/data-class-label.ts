import { m } from "#messages/messages.js";
import { type DataClass, type FurtherClass, listMailed } from "./data-class.ts";
import type { Locale } from "./locale.ts";

type Words = (_: object, in_: { locale: Locale }) => string;

const WORDS: Record<DataClass, Words> = {
  contact: m.data_class_contact,
  town: m.data_class_town,
  wanted_car: m.data_class_wanted_car,
  budget: m.data_class_budget,
  trade_in: m.data_class_trade_in,
  credit_rating: m.data_class_credit_rating,
  message: m.data_class_message,
  consents: m.data_class_consents,
  address: m.data_class_address,
  housing: m.data_class_housing,
  work: m.data_class_work,
  income: m.data_class_income,
  citizenship: m.data_class_citizenship,
  licence: m.data_class_licence,
  co_applicant: m.data_class_co_applicant,
  sealed: m.data_class_sealed,
  documents: m.data_class_documents,
  account: m.data_class_account,
  sale_car: m.data_class_sale_car,
  seller_check: m.data_class_seller_check,
  bids: m.data_class_bids,
  published: m.data_class_published,
  mail: m.data_class_mail,
  phone_code: m.data_class_phone_code,
  typed_address: m.data_class_typed_address,
  position: m.data_class_position,
  photos: m.data_class_photos,
  sign_in: m.data_class_sign_in,
  password_part: m.data_class_password_part,
  visit: m.data_class_visit,
  newsletter: m.data_class_newsletter,
  own_name: m.data_class_own_name,
  google_sign_in: m.data_class_google_sign_in,
};

/**
 * "Name, email address and phone number; town; income": with semicolons, because a class may
 * contain commas.
 */
export function nameClasses(classes: readonly DataClass[], locale: Locale): string {
  const names = classes.map((each) => WORDS[each]({}, { locale }));
  return names.join(locale === "fr" ? "\u202f; " : "; ");
}

/** The names of all data classes in a dealership's e-mail, if it includes these further ones. */
export function nameMailed(further: readonly FurtherClass[], locale: Locale): string {
  return nameClasses(listMailed(further), locale);
}
