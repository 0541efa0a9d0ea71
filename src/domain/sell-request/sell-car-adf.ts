import { type AdfVehicle, describeCustomer, describePhone } from "#domain/lead/adf/adf-lead.ts";
import type { LeadFacts } from "#domain/lead/lead.ts";
import type { AdfRequest } from "#domain/lead/lead-form.ts";
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

const ENGLISH = { locale: "en", translate: translateIn("en") } as const;

/**
 * A car on offer as a dealership's CRM reads it: `sell`, or `trade-in` where its owner wants another
 * one for it. What ADF has no element for stands in the comments, in English.
 */
export function buildSellCarAdf(
  answers: SellCarAnswers,
  facts: LeadFacts,
  locale: Locale,
): AdfRequest {
  return {
    interest: answers.sellOrTrade === "trade" ? "trade-in" : "sell",
    vehicle: describeVehicle(answers),
    customer: {
      ...describeCustomer(facts),
      preferredLanguage: locale,
      comments: [describePhone(facts), ...listAnswerLines(answers, CUSTOMER_STEPS)].join("\n"),
    },
  };
}

function describeVehicle(answers: SellCarAnswers): AdfVehicle {
  const { year, make, model, vin, totalRun } = answers;
  const bodyType = findBodyType(answers);
  const { bodyTrim, transmission, exteriorColour, interiorColour } = answers;
  return {
    year,
    make,
    model,
    vin,
    trim: bodyTrim && bodyTrimLabel(bodyTrim, "en"),
    bodyStyle: bodyType && bodyTypeLabel(bodyType, "en"),
    transmission: transmission && transmissionLabel(transmission, "en"),
    odometerKm: totalRun,
    // The seller's answers say more than one of ADF's five words could.
    condition: "unknown",
    exteriorColour: exteriorColour && colourLabel(exteriorColour, "en"),
    interiorColour: interiorColour && colourLabel(interiorColour, "en"),
    comments: listAnswerLines(answers, VEHICLE_STEPS).join("\n"),
  };
}

const VEHICLE_STEPS = ["specifications", "history", "condition"];
const CUSTOMER_STEPS = ["additional-details"];

function listAnswerLines(answers: SellCarAnswers, slugs: readonly string[]): string[] {
  return answerRows(sellCarForm, answers, ENGLISH)
    .filter(({ step }) => slugs.includes(step))
    .map(({ name, value }) => ENGLISH.translate("forms_answer_line", { name, value }));
}
