import { m } from "#messages/messages.js";
import type { Locale } from "#values/locale.ts";
import type { ProvinceCode } from "#values/province.ts";

/** The number of a dealership's licence or registration in its own province. */
export type Licence = { provinceCode: ProvinceCode; number: string };

type Message = (inputs: { number: string }, options: { locale: Locale }) => string;

const WORDS: Readonly<Partial<Record<ProvinceCode, Message>>> = {
  AB: m.dealership_licence_amvic,
  BC: m.dealership_licence_vsa,
  ON: m.dealership_licence_omvic,
  QC: m.dealership_licence_opc,
  SK: m.dealership_licence_fcaa,
};

/** "OMVIC registration 1234567": the number alone does not say whom to ask about it. */
export function licenceLabel({ provinceCode, number }: Licence, locale: Locale): string {
  const words = WORDS[provinceCode] ?? m.dealership_licence_other;
  return words({ number }, { locale });
}
