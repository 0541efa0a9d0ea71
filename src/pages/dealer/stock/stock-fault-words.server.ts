import type { FeedFault } from "#domain/stock-feed/feed-car.ts";
import { translateIn } from "#forms/translate.server.ts";
import { m } from "#messages/messages.js";
import { STOCK_FILE_LIMITS, type StockFileFault } from "#packages/stock-file";
import { formatNumber } from "#values/format.ts";
import type { Locale } from "#values/locale.ts";

/** Why a file as a whole is refused, with the line if that is known. */
export function describeFileFault({ code, place }: StockFileFault, locale: Locale): string {
  const line = place === null ? "" : m.stock_import_at_line({ number: place });
  return [FILE_FAULTS[code](locale), line].filter(Boolean).join(" ");
}

const { rows, columns, bytes } = STOCK_FILE_LIMITS;

const FILE_FAULTS: Record<StockFileFault["code"], (locale: Locale) => string> = {
  empty: () => m.stock_file_empty(),
  too_large: (locale) =>
    m.stock_file_too_large({ megabytes: formatNumber(bytes / 1024 / 1024, locale) }),
  archive: () => m.stock_file_archive(),
  binary: () => m.stock_file_binary(),
  too_many_rows: (locale) => m.stock_file_too_many_rows({ rows: formatNumber(rows, locale) }),
  too_many_columns: (locale) =>
    m.stock_file_too_many_columns({ columns: formatNumber(columns, locale) }),
  long_cell: () => m.stock_file_long_cell(),
  open_quote: () => m.stock_file_open_quote(),
  text_after_quote: () => m.stock_file_text_after_quote(),
  json_broken: () => m.stock_file_json_broken(),
  xml_broken: () => m.stock_file_xml_broken(),
  document_type: () => m.stock_file_document_type(),
  too_deep: () => m.stock_file_too_deep(),
  no_rows: () => m.stock_file_no_rows(),
};

/** Why one car is refused, as a sentence. */
export function describeFault(fault: FeedFault, locale: Locale): string {
  const translate = translateIn(locale);
  const snake = (name: string) =>
    name.replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`);
  if ("check" in fault) return translate(`ad_rule_${fault.check}`);
  if ("field" in fault) {
    const field = translate(`stock_feed_${snake(fault.field)}_label`);
    return translate(`stock_fault_${fault.code}`, { field, text: fault.text });
  }
  return translate(`stock_fault_${fault.code}`, "text" in fault ? { text: fault.text } : {});
}
