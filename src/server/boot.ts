import { resolve } from "node:path";
import { recordRefusal } from "#domain/audit/record-audit.server.ts";
import { takeUpInterrupted } from "#domain/notification/message-lease.server.ts";
import { configureMessages } from "#domain/notification/message-owners.server.ts";
import { startMessageWorker } from "#domain/notification/worker.server.ts";
import { setTimeout as pause } from "node:timers/promises";
import type { EmbeddedPostgres } from "#packages/embedded-postgres";
import { startSenders } from "#domain/notification/senders.server.ts";
import { type GoogleSettings, startGoogle } from "#domain/identity/google.server.ts";
import { startIdentity } from "#domain/identity/auth.server.ts";
import { hashPassword } from "#domain/identity/password.server.ts";
import { startReviewRequests } from "#domain/review/review-request.server.ts";
import { startDealRanks } from "#domain/search/deal-ranks.server.ts";
import { startNewsletter } from "#domain/newsletter/announce-posts.server.ts";
import { startRetention } from "#domain/retention/retention.server.ts";
import { closeDatabase, connectDatabase } from "#platform/database/database.server.ts";
import { startDatabaseWatch } from "#platform/database/database-watch.server.ts";
import { keepOwnPostgres, startOwnPostgres } from "#platform/database/own-postgres.server.ts";
import {
  addressesOnOwnServer,
  type DatabaseAddresses,
  prepareDatabase,
} from "#platform/database/prepare-database.server.ts";
import { type Env, setEnv } from "#platform/env/env.server.ts";
import { log, loggableError } from "#platform/log/log.server.ts";
import { createPictureStore, type PictureStore } from "#platform/pictures/picture-store.server.ts";
import { writeViews } from "#domain/listing/view-count.server.ts";
import { startQueue, stopQueue } from "#platform/queue/queue.server.ts";
import { startDiskWatch } from "#platform/storage/disk-space.server.ts";
import { startStorage } from "#platform/storage/storage.server.ts";
import { mac, onVaultFault, startVault, type VaultFault } from "#platform/vault/vault.server.ts";
import {
  startVinDecoder,
  stopVinDecoder,
} from "#domain/catalogue/vin-decoder/vin-decoder.server.ts";
import { offerDemoAccounts } from "#domain/identity/demo-accounts.server.ts";
import {
  isPhotoOfRequest,
  startRequestPhotoPurge,
} from "#domain/sell-request/request-photos.server.ts";
import { startPhotoPurge } from "#domain/listing/listing-photos.server.ts";
import { DEMO_ACCOUNTS } from "#demo/people.ts";
import { playDemoBusiness } from "#demo/business.server.ts";
import { seedDemo } from "#demo/seed-demo.server.ts";
import { messageOwners } from "./message-owners.ts";
import { Refusal } from "./refusal.ts";

/** How long all that stands on the database may take to close. */
const CLOSE_TIMEOUT_MS = 4_000;

type Booted = { pictures: PictureStore; close(): Promise<void> };

/** Brings up everything the site stands on, lowest first; `close` takes it down in reverse. */
export async function boot(env: Env, options: { projectRoot: string }): Promise<Booted> {
  setEnv(env);
  const undo: (() => Promise<void>)[] = [];
  let ownDatabase: EmbeddedPostgres | undefined;
  const takeDown = async () => {
    for (const step of undo.splice(0).toReversed()) await step();
  };
  const close = async () => {
    // What hangs is left behind, but the database is not: a server that goes on writing after its
    // site has ended would surprise whoever copies or deletes DATA_DIR then.
    try {
      const timeout = pause(CLOSE_TIMEOUT_MS, "timeout");
      if ((await Promise.race([takeDown(), timeout])) === "timeout")
        log.warn("closing took too long");
    } finally {
      await ownDatabase?.stop();
    }
  };
  try {
    const keys = await startVault(env);
    if (!keys.ok) throw new Refusal(keys.detail);
    onVaultFault(recordVaultFault);
    const warningMb = env.DISK_WARNING_MB;
    undo.push(await startDiskWatch(resolve(env.DATA_DIR), { warningMb }));
    const given = findDatabase(env);
    const own = given ? undefined : await startOwnDatabase(env);
    ownDatabase = own;
    const prepared = given ?? addressesOnOwnServer(own?.url ?? "");
    await prepareDatabase(prepared, resolve(options.projectRoot, "drizzle"));
    dropOwnerAddress(env);
    // An own server is another one after a restart.
    const address = () => (own ? addressesOnOwnServer(own.url).site : prepared.site);
    const database = connectDatabase(address);
    undo.push(closeDatabase);
    undo.push(writeViews);
    undo.push(startDatabaseWatch(address));
    if (own) keepOwnPostgres(own);
    await startQueue(address);
    undo.push(stopQueue);
    startIdentity(mac().hmac("session cookies", "better-auth"), { isDemoMode: env.DEMO });
    startSenders(env);
    const stored = startStorage(env);
    if (!stored.ok) throw new Refusal(stored.detail);
    startGoogle(readGoogleSettings(env));
    if (env.DEMO) {
      await seedDemo(database, { at: new Date(), hashPassword });
      await playDemoBusiness(new Date()).catch((error: unknown) =>
        log.error("the demo has less to show", { error: loggableError(error) }),
      );
      offerDemoAccounts(DEMO_ACCOUNTS);
    }
    await startRetention();
    await startNewsletter();
    await startReviewRequests();
    await startDealRanks();
    const siteOrigin = env.SITE_URL ? new URL(env.SITE_URL).origin : `http://localhost:${env.PORT}`;
    configureMessages(siteOrigin, messageOwners(siteOrigin));
    if (own) await takeUpInterrupted();
    undo.push(startMessageWorker());
    await startPhotoPurge(isPhotoOfRequest);
    await startRequestPhotoPurge();
    const pictures = createPictureStore({
      directory: resolve(env.DATA_DIR, "pictures"),
      log,
    });
    undo.push(() => pictures.close());
    // Last, and not waited for: its database is prepared while the site serves already.
    startVinDecoder({ folder: resolve(env.DATA_DIR, "vin") });
    undo.push(stopVinDecoder);
    return { pictures, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Not waited for: what was to be opened may lie in a transaction that holds the last connection. */
function recordVaultFault({ context, code }: VaultFault): void {
  const { table, column, recordId } = context;
  log.error("a sealed value did not open", { code });
  const on = { kind: "sealed_value", id: `${table}.${column} ${recordId}` } as const;
  void recordRefusal({ action: "vault_fault", on, outcome: "failed" });
}

function findDatabase({ DATABASE_URL, MIGRATE_DATABASE_URL }: Env): DatabaseAddresses | undefined {
  if (DATABASE_URL === undefined) return undefined;
  return { site: DATABASE_URL, owner: MIGRATE_DATABASE_URL ?? DATABASE_URL };
}

/**
 * The owner, who may change what is on record, prepares the database and is not needed again: their
 * address stays neither with the site nor with what it starts.
 */
function dropOwnerAddress({ MIGRATE_DATABASE_URL: _owner, ...env }: Env): void {
  setEnv(env);
  delete process.env["MIGRATE_DATABASE_URL"];
}

function startOwnDatabase(env: Env): Promise<EmbeddedPostgres> {
  if (!env.DEMO) {
    log.info(
      "The embedded PostgreSQL is for trying and for small sites: DATABASE_URL names a server of your own.",
    );
  }
  return startOwnPostgres({
    dataDirectory: resolve(env.DATA_DIR),
    log: (line) => log.info(line),
  });
}

function readGoogleSettings(env: Env): GoogleSettings | null {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret } = env;
  if (!clientId || !clientSecret) return null;
  return { clientId, clientSecret, standIn: env.GOOGLE_URL && new URL(env.GOOGLE_URL).origin };
}
