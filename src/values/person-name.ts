/** First and last initial of a full name: "Jean-François Tremblay" is "JT", "Cher" is "C". */
export function initials(fullName: string): string {
  const words = fullName.split(/\s+/).filter((word) => /\p{L}/u.test(word));
  const ends = words.length > 1 ? [words.at(0), words.at(-1)] : words;
  return ends.map((word) => /\p{L}/u.exec(word ?? "")?.[0].toLocaleUpperCase() ?? "").join("");
}

/**
 * A full name in two parts, for sorting in lists: the last word is the last name. "Cher" has no
 * last name.
 */
export function splitFullName(fullName: string): { firstName: string; lastName: string } {
  const words = fullName.trim().split(/\s+/u);
  const last = words.length > 1 ? words.pop() : undefined;
  return { firstName: words.join(" "), lastName: last ?? "" };
}
