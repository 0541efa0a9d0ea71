import { SaxesParser } from "saxes";
import {
  LIST_SEPARATOR,
  NamedRows,
  STOCK_FILE_LIMITS,
  type StockFile,
  StockFileError,
} from "./stock-rows.ts";

type Element = {
  name: string;
  line: number;
  attributes: Readonly<Record<string, string>>;
  children: Element[];
  text: string;
};

const MOST_ELEMENTS = STOCK_FILE_LIMITS.rows * 100;

/** The elements that repeat, such as `<vehicle>`, with what is inside each. */
export function readXml(text: string): StockFile {
  const rows = new NamedRows();
  for (const element of findRepeated(parse(text))) {
    const values = new Map<string, string>();
    collect(values, element, "");
    if (values.size > 0) rows.add(element.line, values);
  }
  return rows.finish("xml");
}

function parse(text: string): Element {
  const parser = new SaxesParser();
  const top: Element = { name: "", line: 1, attributes: {}, children: [], text: "" };
  const open = [top];
  let count = 0;
  parser.on("error", () => {
    throw new StockFileError("xml_broken", parser.line);
  });
  // Entities can be declared only here.
  parser.on("doctype", () => {
    throw new StockFileError("document_type", parser.line);
  });
  parser.on("opentag", ({ name, attributes }) => {
    count += 1;
    if (count > MOST_ELEMENTS) throw new StockFileError("too_many_rows", parser.line);
    if (open.length > STOCK_FILE_LIMITS.depth) throw new StockFileError("too_deep", parser.line);
    const element = { name, line: parser.line, attributes, children: [], text: "" };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  const addText = (more: string) => {
    const element = open.at(-1);
    if (!element) return;
    element.text += more;
    if (element.text.length > STOCK_FILE_LIMITS.cellCharacters && element.text.trim() !== "")
      throw new StockFileError("long_cell", parser.line);
  };
  parser.on("text", addText);
  parser.on("cdata", addText);
  parser.on("closetag", () => open.pop());
  parser.write(text).close();
  return top;
}

/** From the outside in, the first elements of one name beside each other that have parts. */
function findRepeated(top: Element): Element[] {
  let level = [top];
  while (level.length > 0) {
    for (const { children } of level) {
      const groups = Map.groupBy(children.filter(hasParts), ({ name }) => name);
      const [most] = [...groups.values()].toSorted((one, other) => other.length - one.length);
      const isList = (most?.length ?? 0) > 1 || most?.[0]?.children.some((each) => !hasParts(each));
      if (most && isList) return most;
    }
    level = level.flatMap(({ children }) => children);
  }
  return [];
}

function hasParts({ children, attributes }: Element): boolean {
  return children.length > 0 || Object.keys(attributes).length > 0;
}

function collect(values: Map<string, string>, element: Element, prefix: string): void {
  const add = (name: string, value: string) => {
    const text = value.trim();
    const before = values.get(name);
    values.set(name, before && text ? before + LIST_SEPARATOR + text : before || text);
  };
  for (const [name, value] of Object.entries(element.attributes)) add(prefix + name, value);
  for (const child of element.children) {
    const name = prefix + child.name;
    if (child.children.length === 0) add(name, child.text);
    if (hasParts(child)) collect(values, child, `${name}.`);
  }
}
