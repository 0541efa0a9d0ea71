import type { AnswerValue, QuestionKind } from "./question-kind.ts";
import { amount, type AmountQuestion } from "./amount.ts";
import { choice, type ChoiceQuestion } from "./choice.ts";
import { choices, type ChoicesQuestion } from "./choices.ts";
import { code, type CodeQuestion } from "./code.ts";
import { consent, type ConsentQuestion } from "./consent.ts";
import { contact, type ContactQuestion } from "./contact.ts";
import { date, type DateQuestion } from "./date.ts";
import { day, type DayQuestion } from "./day.ts";
import { duration, type DurationQuestion } from "./duration.ts";
import { email, type EmailQuestion } from "./email.ts";
import { longText, type LongTextQuestion } from "./long-text.ts";
import { number, type NumberQuestion } from "./number.ts";
import { password, type PasswordQuestion } from "./password.ts";
import { personName, type PersonNameQuestion } from "./person-name.ts";
import { phone, type PhoneQuestion } from "./phone.ts";
import { location, type LocationQuestion } from "./location.ts";
import { postalCode, type PostalCodeQuestion } from "./postal-code.ts";
import { province, type ProvinceQuestion } from "./province.ts";
import { select, type SelectQuestion } from "./select.ts";
import { selectOrOther, type SelectOrOtherQuestion } from "./select-or-other.ts";
import { sin, type SinQuestion } from "./sin.ts";
import { text, type TextQuestion } from "./text.ts";
import { vin, type VinQuestion } from "./vin.ts";

export type Question =
  | AmountQuestion
  | ChoiceQuestion
  | ChoicesQuestion
  | CodeQuestion
  | ConsentQuestion
  | ContactQuestion
  | DateQuestion
  | DayQuestion
  | DurationQuestion
  | EmailQuestion
  | LongTextQuestion
  | NumberQuestion
  | PasswordQuestion
  | PersonNameQuestion
  | PhoneQuestion
  | LocationQuestion
  | PostalCodeQuestion
  | ProvinceQuestion
  | SelectOrOtherQuestion
  | SelectQuestion
  | SinQuestion
  | TextQuestion
  | VinQuestion;

/** A new kind of question takes a file, a test and a line here. */
export const kinds = {
  amount,
  choice,
  choices,
  code,
  consent,
  contact,
  date,
  day,
  duration,
  email,
  "long-text": longText,
  number,
  password,
  "person-name": personName,
  phone,
  place: location,
  "postal-code": postalCode,
  province,
  select,
  "select-or-other": selectOrOther,
  sin,
  text,
  vin,
} as const;

/** Each question is only used with its own kind, which TypeScript cannot express. */
export function kindOf(question: Question): QuestionKind<Question, AnswerValue> {
  return kinds[question.kind];
}
