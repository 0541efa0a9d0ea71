const LONGEST_DETAIL = 200;

/**
 * Makes the text of an outside response fit for an attempt's `detail`: one short line, without
 * e-mail addresses and without the values in `redacted`, because providers often quote what they
 * refuse.
 */
export function plainDetail(text: string, redacted: readonly string[] = []): string {
  let plain = text;
  // The longest first. Otherwise removing a shorter value could leave the rest of a longer one.
  for (const value of redacted.toSorted((a, b) => b.length - a.length)) {
    if (value.length >= 3) plain = plain.replaceAll(value, "[removed]");
  }
  return plain
    .replace(/[^\s<>"']+@[^\s<>"']+/g, "[address]")
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim()
    .slice(0, LONGEST_DETAIL);
}
