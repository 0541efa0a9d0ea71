import { type Declared, pickDeclared } from "#domain/declaration/declaration.ts";
import { readDeclared, writeDeclared } from "#domain/declaration/declaration.questions.ts";
import type { FieldError } from "#forms/field-error.ts";
import { splitChoices } from "#forms/questions/choices.ts";
import type { Answers } from "#forms/questions/question-kind.ts";
import {
  readSpecifications,
  type SpecificationName,
  writeSpecifications,
} from "#values/specification.ts";
import { FEATURES } from "#values/vehicle.ts";
import type { AdStatement } from "./ad-statement.form.ts";
import type { ListingAnswers } from "./listing.form.ts";
import type { listingTable } from "./listing.table.ts";

type Row = typeof listingTable.$inferSelect;

/** The columns that the form fills; the ad's statements only if the seller fills in the form. */
export type ListingFields = Partial<AdStatement> &
  Pick<
    Row,
    | "make"
    | "model"
    | "trim"
    | "year"
    | "bodyType"
    | "condition"
    | "exteriorColour"
    | "interiorColour"
    | "transmission"
    | "fuel"
    | "features"
    | "odometerKm"
    | "vin"
    | "purchasedOn"
    | "registeredOn"
    | "priceCad"
    | "city"
    | "provinceCode"
    | "lat"
    | "lon"
    | "description"
    | SpecificationName
    | keyof Declared
  >;

type FieldsResult =
  | { ok: true; fields: ListingFields }
  | { ok: false; fieldErrors: readonly FieldError[] };

/** Parsed answers as columns. A location must have coordinates; a day must not be in the future. */
export function toListingFields(answers: ListingAnswers, today: string): FieldsResult {
  const { location } = answers;
  const { city, lat, lon } = location;
  const fieldErrors: FieldError[] = [];
  if (city === undefined || lat === undefined || lon === undefined)
    fieldErrors.push(fieldError("location", "offer", "unknown_place"));
  for (const name of ["purchasingDate", "registeredYear"] as const) {
    const day = answers[name];
    if (day && day > today)
      fieldErrors.push({ ...fieldError(name, "details", "date_not_past"), control: `${name}-day` });
  }
  if (fieldErrors.length > 0 || city === undefined || lat === undefined || lon === undefined)
    return { ok: false, fieldErrors };
  return {
    ok: true,
    fields: {
      make: answers.make,
      model: answers.model,
      trim: answers.trim ?? null,
      year: Number(answers.manufactureYear),
      bodyType: answers.carType,
      condition: answers.carCondition,
      exteriorColour: answers.exteriorColour,
      interiorColour: answers.interiorColour ?? null,
      transmission: answers.transmissionType,
      fuel: answers.fuelType,
      ...readSpecifications(answers),
      features: FEATURES.filter((code) => splitChoices(answers.features ?? "").includes(code)),
      odometerKm: answers.totalRun,
      vin: answers.vin ?? null,
      purchasedOn: answers.purchasingDate ?? null,
      registeredOn: answers.registeredYear ?? null,
      priceCad: answers.price,
      city,
      provinceCode: location.province,
      lat,
      lon,
      description: answers.description,
      ...readDeclared(answers),
    },
  };
}

function fieldError(question: string, step: string, code: string): FieldError {
  return { question, step, code, control: question };
}

/** A stored listing as answers, to fill in its form. */
export function toListingAnswers(row: Row): Answers {
  const answers = {
    make: row.make,
    model: row.model,
    manufactureYear: String(row.year),
    trim: row.trim,
    carType: row.bodyType,
    carCondition: row.condition,
    exteriorColour: row.exteriorColour,
    interiorColour: row.interiorColour,
    transmissionType: row.transmission,
    fuelType: row.fuel,
    ...writeSpecifications(row),
    features: row.features.length > 0 ? row.features.join(",") : null,
    totalRun: row.odometerKm,
    vin: row.vin,
    purchasingDate: row.purchasedOn,
    registeredYear: row.registeredOn,
    price: row.priceCad,
    location: {
      text: `${row.city}, ${row.provinceCode}`,
      province: row.provinceCode,
      city: row.city,
      lat: row.lat,
      lon: row.lon,
    },
    description: row.description,
    ...writeDeclared(pickDeclared(row)),
  };
  return Object.fromEntries(
    Object.entries(answers).flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
  );
}
