const LIGATURES = new Map([
  ["œ", "oe"],
  ["æ", "ae"],
  ["ß", "ss"],
]);

/**
 * Text in a form for comparison: no accents, no capitals, no punctuation, single spaces.
 * "Île-d’Orléans" and "ile d orleans" fold to the same string. For searching and matching only,
 * never for display.
 */
export function foldText(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[œæß]/g, (letter) => LIGATURES.get(letter) ?? letter)
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

const SAINTS = new Map([
  ["saint", "st"],
  ["sainte", "ste"],
]);

/**
 * Folds a city's name further: Saint, St. and St (Sainte, Ste. and Ste) become one spelling, and an
 * apostrophe leaves no space, because people type "St Johns" for St. John's.
 */
export function foldCityName(name: string): string {
  return foldText(name.replace(/['\u2019]/g, ""))
    .split(" ")
    .map((word) => SAINTS.get(word) ?? word)
    .join(" ");
}
