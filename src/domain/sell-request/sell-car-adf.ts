import { type AdfVehicle, describeCustomer, describePhone } from "#domain/lead/adf/adf-lead.ts";
import type { LeadFacts } from "#domain/lead/lead.ts";
import type { AdfReading, AdfRequest } from "#domain/lead/lead-form.ts";
import { answerRows } from "#forms/answer-rows.ts";
import { translateIn } from "#forms/translate.server.ts";
import type { Locale } from "#values/locale.ts";
import {
  bodyTrimLabel,
  bodyTypeLabel,
  colourLabel,
  transmissionLabel,
} from "#values/vehicle-label.ts";
import { findBodyType } from "./drawn-car.ts";
import { type SellCarAnswers, sellCarForm } from "./sell-car.form.ts";

/**
 * An offered car for a dealership's CRM: `sell`, or `trade-in` if its owner wants another car for
 * it. Answers for which ADF has no element are in the comments.
 */
export function buildSellCarAdf(
  answers: SellCarAnswers,
  facts: LeadFacts,
  { sender, reader }: AdfReading,
): AdfRequest {
  return {
    interest: answers.sellOrTrade === "trade" ? "trade-in" : "sell",
    vehicle: describeVehicle(answers, reader),
    customer: {
      ...describeCustomer(facts),
      preferredLanguage: sender,
      comments: [
        describePhone(facts, reader),
        ...listAnswerLines(answers, CUSTOMER_STEPS, reader),
      ].join("\n"),
    },
  };
}

function describeVehicle(answers: SellCarAnswers, locale: Locale): AdfVehicle {
  const { year, make, model, vin, totalRun } = answers;
  const bodyType = findBodyType(answers);
  const { bodyTrim, transmission, exteriorColour, interiorColour } = answers;
  return {
    year,
    make,
    model,
    vin,
    trim: bodyTrim && bodyTrimLabel(bodyTrim, locale),
    bodyStyle: bodyType && bodyTypeLabel(bodyType, locale),
    transmission: transmission && transmissionLabel(transmission, locale),
    odometerKm: totalRun,
    // The seller's answers say more than any of ADF's five words.
    condition: "unknown",
    exteriorColour: exteriorColour && colourLabel(exteriorColour, locale),
    interiorColour: interiorColour && colourLabel(interiorColour, locale),
    comments: listAnswerLines(answers, VEHICLE_STEPS, locale).join("\n"),
  };
}

const VEHICLE_STEPS = ["specifications", "history", "condition"];
const CUSTOMER_STEPS = ["additional-details"];

function listAnswerLines(
  answers: SellCarAnswers,
  slugs: readonly string[],
  locale: Locale,
): string[] {
  const translate = translateIn(locale);
  return answerRows(sellCarForm, answers, { locale, translate })
    .filter(({ step }) => slugs.includes(step))
    .map(({ name, value }) => translate("forms_answer_line", { name, value }));
}
