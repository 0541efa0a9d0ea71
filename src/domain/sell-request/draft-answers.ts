import { answerRows } from "#forms/answer-rows.ts";
import type { Answers } from "#forms/questions/question-kind.ts";
import { parseStored } from "#forms/stored-answers.ts";
import type { Translate } from "#forms/questions/question-kind.ts";
import { writeDeclared } from "#domain/declaration/declaration.questions.ts";
import { readDeclaredInRequest } from "./declared-in-request.ts";
import { findBodyType } from "./drawn-car.ts";
import { type SellCarAnswers, sellCarForm } from "./sell-car.form.ts";
import type { Locale } from "#values/locale.ts";
import { resolveLocation } from "#values/location/resolve-location.ts";
import { bodyTrimLabel } from "#values/vehicle-label.ts";
import { listingForm } from "#domain/listing/listing.form.ts";

/**
 * What a buyer would ask first but the listing's form does not ask: the description begins with it.
 */
const DESCRIBED_QUESTIONS: ReadonlySet<string> = new Set([
  "exteriorDamage",
  "interiorDamage",
  "windshieldDamage",
  "tireReplacement",
  "brakes",
]);

/**
 * The answers of a request as answers of the listing's form. Price and fuel are missing: nobody was
 * asked for a price, and the sell form has no question about fuel. What the listing's form would
 * refuse is left out and asked again.
 */
export function buildDraftAnswers(
  sale: SellCarAnswers,
  words: { locale: Locale; translate: Translate },
): Answers {
  const { city, province, manufactureYear, bodyTrim } = sale;
  const location = city && province ? resolveLocation({ text: `${city}, ${province}` }) : null;
  const { region, ...town } = location ?? {};
  const draft = {
    make: sale.make,
    model: sale.model,
    manufactureYear: manufactureYear && String(manufactureYear),
    // Trims are makers' names, the same in both languages.
    trim: bodyTrim && bodyTrimLabel(bodyTrim, "en"),
    carType: findBodyType(sale),
    carCondition: "used",
    exteriorColour: sale.exteriorColour,
    interiorColour: sale.interiorColour,
    transmissionType: sale.transmission,
    totalRun: sale.totalRun,
    vin: sale.vin,
    ...writeDeclared(readDeclaredInRequest(sale)),
    location: region && { ...town, province: region },
    description: answerRows(sellCarForm, sale, words)
      .filter(({ key }) => DESCRIBED_QUESTIONS.has(key))
      .map(({ name, value }) => words.translate("forms_answer_line", { name, value }))
      .join("\n"),
  };
  return parseStored(listingForm, draft).answers;
}
