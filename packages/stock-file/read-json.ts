import {
  LIST_SEPARATOR,
  NamedRows,
  STOCK_FILE_LIMITS,
  type StockFile,
  StockFileError,
} from "./stock-rows.ts";

/** A list of objects, or the first one inside an object. */
export function readJson(text: string): StockFile {
  checkDepth(text);
  const rows = new NamedRows();
  for (const [at, entry] of (findList(parse(text)) ?? []).entries()) {
    const values = new Map<string, string>();
    if (isObject(entry)) collect(values, entry, "");
    if (values.size > 0) rows.add(at + 1, values);
  }
  return rows.finish("json");
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const position = /position (\d+)/u.exec(String(error))?.[1];
    const before = position === undefined ? text : text.slice(0, Number(position));
    throw new StockFileError("json_broken", before.split("\n").length);
  }
}

/** Before it is parsed, because the parser calls itself for each level. */
function checkDepth(text: string): void {
  let depth = 0;
  let line = 1;
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === "\n") line += 1;
    if (isQuoted) {
      if (character === "\\") at += 1;
      else if (character === '"') isQuoted = false;
    } else if (character === '"') isQuoted = true;
    else if (character === "{" || character === "[") {
      depth += 1;
      if (depth > STOCK_FILE_LIMITS.depth) throw new StockFileError("too_deep", line);
    } else if (character === "}" || character === "]") depth -= 1;
  }
}

type JsonObject = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function findList(value: unknown): unknown[] | null {
  if (Array.isArray(value)) return value.some(isObject) ? value : null;
  if (!isObject(value)) return null;
  for (const inner of Object.values(value)) {
    const found = findList(inner);
    if (found) return found;
  }
  return null;
}

/** An object inside is flattened: `price.amount`. */
function collect(values: Map<string, string>, object: JsonObject, prefix: string): void {
  for (const [key, value] of Object.entries(object)) {
    const name = prefix + key;
    if (isObject(value)) collect(values, value, `${name}.`);
    else if (Array.isArray(value))
      values.set(name, value.map(itemText).filter(Boolean).join(LIST_SEPARATOR));
    else values.set(name, scalarText(value));
  }
}

/** Of an object in a list, such as a photo with a size, its address or its name. */
function itemText(item: unknown): string {
  if (!isObject(item)) return scalarText(item);
  for (const name of ["url", "href", "src", "name", "title", "value"]) {
    const text = scalarText(item[name]);
    if (text) return text;
  }
  return "";
}

function scalarText(value: unknown): string {
  if (typeof value === "string") return value.replaceAll("\0", "");
  return typeof value === "number" || typeof value === "boolean" ? String(value) : "";
}
