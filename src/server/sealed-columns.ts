import { sql } from "drizzle-orm";
import type { SealedColumn } from "#platform/vault/rotate-keys.server.ts";

/**
 * Every column of sealed values, with the record id that its module binds them to. A test compares
 * the list with the database, and each entry with a value that its module sealed.
 */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  {
    table: "data_key",
    column: "sealed_key",
    recordId: sql`owner_table || ' ' || record_id`,
  },
  { table: "delivery_target", column: "sealed_settings", recordId: sql`id` },
  { table: "draft", column: "sealed_content", recordId: sql`id` },
  { table: "message", column: "sealed_params", recordId: sql`id` },
  { table: "submission", column: "sealed_answers", recordId: sql`id` },
];
