import { m } from "#messages/messages.js";
import type { Locale } from "#values/locale.ts";
import type { Brand, Declared } from "./declaration.ts";

type Message = (inputs?: object, options?: { locale?: Locale }) => string;

const ON_CARD: Readonly<Record<Exclude<Brand, "clean">, Message>> = {
  rebuilt: m.declared_card_rebuilt,
  salvage: m.declared_card_salvage,
  non_repairable: m.declared_card_non_repairable,
};

/**
 * A card's text for a car whose history is not clean: "rebuilt title, accident". Null if it is
 * clean. In its own file, so that a listing's page need not load the texts of the search.
 */
export function describeOnCard(
  { brand, accidents }: Pick<Declared, "brand" | "accidents">,
  locale: Locale,
): string | null {
  const said = [
    ...(brand && brand !== "clean" ? [ON_CARD[brand]({}, { locale })] : []),
    ...(accidents === "some" ? [m.declared_card_accident({}, { locale })] : []),
  ];
  return said.length > 0 ? said.join(", ") : null;
}
