/** Plain e-mail lines end at 78 characters (RFC 5322 §2.1.1); 76 is where encoders begin to fold. */
const LINE_WIDTH = 76;

export type XmlElement = {
  name: string;
  attributes: Record<string, string>;
  /** Text, or children in the order of the schema. */
  content: string | XmlElement[];
  keepsLines?: boolean;
};

type Children = readonly (XmlElement | undefined | false)[];

/** An element with children; those that are `undefined` or `false` stay out. */
export function parent(
  name: string,
  attributes: Record<string, string>,
  children: Children,
): XmlElement {
  return { name, attributes, content: children.filter((child) => !!child) };
}

/** An element with one line of text. */
export function leaf(
  name: string,
  text: string | number,
  attributes: Record<string, string> = {},
): XmlElement {
  return { name, attributes, content: oneLine(String(text)) };
}

/** The same, left out where there is nothing to say. */
export function optionalLeaf(
  name: string,
  text: string | number | undefined,
  attributes: Record<string, string> = {},
): XmlElement | undefined {
  const element = leaf(name, text ?? "", attributes);
  return element.content === "" ? undefined : element;
}

/** Text of several lines, which may be folded at spaces. */
export function paragraph(name: string, text: string | undefined): XmlElement | undefined {
  const content = lines(text ?? "");
  return content === "" ? undefined : { name, attributes: {}, content, keepsLines: true };
}

/** One element a line, indented. */
export function renderElement(element: XmlElement, depth = 0): string[] {
  const { name, attributes, content, keepsLines } = element;
  const indent = " ".repeat(depth);
  const written = Object.entries(attributes).map(
    ([key, value]) => ` ${key}="${escapeXml(oneLine(value))}"`,
  );
  const start = `${indent}<${name}${written.join("")}>`;
  const end = `</${name}>`;
  if (typeof content !== "string") {
    const children = content.flatMap((child) => renderElement(child, depth + 1));
    return [start, ...children, `${indent}${end}`];
  }
  const text = escapeXml(content);
  if (!keepsLines) return [`${start}${text}${end}`];
  // The text stands alone between its tags' lines where it would not fit beside them.
  const isShort = !text.includes("\n") && start.length + text.length + end.length <= LINE_WIDTH;
  return isShort ? [`${start}${text}${end}`] : [start, ...foldLines(text, LINE_WIDTH), end];
}

const ENTITIES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
    "'": "&apos;",
  }),
);

/**
 * What XML 1.0 §2.2 does not allow at all, and the control characters that it allows but nobody
 * typed: C0 but tab and line feed, DEL, C1, halves of surrogate pairs, U+FFFE and U+FFFF.
 */
// oxlint-disable-next-line no-control-regex -- control characters are what this is about
const DROPPED = /[\0-\x08\x0b-\x1f\x7f-\x9f\ufffe\uffff]|\p{Cs}/gu;

/** One line of plain text: no control characters, every run of white space one space. */
function oneLine(text: string): string {
  return lines(text).replace(/\s+/g, " ").trim();
}

/** Plain text that keeps its lines. CR LF and CR become LF, as XML parsers would read them. */
function lines(text: string): string {
  return text
    .replace(/\r\n?/g, "\n")
    .replace(DROPPED, "")
    .replace(/[\t ]+$/gm, "")
    .trim();
}

/** Text as element content or attribute value, in ASCII: the rest as numeric references. */
function escapeXml(text: string): string {
  return text
    .replace(/[&<>"']/g, (character) => ENTITIES.get(character) ?? character)
    .replace(/[^\n\x20-\x7e]/gu, (character) => `&#${character.codePointAt(0)};`);
}

/**
 * Breaks escaped text at spaces, so that mail can carry it without an encoding of its own. A word
 * longer than `width` stays whole.
 */
function foldLines(escaped: string, width: number): string[] {
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
