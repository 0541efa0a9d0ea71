/**
 * The classes of personal data in a financing request that a dealership needs to contact the
 * person.
 */
export const FIRST_CONTACT_CLASSES = [
  "contact",
  "town",
  "wanted_car",
  "budget",
  "trade_in",
  "credit_rating",
  "message",
  "consents",
] as const;

/** The classes that it does not need for that, but that the operator may include. */
export const FURTHER_CLASSES = [
  "address",
  "housing",
  "work",
  "income",
  "citizenship",
  "licence",
  "co_applicant",
] as const;

/** All classes of a financing request. */
export const LEAD_CLASSES = [...FIRST_CONTACT_CLASSES, ...FURTHER_CLASSES] as const;

export type FurtherClass = (typeof FURTHER_CLASSES)[number];
export type LeadClass = (typeof LEAD_CLASSES)[number];

/** Other classes of data that are stored of the site's users. */
export const OTHER_CLASSES = [
  "sealed",
  "documents",
  "account",
  "sale_car",
  "seller_check",
  "bids",
  "published",
  "mail",
  "phone_code",
  "typed_address",
  "position",
  "photos",
  "sign_in",
  "password_part",
  "visit",
  "newsletter",
  "own_name",
  "google_sign_in",
] as const;

export const DATA_CLASSES = [...LEAD_CLASSES, ...OTHER_CLASSES] as const;
export type DataClass = (typeof DATA_CLASSES)[number];

/** All classes in the e-mail to a dealership, if it includes these further ones. */
export function listMailed(further: readonly FurtherClass[]): LeadClass[] {
  return [...FIRST_CONTACT_CLASSES, ...FURTHER_CLASSES.filter((each) => further.includes(each))];
}

/** The class of each question of a form; a sealed answer has none, because it is in no e-mail. */
export type QuestionClasses<Name extends string> = Readonly<Record<Name, LeadClass | "sealed">>;

/** The answers that belong to these classes. */
export function pickClasses<Answers extends object>(
  answers: Answers,
  classOf: QuestionClasses<Extract<keyof Answers, string>>,
  stated: readonly LeadClass[],
): Partial<Answers> {
  const isTold = (name: string) =>
    stated.some((each) => each === classOf[name as Extract<keyof Answers, string>]);
  return Object.fromEntries(
    Object.entries(answers).filter(([name]) => isTold(name)),
  ) as Partial<Answers>;
}
