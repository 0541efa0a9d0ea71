const LIGATURES = new Map([
  ["œ", "oe"],
  ["æ", "ae"],
  ["ß", "ss"],
]);

/**
 * Text as it compares: no accents, no capitals, no punctuation, single spaces. "Île-d’Orléans" and
 * "ile d orleans" fold to the same string. For searching and matching only, never for display.
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
 * Folds a place name further: Saint, St. and St (Sainte, Ste. and Ste) are one spelling, and an
 * apostrophe leaves no gap, since "St Johns" is how St. John's is typed.
 */
export function foldCityName(name: string): string {
  return foldText(name.replace(/['\u2019]/g, ""))
    .split(" ")
    .map((word) => SAINTS.get(word) ?? word)
    .join(" ");
}
