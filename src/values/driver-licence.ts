import type { ProvinceCode } from "./province.ts";

/** How each province numbers its driver's licences, without dashes and spaces. */
const FORMATS: Readonly<Record<ProvinceCode, RegExp>> = {
  AB: /^\d{5,9}$/,
  BC: /^\d{7}$/,
  MB: /^[A-Z\d]{12}$/,
  NB: /^\d{5,7}$/,
  NL: /^[A-Z]\d{9}$/,
  NS: /^[A-Z]{5}\d{9}$/,
  ON: /^[A-Z]\d{14}$/,
  PE: /^\d{5,6}$/,
  QC: /^[A-Z]\d{12}$/,
  SK: /^\d{8}$/,
};

/** Longer than any province's number with its separators. */
const MAX_LENGTH = 40;

export type DriverLicenceReading =
  | {
      ok: true;
      licenceNumber: string;
      /** False is a reason to ask again kindly, never to refuse: formats change and people move. */
      looksRight: boolean;
    }
  | { ok: false; code: "empty" | "too_long" };

/** Reads a driver's licence number, stored in capitals without dashes and spaces. */
export function readDriverLicence(text: string, province: ProvinceCode): DriverLicenceReading {
  const licenceNumber = text.replace(/[\s\u2010-\u2015-]+/g, "").toUpperCase();
  if (!licenceNumber) return { ok: false, code: "empty" };
  if (licenceNumber.length > MAX_LENGTH) return { ok: false, code: "too_long" };
  return { ok: true, licenceNumber, looksRight: FORMATS[province].test(licenceNumber) };
}
