/** What a financing request tells of a person, class by class: what a dealership needs to get in touch. */
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

/** What it does not need for that: the operator may send it along all the same. */
export const FURTHER_CLASSES = [
  "address",
  "housing",
  "work",
  "income",
  "citizenship",
  "licence",
  "co_applicant",
] as const;

/** All that a financing request tells. */
export const LEAD_CLASSES = [...FIRST_CONTACT_CLASSES, ...FURTHER_CLASSES] as const;

export type FurtherClass = (typeof FURTHER_CLASSES)[number];
export type LeadClass = (typeof LEAD_CLASSES)[number];

/** What else is known of people who use the site. */
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

/** Every class that the mail to a dealership holds, where these go along. */
export function listMailed(further: readonly FurtherClass[]): LeadClass[] {
  return [...FIRST_CONTACT_CLASSES, ...FURTHER_CLASSES.filter((each) => further.includes(each))];
}

/** The class of each question of a form; what is sealed has none, since it is in no mail. */
export type QuestionClasses<Name extends string> = Readonly<Record<Name, LeadClass | "sealed">>;

/** Those answers that are of these classes. */
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
