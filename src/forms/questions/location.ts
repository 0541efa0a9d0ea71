import { site } from "#site/site.ts";
import { readPostalCode } from "#values/postal-code.ts";
import { isProvince, parseRegion, PROVINCES } from "#values/province.ts";
import * as z from "zod/mini";
import type {
  FoundLocation,
  LocationAnswer,
  QuestionBase,
  QuestionKind,
  TypedLocation,
} from "./question-kind.ts";
import { rawValue, type RawFields } from "./raw-fields.ts";
import { oneLine, withoutFormula } from "./text.ts";

/**
 * A city or postal code in Canada. Suggestions fill three hidden fields; typing by hand always
 * works, without a provider and JavaScript. The hidden fields are verified.
 */
export interface LocationQuestion extends QuestionBase {
  readonly kind: "place";
  /** Where the site serves nobody, the answer is refused (site.provinces). */
  readonly served?: true;
}

const hiddenParts = ["placeId", "lat", "lon"] as const;
const maxLength = 200;

export const location: QuestionKind<LocationQuestion, LocationAnswer> = {
  controls: (question) => [question.name],
  read(raw, question, { resolveLocation }) {
    const typed = typedLocation(raw, question);
    if (typed.text === "") return { ok: false, code: "missing" };
    if (typed.text.length > maxLength)
      return { ok: false, code: "too_long", params: { max: maxLength } };
    const found = resolveLocation?.(typed) ?? parseLocationText(typed.text);
    if (!found) return { ok: false, code: "unknown_place" };
    const { region, ...rest } = found;
    return isProvince(region) && (!question.served || site.provinces.includes(region))
      ? { ok: true, value: { ...rest, province: region } }
      : { ok: false, code: "not_served" };
  },
  write(value, question) {
    const hidden = hiddenParts.flatMap((part) =>
      value[part] === undefined ? [] : [[`${question.name}-${part}`, String(value[part])]],
    );
    return { [question.name]: value.text, ...Object.fromEntries(hidden) };
  },
  show: (value) => value.text,
  exportValue: (value) => withoutFormula(value.text),
  stored: () =>
    z.object({
      text: z.string(),
      province: z.enum(PROVINCES),
      city: z.optional(z.string()),
      lat: z.optional(z.number()),
      lon: z.optional(z.number()),
      placeId: z.optional(z.string()),
    }),
  jsonSchema: (question) => ({
    [question.name]: { type: "string", maxLength, examples: ["Calgary, Alberta"] },
    ...Object.fromEntries(
      hiddenParts.map((part) => [`${question.name}-${part}`, { type: "string" }]),
    ),
  }),
  view: (question, typed) => ({
    control: "place",
    value: rawValue(typed, question.name),
    autocomplete: question.autocomplete,
    hidden: hiddenParts.map((part) => ({
      name: `${question.name}-${part}`,
      part,
      value: rawValue(typed, `${question.name}-${part}`),
    })),
  }),
  examples: (question) => [
    { raw: { [question.name]: "Red Deer, Alberta" } },
    { raw: { [question.name]: "Saint-Jérôme, Québec" } },
    { raw: { [question.name]: "m5v3l9" } },
    { raw: { [question.name]: "Whitehorse, Yukon" }, fieldError: "not_served" },
    { raw: { [question.name]: "Nowhere at all" }, fieldError: "unknown_place" },
    { raw: { [question.name]: "x".repeat(10_000) }, fieldError: "too_long" },
  ],
};

function typedLocation(raw: RawFields, question: LocationQuestion): TypedLocation {
  const lat = coordinate(rawValue(raw, `${question.name}-lat`), 90);
  const lon = coordinate(rawValue(raw, `${question.name}-lon`), 180);
  const placeId = rawValue(raw, `${question.name}-placeId`).slice(0, maxLength);
  return {
    text: oneLine(rawValue(raw, question.name)),
    ...(lat !== undefined && lon !== undefined && { lat, lon }),
    ...(placeId && { placeId }),
  };
}

function coordinate(typed: string, limit: number): number | undefined {
  const degrees = Number(typed);
  return typed.trim() !== "" && Math.abs(degrees) <= limit ? degrees : undefined;
}

/** "M5V 3L9", "Red Deer, Alberta" or "Moncton NB": enough to know who serves it. */
function parseLocationText(text: string): FoundLocation | null {
  const postal = readPostalCode(text);
  if (postal.ok) return { text: postal.postalCode, region: postal.region };
  const words = text.split(/[\s,()]+/u).filter(Boolean);
  // The longest name of a region has three words, "Newfoundland and Labrador".
  for (const count of [4, 3, 2, 1]) {
    const region = words.length > count ? parseRegion(words.slice(-count).join(" ")) : null;
    if (region) return { text, region, city: words.slice(0, -count).join(" ") };
  }
  return null;
}
