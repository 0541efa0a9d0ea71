export const STOCK_FILE_LIMITS = {
  bytes: 30 * 1024 * 1024,
  rows: 25_000,
  columns: 200,
  cellCharacters: 32_000,
  depth: 20,
} as const;

export type StockFileCode =
  | "empty"
  | "too_large"
  | "archive"
  | "binary"
  | "too_many_rows"
  | "too_many_columns"
  | "long_cell"
  | "open_quote"
  | "text_after_quote"
  | "json_broken"
  | "xml_broken"
  | "document_type"
  | "too_deep"
  | "no_rows";

/** Why a file is refused, and where: the line, or for JSON the number of the entry; null if nowhere. */
export type StockFileFault = { code: StockFileCode; place: number | null };

export class StockFileError extends Error {
  readonly code: StockFileCode;
  readonly place: number | null;

  constructor(code: StockFileCode, place: number | null = null) {
    super(code);
    this.code = code;
    this.place = place;
  }
}

/** One car. `place` is its line, or for JSON the number of its entry, counted from 1. */
export type StockRow = { place: number; cells: readonly string[] };

export type StockFile = {
  format: "csv" | "xml" | "json";
  /** No two have the same name. */
  columns: readonly string[];
  /** Each has one cell for each column; a value that the file lacks is "". */
  rows: readonly StockRow[];
  /** The places of rows that have more or fewer cells than there are columns. */
  unevenRows: readonly number[];
};

/** Column names without blanks or repetitions: "Photo", "Photo (2)". */
export function nameColumns(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name, at) => {
    const plain = name.replaceAll(/\s+/gu, " ").trim().slice(0, 100) || `(${at + 1})`;
    let unique = plain;
    for (let count = 2; taken.has(unique); count += 1) unique = `${plain} (${count})`;
    taken.add(unique);
    return unique;
  });
}

/** Collects rows of named values, whose columns are known only at the end. */
export class NamedRows {
  readonly #columns = new Map<string, number>();
  readonly #rows: StockRow[] = [];

  add(place: number, values: ReadonlyMap<string, string>): void {
    if (this.#rows.length >= STOCK_FILE_LIMITS.rows)
      throw new StockFileError("too_many_rows", place);
    const cells: string[] = [];
    for (const [name, value] of values) {
      if (value.length > STOCK_FILE_LIMITS.cellCharacters)
        throw new StockFileError("long_cell", place);
      const at = this.#columns.get(name) ?? this.#columns.size;
      if (at >= STOCK_FILE_LIMITS.columns) throw new StockFileError("too_many_columns", place);
      this.#columns.set(name, at);
      cells[at] = value.trim();
    }
    this.#rows.push({ place, cells });
  }

  finish(format: "xml" | "json"): StockFile {
    if (this.#rows.length === 0 || this.#columns.size === 0) throw new StockFileError("no_rows");
    const columns = nameColumns([...this.#columns.keys()]);
    const rows = this.#rows.map(({ place, cells }) => ({
      place,
      cells: columns.map((_name, at) => cells[at] ?? ""),
    }));
    return { format, columns, rows, unevenRows: [] };
  }
}

/** Several values of one name, such as photos, in one cell. */
export const LIST_SEPARATOR = "|";
