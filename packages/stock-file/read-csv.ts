import {
  nameColumns,
  STOCK_FILE_LIMITS,
  type StockFile,
  StockFileError,
  type StockRow,
} from "./stock-rows.ts";

const SEPARATORS = [",", ";", "\t", "|"] as const;

/** RFC 4180, with any of the separators that spreadsheets write. */
export function readCsv(text: string): StockFile {
  const records = readRecords(text, findSeparator(text));
  const header = records.next();
  if (header.done) throw new StockFileError("empty");
  const columns = nameColumns(dropBlankEnd(header.value.cells, 1));
  const rows: StockRow[] = [];
  const unevenRows: number[] = [];
  for (const { place, cells } of records) {
    if (cells.every((cell) => cell === "")) continue;
    if (rows.length + unevenRows.length >= STOCK_FILE_LIMITS.rows)
      throw new StockFileError("too_many_rows", place);
    const trimmed = dropBlankEnd(cells, columns.length);
    if (trimmed.length === columns.length) rows.push({ place, cells: trimmed });
    else unevenRows.push(place);
  }
  if (rows.length === 0) throw new StockFileError("no_rows", unevenRows[0] ?? null);
  return { format: "csv", columns, rows, unevenRows };
}

/** Without the blank cells beyond `length`, which spreadsheets add. */
function dropBlankEnd(cells: readonly string[], length: number): readonly string[] {
  let end = cells.length;
  while (end > length && cells[end - 1] === "") end -= 1;
  return cells.slice(0, end);
}

/** The separator that the first line has most of, outside quotes. */
function findSeparator(text: string): string {
  const counts = new Map<string, number>(SEPARATORS.map((separator) => [separator, 0]));
  let isQuoted = false;
  for (const character of text.slice(0, STOCK_FILE_LIMITS.cellCharacters)) {
    if (character === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (character === "\n" || character === "\r") break;
    else if (counts.has(character)) counts.set(character, (counts.get(character) ?? 0) + 1);
  }
  const [most] = [...counts].toSorted(([, one], [, other]) => other - one);
  return most?.[0] ?? ",";
}

function* readRecords(text: string, separator: string): Generator<StockRow> {
  let at = 0;
  let line = 1;
  while (at < text.length) {
    const place = line;
    const cells: string[] = [];
    for (;;) {
      const cell = text[at] === '"' ? readQuoted(text, at, line) : readPlain(text, at, separator);
      if (cell.text.length > STOCK_FILE_LIMITS.cellCharacters)
        throw new StockFileError("long_cell", line);
      cells.push(cell.text.trim());
      if (cells.length > STOCK_FILE_LIMITS.columns)
        throw new StockFileError("too_many_columns", place);
      line += cell.lines;
      at = cell.end;
      const next = text[at];
      at += 1;
      if (next === separator) continue;
      if (next === "\r" && text[at] === "\n") at += 1;
      if (next === undefined || next === "\n" || next === "\r") break;
      throw new StockFileError("text_after_quote", line);
    }
    line += 1;
    yield { place, cells };
  }
}

type Cell = { text: string; end: number; lines: number };

function readPlain(text: string, start: number, separator: string): Cell {
  let end = start;
  for (; end < text.length; end += 1) {
    const character = text[end];
    if (character === separator || character === "\n" || character === "\r") break;
  }
  return { text: text.slice(start, end), end, lines: 0 };
}

function readQuoted(text: string, start: number, line: number): Cell {
  const parts: string[] = [];
  let length = 0;
  let from = start + 1;
  for (;;) {
    const quote = text.indexOf('"', from);
    if (quote === -1) throw new StockFileError("open_quote", line);
    parts.push(text.slice(from, quote));
    length += quote - from + 1;
    if (length > STOCK_FILE_LIMITS.cellCharacters) throw new StockFileError("long_cell", line);
    if (text[quote + 1] !== '"') {
      const value = parts.join('"');
      return { text: value, end: quote + 1, lines: countLines(value) };
    }
    from = quote + 2;
  }
}

function countLines(text: string): number {
  return text.match(/\r\n|\n|\r/gu)?.length ?? 0;
}
