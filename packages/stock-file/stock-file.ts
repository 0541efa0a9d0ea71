import { decodeText } from "./decode-text.ts";
import { readCsv } from "./read-csv.ts";
import { readJson } from "./read-json.ts";
import { readXml } from "./read-xml.ts";
import {
  STOCK_FILE_LIMITS,
  type StockFile,
  type StockFileFault,
  StockFileError,
} from "./stock-rows.ts";

export {
  STOCK_FILE_LIMITS,
  type StockFile,
  type StockFileFault,
  type StockRow,
} from "./stock-rows.ts";

type StockFileReading = ({ ok: true } & StockFile) | ({ ok: false } & StockFileFault);

/** Never throws for what is in the file. */
export function readStockFile(bytes: Uint8Array): StockFileReading {
  try {
    return { ok: true, ...read(bytes) };
  } catch (error) {
    if (!(error instanceof StockFileError)) throw error;
    return { ok: false, code: error.code, place: error.place };
  }
}

function read(bytes: Uint8Array): StockFile {
  if (bytes.length > STOCK_FILE_LIMITS.bytes) throw new StockFileError("too_large");
  if (isArchive(bytes)) throw new StockFileError("archive");
  const text = decodeText(bytes);
  const start = text.trimStart();
  if (start === "") throw new StockFileError("empty");
  if (text.includes("\0")) throw new StockFileError("binary");
  if (start.startsWith("<")) return readXml(start);
  return start.startsWith("[") || start.startsWith("{") ? readJson(text) : readCsv(text);
}

/** The first bytes of zip (and so of xlsx), gzip, 7z, rar, bzip2, xz and old Excel files. */
const ARCHIVES = [
  "504b0304",
  "504b0506",
  "1f8b",
  "377abcaf",
  "52617221",
  "425a68",
  "fd377a58",
  "d0cf11e0",
];

function isArchive(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.subarray(0, 4)).toString("hex");
  return ARCHIVES.some((signature) => start.startsWith(signature));
}
