const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

/**
 * What XML 1.0 §2.2 does not allow at all, and the control characters that it allows but nobody
 * typed: C0 but tab and line feed, DEL, C1, halves of surrogate pairs, U+FFFE and U+FFFF.
 */
// oxlint-disable-next-line no-control-regex -- control characters are what this is about
const DROPPED = /[\0-\x08\x0b-\x1f\x7f-\x9f\ufffe\uffff]|\p{Cs}/gu;

/** One line of plain text: no control characters, every run of white space one space. */
export function oneLine(text: string): string {
  return lines(text).replace(/\s+/g, " ").trim();
}

/** Plain text that keeps its lines. CR LF and CR become LF, as XML parsers would read them. */
export function lines(text: string): string {
  return text
    .replace(/\r\n?/g, "\n")
    .replace(DROPPED, "")
    .replace(/[\t ]+$/gm, "")
    .trim();
}

/** Text as element content or attribute value, in ASCII: the rest as numeric references. */
export function escapeXml(text: string): string {
  return text
    .replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
    .replace(/[^\n\x20-\x7e]/gu, (character) => `&#${character.codePointAt(0)};`);
}

/**
 * Breaks escaped text at spaces, so that mail can carry it without an encoding of its own. A word
 * longer than `width` stays whole.
 */
export function foldLines(escaped: string, width: number): string[] {
  return escaped.split("\n").flatMap((line) => {
    const folded: string[] = [];
    let current = "";
    for (const word of line.split(" ")) {
      const isFull = current !== "" && current.length + 1 + word.length > width;
      if (isFull) folded.push(current);
      current = isFull || current === "" ? word : `${current} ${word}`;
    }
    return [...folded, current];
  });
}
