import { MAKES, type Make } from "#domain/catalogue/catalogue.ts";
import { PRICE_LIMITS_CAD } from "#domain/listing/listing.form.ts";
import type { listingTable } from "#domain/listing/listing.table.ts";
import { readNumber } from "#values/number-reading.ts";
import { CYLINDER_COUNTS, newestModelYear, SEAT_COUNTS } from "#values/vehicle.ts";
import { readVin, type VinDetails } from "#values/vin.ts";
import type { CheckName } from "#domain/ad-rules/checks.ts";
import type { FeedField, FeedMapping } from "./feed-fields.ts";
import * as words from "./feed-words.ts";

type Row = typeof listingTable.$inferSelect;

/** The columns of a listing that a feed fills. */
// oxfmt-ignore
export const FEED_COLUMNS = [
  "stockNumber", "vin", "year", "make", "model", "trim", "priceCad", "odometerKm", "condition",
  "bodyType", "exteriorColour", "interiorColour", "transmission", "fuel", "drive", "seats",
  "cylinders", "features", "description",
] as const;

export type FeedCarFields = Pick<Row, (typeof FEED_COLUMNS)[number]>;

/** Why a car of a feed is refused. */
export type FeedFault =
  | { code: "missing" | "not_read" | "out_of_range"; field: FeedField; text: string }
  | { code: "no_number" | "uneven" | "vin_length" | "vin_characters" | "vin_check_digit" }
  | { code: "other_currency"; text: string }
  | { code: "twice" | "other_vin" }
  | { code: "rule"; check: CheckName };

export type FeedCar = {
  place: number;
  /** The dealership's number of the car, else its VIN; null if it has neither. */
  key: string | null;
  vin: string | null;
  /** How the file names the car, for the report. */
  title: string;
  faults: readonly FeedFault[];
  /** What the file says and could be read; complete if there are no faults. */
  fields: Partial<FeedCarFields>;
};

type Cells = (field: FeedField) => string;

const KM_PER_MILE = 1.609344;
const OLDEST_YEAR = 1981;
const MOST_KM = 1_500_000;
const LONGEST_DESCRIPTION = 4_000;

/** Reads one row of a feed; all its faults at once. */
export function readFeedCar(
  row: { place: number; cells: readonly string[] },
  columns: readonly string[],
  {
    mapping,
    today,
    decoded = {},
  }: {
    mapping: FeedMapping;
    /** YYYY-MM-DD */
    today: string;
    /** What the VIN says, for what the file lacks. */
    decoded?: VinDetails;
  },
): FeedCar {
  const cell: Cells = (field) => {
    const column = mapping[field];
    return column === undefined ? "" : (row.cells[columns.indexOf(column)] ?? "").trim();
  };
  const faults: FeedFault[] = [];
  const need = <Value>(field: FeedField, value: Value | null | undefined): Value | undefined => {
    if (value !== null && value !== undefined) return value;
    const text = cell(field).slice(0, 60);
    faults.push({ code: text === "" ? "missing" : "not_read", field, text });
    return undefined;
  };
  const stockNumber = cell("stockNumber").slice(0, 30) || null;
  const vin = readFeedVin(cell("vin"), faults);
  if (stockNumber === null && vin === null && cell("vin") === "")
    faults.push({ code: "no_number" });

  const make = need("make", words.readMake(cell("make")) ?? isMake(decoded.make));
  const model = make && words.readModel(make, cell("model"));
  const modelName = need("model", model?.model ?? (make === decoded.make ? decoded.model : null));
  const trim = cell("trim") || decoded.trim || model?.rest.toUpperCase() || "";
  const condition = cell("condition") === "" ? "used" : words.readCondition(cell("condition"));
  const year = need("year", readYear(cell("year"), today) ?? decoded.year);
  const title = [cell("year"), cell("make"), cell("model")].filter(Boolean).join(" ");
  const description = cell("description").slice(0, LONGEST_DESCRIPTION);
  const fields = dropUndefined({
    stockNumber,
    vin,
    year,
    make,
    model: modelName,
    trim: trim.slice(0, 40) || null,
    priceCad: readPrice(cell, mapping, faults),
    odometerKm: readKilometres(cell, mapping, faults),
    condition: need("condition", condition),
    bodyType: need("bodyType", words.readBodyType(cell("bodyType")) ?? decoded.body),
    exteriorColour: need("exteriorColour", words.readColour(cell("exteriorColour"))),
    interiorColour: words.readColour(cell("interiorColour")),
    transmission: need("transmission", words.readTransmission(cell("transmission"))),
    fuel: need("fuel", words.readFuel(cell("fuel")) ?? decoded.fuel),
    drive: words.readDrive(cell("drive")),
    seats: SEAT_COUNTS.find((count) => String(count) === cell("seats")) ?? null,
    cylinders: readCylinders(cell("cylinders")) ?? readCylinders(String(decoded.cylinders ?? "")),
    features: words.readFeatures(`${cell("features")} ${description}`),
    description: description || [year, make, modelName, trim].filter(Boolean).join(" "),
  });
  return { place: row.place, key: stockNumber ?? vin, vin, title, faults, fields };
}

/** Whether a VIN could add something that this car needs. */
export function wantsDecoding({ vin, faults }: FeedCar): boolean {
  return (
    vin !== null &&
    faults.some(
      (fault) =>
        "field" in fault && ["make", "model", "year", "bodyType", "fuel"].includes(fault.field),
    )
  );
}

function isMake(make: string | undefined): Make | null {
  return MAKES.find((each) => each === make) ?? null;
}

/** The check digit is that of every car sold in Canada or the USA since 1981. */
function readFeedVin(text: string, faults: FeedFault[]): string | null {
  const reading = readVin(text);
  if (reading.ok) {
    if (!reading.checkDigitMatches) faults.push({ code: "vin_check_digit" });
    return reading.vin;
  }
  if (reading.code === "length") faults.push({ code: "vin_length" });
  if (reading.code === "characters") faults.push({ code: "vin_characters" });
  return null;
}

function readYear(text: string, today: string): number | null {
  const year = /^\d{4}$/.test(text) ? Number(text) : Number.NaN;
  return year >= OLDEST_YEAR && year <= newestModelYear(today) ? year : null;
}

function readCylinders(text: string): FeedCarFields["cylinders"] {
  const count = /\d+/.exec(text)?.[0];
  return CYLINDER_COUNTS.find((each) => String(each) === count) ?? null;
}

const US_DOLLARS = /\bus\$?|\busd\b/iu;

function readPrice(cell: Cells, mapping: FeedMapping, faults: FeedFault[]): number | undefined {
  const field = cell("salePrice") === "" ? "price" : "salePrice";
  const text = cell(field);
  const currency = cell("currency");
  const isForeign = currency !== "" && !/^(cad|ca|can|c?\$|\$ ?ca)/iu.test(currency);
  if (isForeign || US_DOLLARS.test(text) || US_DOLLARS.test(mapping[field] ?? "")) {
    faults.push({ code: "other_currency", text: currency || text.slice(0, 60) });
    return undefined;
  }
  return readAmount(field, text, PRICE_LIMITS_CAD, faults);
}

/** Miles are converted where the column or the cell says that it is miles. */
function readKilometres(
  cell: Cells,
  mapping: FeedMapping,
  faults: FeedFault[],
): number | undefined {
  const text = cell("odometer");
  const plain = text.replace(/\s*mi(les?)?\.?$/iu, "");
  const named = `${mapping.odometer ?? ""} ${cell("odometerUnit")}`;
  const isMiles = plain !== text || /(?<![a-z])mi(les?)?(?![a-z])/iu.test(named);
  const read = readAmount("odometer", plain, { min: 0, max: MOST_KM }, faults);
  return read === undefined || !isMiles ? read : Math.round(read * KM_PER_MILE);
}

function readAmount(
  field: FeedField,
  text: string,
  limits: { min: number; max: number },
  faults: FeedFault[],
): number | undefined {
  const reading = readNumber(text, limits);
  if (reading.ok) return Math.round(reading.value);
  const { code } = reading;
  faults.push({
    code: code === "empty" ? "missing" : code === "not_a_number" ? "not_read" : "out_of_range",
    field,
    text: text.slice(0, 60),
  });
  return undefined;
}

function dropUndefined<Fields extends object>(fields: Fields) {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Fields]?: Exclude<Fields[Name], undefined>;
  };
}
