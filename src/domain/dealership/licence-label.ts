import { m } from "#messages/messages.js";
import type { Locale } from "#values/locale.ts";
import type { ProvinceCode } from "#values/province.ts";

/** The number under which a dealership is licensed or registered where it stands. */
export type Licence = { provinceCode: ProvinceCode; number: string };

type Message = (inputs: { number: string }, options: { locale: Locale }) => string;

const WORDS: Readonly<Partial<Record<ProvinceCode, Message>>> = {
  AB: m.dealership_licence_amvic,
  BC: m.dealership_licence_vsa,
  ON: m.dealership_licence_omvic,
  QC: m.dealership_licence_opc,
  SK: m.dealership_licence_fcaa,
};

/** "OMVIC registration 1234567": a number alone says nothing of who can be asked about it. */
export function licenceLabel({ provinceCode, number }: Licence, locale: Locale): string {
  const words = WORDS[provinceCode] ?? m.dealership_licence_other;
  return words({ number }, { locale });
}
