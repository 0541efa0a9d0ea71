import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { closeDatabase, connectDatabase, db } from "#platform/database/database.server.ts";
import { testDatabase } from "#platform/database/test-database.server.ts";
import { readEnv } from "#platform/env/env.server.ts";
import { startVault } from "#platform/vault/vault.server.ts";
import { CHANNELS } from "./events/event.ts";
import { messageTable } from "./message.table.ts";
import { configureMessages, type MessageOwners, sendNextMessage } from "./send.server.ts";
import { startSenders } from "./senders.server.ts";

export const SITE_ORIGIN = "https://cars.example.ca";

/** Owners for a test whose late events all have nothing to send. */
const nobody = { prepare: async () => null };
export const noOwners: MessageOwners = {
  account_sign_up: nobody,
  account_reset_password: nobody,
  account_change_email: nobody,
  lead_adf: nobody,
  lead_spreadsheet: nobody,
  lead_confirmation: nobody,
};

/** A database, keys and the ways out that `variables` name; the demo's outbox without any. */
export async function startMessages(
  variables: Record<string, string> = {},
  owners: MessageOwners = noOwners,
): Promise<() => Promise<void>> {
  const database = await testDatabase();
  connectDatabase(database.url, { maxConnections: 30 });
  const read = readEnv({
    DATA_DIR: await mkdtemp(join(tmpdir(), "messages-")),
    DEMO: "1",
    ...variables,
  });
  if (!read.ok) throw new Error(read.problems.join());
  await startVault(read.env);
  startSenders(read.env);
  configureMessages(SITE_ORIGIN, owners);
  return async () => {
    await closeDatabase();
    await database.drop();
  };
}

/** Sends whatever is due, one after the other. */
export async function sendDueMessages(): Promise<void> {
  while (await sendNextMessage(CHANNELS));
}

/** Lets the time pass until every message is due, and the lease of a dead process over. */
export async function makeAllDue(): Promise<void> {
  await db()
    .update(messageTable)
    .set({ nextAttemptAt: sql`clock_timestamp()` });
}
