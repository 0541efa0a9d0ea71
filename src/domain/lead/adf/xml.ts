/**
 * Lines of plain e-mail should have at most 78 characters (RFC 5322 §2.1.1); encoders fold at 76.
 */
const LINE_WIDTH = 76;

export type XmlElement = {
  name: string;
  attributes: Record<string, string>;
  /** Text, or children in the order of the schema. */
  content: string | XmlElement[];
  keepsLines?: boolean;
};

type Children = readonly (XmlElement | undefined | false)[];

/** An element with children; children that are `undefined` or `false` are left out. */
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

/** The same; `undefined` if there is no text. */
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

/** Renders one element a line, indented. */
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
  // If the text does not fit on a line with its tags, it gets its own lines between them.
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
 * Characters that XML 1.0 §2.2 forbids, and allowed control characters that nobody types: C0 except
 * tab and line feed, DEL, C1, unpaired surrogates, U+FFFE and U+FFFF.
 */
// oxlint-disable-next-line no-control-regex -- control characters are what this is about
const DROPPED = /[\0-\x08\x0b-\x1f\x7f-\x9f\ufffe\uffff]|\p{Cs}/gu;

/** One line of plain text: no control characters, each run of white space as one space. */
function oneLine(text: string): string {
  return lines(text).replace(/\s+/g, " ").trim();
}

/** Plain text with its line breaks. CR LF and CR become LF, as XML parsers would read them. */
function lines(text: string): string {
  return text
    .replace(/\r\n?/g, "\n")
    .replace(DROPPED, "")
    .replace(/[\t ]+$/gm, "")
    .trim();
}

/**
 * Escapes text for element content or an attribute value, in ASCII: all other characters become
 * numeric references.
 */
function escapeXml(text: string): string {
  return text
    .replace(/[&<>"']/g, (character) => ENTITIES.get(character) ?? character)
    .replace(/[^\n\x20-\x7e]/gu, (character) => `&#${character.codePointAt(0)};`);
}

/**
 * Breaks escaped text at spaces, so that it can be sent by e-mail without a transfer encoding. A
 * word longer than `width` is not broken.
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
