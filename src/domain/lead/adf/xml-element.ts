import { escapeXml, foldLines, lines, oneLine } from "./xml-text.ts";

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
