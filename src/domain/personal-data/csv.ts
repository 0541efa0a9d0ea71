import type { Row } from "./personal-data.server.ts";

/** RFC 4180, with the byte order mark by which spreadsheet programs detect UTF-8. */
export function toCsv(rows: readonly Row[]): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const lines = [columns, ...rows.map((row) => columns.map((column) => row[column]))];
  return `\uFEFF${lines.map((line) => line.map(cell).join(",")).join("\r\n")}\r\n`;
}

function cell(value: unknown): string {
  const text = plainText(value);
  // A spreadsheet program would execute text that begins like a formula, and a stranger may have
  // typed it.
  const harmless = typeof value === "string" && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

function plainText(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "string") return value;
  return value instanceof Date ? value.toISOString() : JSON.stringify(value);
}
