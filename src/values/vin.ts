import type { BodyType, Fuel } from "./vehicle.ts";

type VinReading =
  /** A wrong check digit is only a warning: European cars have none (49 CFR 565 is American). */
  | { ok: true; vin: string; checkDigitMatches: boolean }
  | { ok: false; code: "empty" | "length" | "characters" };

// 49 CFR 565.15, tables III and IV.
const WEIGHTS = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];
// oxfmt-ignore
const LETTER_VALUES = {
  A: 1, B: 2, C: 3, D: 4, E: 5, F: 6, G: 7, H: 8,
  J: 1, K: 2, L: 3, M: 4, N: 5, P: 7, R: 9,
  S: 2, T: 3, U: 4, V: 5, W: 6, X: 7, Y: 8, Z: 9,
} as const satisfies Record<string, number>;

const CHECK_DIGIT_INDEX = 8;

/** Reads 17 characters, in any case and with spaces. I, O and Q are never part of a VIN. */
export function readVin(text: string): VinReading {
  const vin = text.replace(/\s+/g, "").toUpperCase();
  if (!vin) return { ok: false, code: "empty" };
  // Counted by characters, so that a letter outside the BMP does not count as two.
  if ([...vin].length !== 17) return { ok: false, code: "length" };
  if (!/^[A-HJ-NPR-Z0-9]{17}$/.test(vin)) return { ok: false, code: "characters" };
  return { ok: true, vin, checkDigitMatches: vin[CHECK_DIGIT_INDEX] === computeCheckDigit(vin) };
}

/** The check digit that a well-formed VIN should have in ninth place: "0" to "9" or "X". */
export function computeCheckDigit(vin: string): string {
  const sum = [...vin].reduce((total, character, index) => {
    const value = isLetter(character) ? LETTER_VALUES[character] : Number(character);
    return total + value * (WEIGHTS[index] ?? 0);
  }, 0);
  return sum % 11 === 10 ? "X" : String(sum % 11);
}

function isLetter(character: string): character is keyof typeof LETTER_VALUES {
  return Object.hasOwn(LETTER_VALUES, character);
}

/**
 * What a VIN says about a car. Make and model are the catalogue's codes if it has them, else the
 * manufacturer's names. A VIN never gives the transmission or the drive reliably, so both are
 * absent.
 */
export type VinDetails = {
  year?: number;
  make?: string;
  model?: string;
  /** As reported by the manufacturer: "LX", "SLE 2". */
  trim?: string;
  body?: BodyType;
  fuel?: Fuel;
  engineLitres?: number;
  cylinders?: number;
  doors?: number;
  /** City of assembly, capitalised: "Alliston". */
  plant?: string;
};

export type VinDecoding =
  | ({ state: "decoded"; checkDigitIsValid: boolean } & VinDetails)
  /**
   * Well formed, but no pattern matches; year and make may still be known from its first letters.
   */
  | { state: "unknown"; year?: number; make?: string; checkDigitIsValid: boolean }
  | { state: "refused"; code: "empty" | "length" | "characters" }
  /** The database is being prepared, or too many look-ups wait: there is no result now. */
  | { state: "not_ready" };
