const LONGEST_DETAIL = 200;

/**
 * An outside answer's text made fit for an attempt's `detail`: one short line without e-mail
 * addresses and without any of the given values, since providers like to quote what they refuse.
 */
export function plainDetail(text: string, keepOut: readonly string[] = []): string {
  let plain = text;
  // The longest first, so that no value survives as the rest of a shorter one.
  for (const value of keepOut.toSorted((a, b) => b.length - a.length)) {
    if (value.length >= 3) plain = plain.replaceAll(value, "[removed]");
  }
  return plain
    .replace(/[^\s<>"']+@[^\s<>"']+/g, "[address]")
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim()
    .slice(0, LONGEST_DETAIL);
}
