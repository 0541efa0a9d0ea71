import type { RegionCode } from "./province.ts";

/** Canada Post never uses D, F, I, O, Q or U, and no code begins with W or Z. */
const POSTAL_CODE = /^[ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z]\d[ABCEGHJ-NPRSTV-Z]\d$/;
const FORWARD_SORTATION_AREA = /^[ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z]/;

const REGION_OF_LETTER: ReadonlyMap<string, RegionCode> = new Map(
  Object.entries({
    A: "NL",
    B: "NS",
    C: "PE",
    E: "NB",
    G: "QC",
    H: "QC",
    J: "QC",
    K: "ON",
    L: "ON",
    M: "ON",
    N: "ON",
    P: "ON",
    R: "MB",
    S: "SK",
    T: "AB",
    V: "BC",
    Y: "YT",
  }),
);

/** Two territories share the letter X; these three areas are in Nunavut. */
const NUNAVUT = ["X0A", "X0B", "X0C"];

type PostalCodeReading =
  | { ok: true; postalCode: string; region: RegionCode }
  | { ok: false; code: "empty" | "not_a_postal_code" };

/** Reads any case and spacing, and a dash; returns `A1A 1A1` and its region. */
export function readPostalCode(text: string): PostalCodeReading {
  const compact = text.replace(/[\s-]+/g, "").toUpperCase();
  if (!compact) return { ok: false, code: "empty" };
  const region = POSTAL_CODE.test(compact) ? regionOfPostalPrefix(compact) : null;
  if (!region) return { ok: false, code: "not_a_postal_code" };
  return { ok: true, postalCode: `${compact.slice(0, 3)} ${compact.slice(3)}`, region };
}

/** The region of a postal code or of its first three characters ("M5V"); null for anything else. */
export function regionOfPostalPrefix(text: string): RegionCode | null {
  const compact = text.replace(/[\s-]+/g, "").toUpperCase();
  if (!FORWARD_SORTATION_AREA.test(compact)) return null;
  if (compact.length !== 3 && !POSTAL_CODE.test(compact)) return null;
  if (compact.startsWith("X")) return NUNAVUT.includes(compact.slice(0, 3)) ? "NU" : "NT";
  return REGION_OF_LETTER.get(compact.charAt(0)) ?? null;
}
