import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { beforeAll } from "vitest";
import { db } from "#platform/database/database.server.ts";
import { useTestDatabase } from "#platform/database/test-database.server.ts";
import { readEnv, setEnv } from "#platform/env/env.server.ts";
import { startVault } from "#platform/vault/vault.server.ts";
import { CHANNELS } from "./events/event.ts";
import { messageTable } from "./message.table.ts";
import { configureMessages, type MessageOwners } from "./message-owners.server.ts";
import { sendNextMessage } from "./send.server.ts";
import { startSenders } from "./senders.server.ts";

export const SITE_ORIGIN = "https://cars.example.ca";

/** Owners for a test whose late events have nothing to send. */
const nobody = { prepare: async () => null };
export const noOwners: MessageOwners = {
  account_flood: nobody,
  account_sign_up: nobody,
  account_reset_password: nobody,
  account_email_sign_in: nobody,
  account_change_email: nobody,
  account_email_change_asked: nobody,
  account_email_changed: nobody,
  account_google_tied: nobody,
  account_second_factor_on: nobody,
  account_passkey_added: nobody,
  account_recovery_codes_renewed: nobody,
  draft_link: nobody,
  co_applicant_invited: nobody,
  co_applicant_answered: nobody,
  co_applicant_left_out: nobody,
  lead_adf: nobody,
  lead_withdrawn: nobody,
  lead_corrected: nobody,
  lead_shared: nobody,
  lead_spreadsheet: nobody,
  lead_target: nobody,
  lead_target_ended: nobody,
  target_test: nobody,
  lead_confirmation: nobody,
  staff_notice: nobody,
  staff_notice_sms: nobody,
  staff_notice_push: nobody,
  staff_digest: nobody,
  documents_requested: nobody,
  sealed_view_given: nobody,
  newsletter_confirm: nobody,
  newsletter_welcome: nobody,
  newsletter_post: nobody,
  terms_change: nobody,
};

/**
 * Gives the tests of the calling file a database, keys, and the senders that `variables` configure
 * after the `beforeAll`s before this call; the demo's outbox if there are none.
 */
export function useMessages({
  variables,
  owners = noOwners,
  origin = SITE_ORIGIN,
  maxConnections = 30,
}: {
  variables?: () => Record<string, string>;
  owners?: MessageOwners;
  origin?: string;
  maxConnections?: number;
} = {}): ReturnType<typeof useTestDatabase> {
  const database = useTestDatabase({ maxConnections });
  beforeAll(async () => {
    const DATA_DIR = await mkdtemp(join(tmpdir(), "messages-"));
    const read = readEnv({ DATA_DIR, DEMO: "1", ...variables?.() });
    if (!read.ok) throw new Error(read.problems.join());
    setEnv(read.env);
    await startVault(read.env);
    startSenders(read.env);
    configureMessages(origin, owners);
  });
  return database;
}

/** Sends all due messages, one after the other. */
export async function sendDueMessages(): Promise<void> {
  while (await sendNextMessage(CHANNELS));
}

/** Lets time pass until every message is due and the lease of a dead process has ended. */
export async function makeAllDue(): Promise<void> {
  await db()
    .update(messageTable)
    .set({ nextAttemptAt: sql`clock_timestamp()` });
}
