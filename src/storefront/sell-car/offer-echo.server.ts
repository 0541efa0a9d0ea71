import type { RouterContextProvider } from "react-router";
import { rawFields } from "#forms/raw-fields.ts";
import { readWhole } from "#forms/read-answers.ts";
import { visitorOf } from "#platform/request/visitor.server.ts";
import { readContextFor } from "#storefront/form-journey/read-context.server.ts";
import { provinceName } from "#vocabulary/province.ts";
import { vehicleOfferForm } from "./offer-request.form.ts";

/** The car that somebody came with, in words. */
export type OfferedCar = {
  /** "2021 Toyota RAV4" */
  car: string;
  city: string;
  province: string;
};

/**
 * Reads the car out of the address. Only what the form itself would take in is shown again: a link
 * made by somebody else must not put words into our page. Null for anything less.
 */
export function offeredCarIn(
  request: Request,
  context: Readonly<RouterContextProvider>,
): OfferedCar | null {
  const { locale } = visitorOf(context);
  const raw = rawFields(new URL(request.url).searchParams);
  const reading = readWhole(vehicleOfferForm, raw, readContextFor(locale));
  if (!reading.ok) return null;
  const { year, make, model, city, province } = reading.answers;
  return { car: `${year} ${make} ${model}`, city, province: provinceName(province, locale) };
}
