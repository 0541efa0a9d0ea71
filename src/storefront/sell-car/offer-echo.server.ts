import type { RouterContextProvider } from "react-router";
import { rawFields, rawValue } from "#forms/raw-fields.ts";
import { readWhole } from "#forms/read-answers.ts";
import { visitorOf } from "#platform/request/visitor.server.ts";
import { readContextFor } from "#storefront/form-journey/read-context.server.ts";
import { sentFacts } from "#storefront/form-journey/sent.server.ts";
import { provinceName } from "#vocabulary/province.ts";
import { vehicleOfferForm } from "./offer-request.form.ts";

/** The car that somebody came with, in words. */
export type OfferedCar = {
  /** "2021 Toyota RAV4" */
  car: string;
  city: string;
  province: string;
  /** Of the stored offer request; null where the address names none. */
  reference: string | null;
};

/**
 * Reads the car out of the address. Only what the form itself would take in is shown again: a link
 * made by somebody else must not put words into our page. Null for anything less.
 */
export async function offeredCarIn(
  request: Request,
  context: Readonly<RouterContextProvider>,
): Promise<OfferedCar | null> {
  const { locale } = visitorOf(context);
  const raw = rawFields(new URL(request.url).searchParams);
  const reading = readWhole(vehicleOfferForm, raw, readContextFor(locale));
  if (!reading.ok) return null;
  const { year, make, model, city, province } = reading.answers;
  const facts = await sentFacts(rawValue(raw, "reference"), [vehicleOfferForm.name]);
  const reference = facts?.reference ?? null;
  return {
    car: `${year} ${make} ${model}`,
    city,
    province: provinceName(province, locale),
    reference,
  };
}
