import { regionOfPostalPrefix } from "#values/postal-code.ts";
import { parseRegion, type RegionCode, regionsBeginningWith } from "#values/province.ts";
import { foldText } from "#values/text-fold.ts";

/** One reading of a text that was typed as a location. */
type LocationReading = {
  /**
   * Parts that may be the city's name, the likeliest first: in "4 Main St, Leduc" it may be Leduc.
   */
  names: readonly string[];
  /** The regions in which it must be; null if the text names none. */
  regions: readonly RegionCode[] | null;
};

type LocationText = {
  readings: readonly LocationReading[];
  /**
   * A postal code or its first three characters, in capitals and without a space; null if there is
   * none.
   */
  postalPrefix: string | null;
};

/**
 * A whole postal code, or its first half at the end of a part. Canada Post's letters are checked
 * later.
 */
const POSTAL = /\b([A-Z]\d[A-Z])[\s-]?(?:\d[A-Z]\d|$)/iu;

/**
 * Splits typed text: "london, on", "St. John's NL", "Montréal (Québec) H2Y 1C6", "Calgary, Alberta,
 * Canada". If a last word may be a province or a part of the name, both readings are returned.
 */
export function readLocationText(text: string): LocationText {
  let postalPrefix: string | null = null;
  const parts = text
    .slice(0, 200)
    .split(/[,;()\n]+/)
    .map((part) =>
      part.trim().replace(POSTAL, (code) => {
        if (!regionOfPostalPrefix(code)) return code;
        postalPrefix ??= code.replace(/[\s-]/g, "").toUpperCase();
        return "";
      }),
    )
    .map((part) => part.trim())
    .filter((part) => part && foldText(part) !== "canada");
  const inPostalRegion = postalPrefix ? regionOfPostalPrefix(postalPrefix) : null;
  const readings = readParts(parts).map(({ names, regions }) => ({
    names,
    regions: regions ?? (inPostalRegion ? [inPostalRegion] : null),
  }));
  return { readings, postalPrefix };
}

function readParts(parts: readonly string[]): LocationReading[] {
  const last = parts.at(-1);
  if (last === undefined) return [];
  const before = parts.slice(0, -1).toReversed();
  if (before.length > 0) {
    const region = parseRegion(last);
    if (region) return [{ names: before, regions: [region] }];
  }
  const readings: LocationReading[] = [{ names: [last, ...before], regions: null }];
  const trailing = readTrailingRegion(last);
  if (trailing) {
    readings.push({ names: [trailing.name, ...before], regions: [trailing.region] });
  }
  if (before.length > 0) {
    const begun = regionsBeginningWith(last);
    if (begun.length > 0) readings.unshift({ names: before, regions: begun });
  }
  return readings;
}

/** "St. John's NL", "Gander Newfoundland and Labrador". */
function readTrailingRegion(part: string): { name: string; region: RegionCode } | null {
  const words = part.split(/\s+/);
  for (let count = Math.min(4, words.length - 1); count >= 1; count -= 1) {
    const region = parseRegion(words.slice(-count).join(" "));
    if (region) return { name: words.slice(0, -count).join(" "), region };
  }
  return null;
}
