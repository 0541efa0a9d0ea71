import { resolve } from "node:path";
import { recordRefusal } from "#domain/audit/record-audit.server.ts";
import {
  takeUpFromPredecessor,
  takeUpInterrupted,
} from "#domain/notification/message-lease.server.ts";
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
import { startSearchIndex, startTrimmingChanges } from "#domain/search-index/search-cars.server.ts";
import { startNewsletter } from "#domain/newsletter/announce-posts.server.ts";
import { startBackups } from "#domain/backup/schedule-backups.server.ts";
import { readBackupSettings } from "#platform/backup/backup-settings.server.ts";
import { prepareProofDatabase } from "#platform/backup/prove-backup.server.ts";
import { startRetention } from "#domain/retention/retention.server.ts";
import {
  closeDatabase,
  connectDatabase,
  type Database,
} from "#platform/database/database.server.ts";
import { nameProcess, startDatabaseWatch } from "#platform/database/database-watch.server.ts";
import { keepOwnPostgres, startOwnPostgres } from "#platform/database/own-postgres.server.ts";
import {
  findPrimary,
  followPrimary,
  type FollowedDatabase,
} from "#platform/database/find-primary.server.ts";
import { connectReplicas } from "#platform/database/replicas.server.ts";
import {
  addressesOnOwnServer,
  prepareDatabase,
} from "#platform/database/prepare-database.server.ts";
import { type Env, setEnv } from "#platform/env/env.server.ts";
import { log, loggableError } from "#platform/log/log.server.ts";
import { createPictureStore, type PictureStore } from "#platform/pictures/picture-store.server.ts";
import { writeViews } from "#domain/listing/view-count.server.ts";
import { startQueue, stopQueue } from "#platform/queue/queue.server.ts";
import { startDiskWatch } from "#platform/storage/disk-space.server.ts";
import { startStorage, tidyStorage } from "#platform/storage/storage.server.ts";
import type { DatabaseAddress } from "#platform/outage/client-at.server.ts";
import {
  loadKeys,
  mac,
  onVaultFault,
  startVault,
  type VaultFault,
} from "#platform/vault/vault.server.ts";
import { startKeyComparison } from "#platform/vault/same-keys.server.ts";
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
import { SEALED_COLUMNS } from "./sealed-columns.ts";

/** How long all that stands on the database may take to close. */
const CLOSE_TIMEOUT_MS = 4_000;
/** Of a process that serves alone. */
const ALONE = { isFirst: true, maxConnections: 20 };

export type Booted = { pictures: PictureStore; close(): Promise<void> };

/** Brings up everything the site stands on, lowest first; `close` takes it down in reverse. */
export async function boot(env: Env, options: { projectRoot: string }): Promise<Booted> {
  return opening(async (opened) => {
    const { followed, own } = await prepareMachine(env, options.projectRoot, opened);
    const database = openDatabase(env, followed, opened, ALONE);
    if (own) keepOwnPostgres(own);
    openServices(env);
    await fillDatabase(env, database, { isOnlySite: own !== undefined });
    const pictures = await serveFrom(env, followed.address, opened, ALONE);
    startVinDecoder(vinFolder(env));
    return { pictures };
  });
}

/** What the process that starts the others keeps for them. */
type Machine = {
  /** Where the database is by now, for processes of the site. */
  address: DatabaseAddress;
  /** Tells whenever the database's address, or how often it failed to start, may be another. */
  onDatabaseNews(tell: () => void): void;
  /** Settles once the VIN database is there, or could not be made. */
  vinPrepared: Promise<unknown>;
  close(): Promise<void>;
};

/**
 * Brings up what a machine has once, however many processes serve on it: the embedded database, its
 * schema, the demo, the VIN database. It serves nobody itself and keeps no connection.
 */
export async function bootMachine(
  env: Env,
  options: { projectRoot: string; connections: number },
): Promise<Machine> {
  return opening(async (opened) => {
    const { projectRoot, connections } = options;
    const { followed, own } = await prepareMachine(env, projectRoot, opened, connections);
    const filling = createOpenings();
    try {
      const database = openDatabase(env, followed, filling, ALONE);
      openServices(env);
      await fillDatabase(env, database, { isOnlySite: own !== undefined });
    } finally {
      await filling.close();
    }
    const listeners: (() => void)[] = [];
    if (own) keepOwnPostgres(own, () => listeners.forEach((tell) => tell()));
    const decoder = startVinDecoder(vinFolder(env));
    opened.undo(stopVinDecoder);
    return {
      address: followed.address,
      onDatabaseNews: (tell) => void listeners.push(tell),
      // Each worker decodes for itself: what is unpacked here, they only open.
      vinPrepared: decoder.prepared.finally(stopVinDecoder),
    };
  });
}

/** Brings up a process that serves beside others of its machine, which `bootMachine` prepared. */
export async function bootWorker(
  env: Env,
  options: {
    /** Of the machine's own database. */
    address: DatabaseAddress;
    vinPrepared: Promise<unknown>;
    /** Its predecessor's, where it is started in the place of one that has ended. */
    name: string;
    /** Jobs, messages and drawings ahead are the first one's: each is safe in several, and enough in one. */
    isFirst: boolean;
    maxConnections: number;
  },
): Promise<Booted> {
  return opening(async (opened) => {
    const { address, vinPrepared } = options;
    nameProcess(options.name);
    await openKeys(env, opened);
    const { DATABASE_URL } = env;
    const followed = DATABASE_URL === undefined ? { address } : await followPrimary(DATABASE_URL);
    openDatabase(env, followed, opened, options);
    openServices(env);
    await takeUpFromPredecessor();
    const pictures = await serveFrom(env, followed.address, opened, options);
    void vinPrepared.then(() => startVinDecoder(vinFolder(env)));
    return { pictures };
  });
}

type Openings = {
  /** The latest is undone first. */
  undo(step: () => Promise<void>): void;
  /** Stopped after everything else, even where that hangs. */
  keepServer(postgres: EmbeddedPostgres): void;
  close(): Promise<void>;
};

function createOpenings(): Openings {
  const steps: (() => Promise<void>)[] = [];
  let ownDatabase: EmbeddedPostgres | undefined;
  const takeDown = async () => {
    for (const step of steps.splice(0).toReversed()) await step();
  };
  return {
    undo: (step) => void steps.push(step),
    keepServer: (postgres) => void (ownDatabase = postgres),
    async close() {
      // What hangs is left behind, but the database is not: a server that goes on writing after its
      // site has ended would surprise whoever copies or deletes DATA_DIR then.
      try {
        const timeout = pause(CLOSE_TIMEOUT_MS, "timeout");
        if ((await Promise.race([takeDown(), timeout])) === "timeout")
          log.warn("closing took too long");
      } finally {
        await ownDatabase?.stop();
      }
    },
  };
}

/** Opens all or nothing. */
async function opening<Opened extends object>(
  open: (opened: Openings) => Promise<Opened>,
): Promise<Opened & { close(): Promise<void> }> {
  const opened = createOpenings();
  try {
    return { ...(await open(opened)), close: () => opened.close() };
  } catch (error) {
    await opened.close();
    throw error;
  }
}

/** Keys, folders, and a database with today's tables. */
async function prepareMachine(
  env: Env,
  projectRoot: string,
  opened: Openings,
  connections?: number,
): Promise<{ followed: FollowedDatabase; own: EmbeddedPostgres | undefined }> {
  await openKeys(env, opened);
  await tidyStorage(env);
  const { DATABASE_URL, MIGRATE_DATABASE_URL } = env;
  if (DATABASE_URL !== undefined) {
    const followed = await followPrimary(DATABASE_URL);
    const site = followed.address();
    const owner = MIGRATE_DATABASE_URL ? await findPrimary(MIGRATE_DATABASE_URL) : site;
    await prepareDatabase({ site, owner }, resolve(projectRoot, "drizzle"));
    await prepareProofs(env, { site, owner });
    dropOwnerAddress(env);
    return { followed, own: undefined };
  }
  const own = await startOwnDatabase(env, connections);
  opened.keepServer(own);
  const addresses = addressesOnOwnServer(own.url);
  await prepareDatabase(addresses, resolve(projectRoot, "drizzle"));
  await prepareProofs(env, addresses);
  dropOwnerAddress(env);
  // It is another one after a restart.
  return { followed: { address: () => addressesOnOwnServer(own.url).site }, own };
}

/** Where restores are tried. Without it the site serves, and its backups are said to be unproved. */
async function prepareProofs(env: Env, addresses: { owner: string; site: string }): Promise<void> {
  if (readBackupSettings(env).mode === "off") return;
  await prepareProofDatabase(addresses).catch((error: unknown) =>
    log.warn("there is no database to prove backups in", { error: loggableError(error) }),
  );
}

async function openKeys(env: Env, opened: Openings): Promise<void> {
  setEnv(env);
  const keys = await startVault(env);
  if (!keys.ok) throw new Refusal(keys.detail);
  onVaultFault(recordVaultFault);
  const warningMb = env.DISK_WARNING_MB;
  opened.undo(await startDiskWatch(resolve(env.DATA_DIR), { warningMb }));
}

function openDatabase(
  env: Env,
  followed: FollowedDatabase,
  opened: Openings,
  { maxConnections }: { maxConnections: number },
): Database {
  const { DATABASE_READ_URLS } = env;
  const isReplicated = followed.find !== undefined || DATABASE_READ_URLS.length > 0;
  const database = connectDatabase(followed.address, { maxConnections, isReplicated });
  opened.undo(closeDatabase);
  opened.undo(writeViews);
  opened.undo(startDatabaseWatch(followed));
  // An embedded database has this machine's processes only, which read one file.
  if (env.DATABASE_URL) opened.undo(startKeyComparison(() => loadKeys(env, { mayCreate: false })));
  if (DATABASE_READ_URLS.length > 0)
    opened.undo(connectReplicas(DATABASE_READ_URLS, { maxConnections }));
  return database;
}

/** What the site's commands use, whoever sets them off. */
function openServices(env: Env): void {
  startIdentity(mac().hmac("session cookies", "better-auth"), { isDemoMode: env.DEMO });
  startSenders(env);
  const stored = startStorage(env);
  if (!stored.ok) throw new Refusal(stored.detail);
  startGoogle(readGoogleSettings(env));
  if (env.DEMO) offerDemoAccounts(DEMO_ACCOUNTS);
}

/** `isOnlySite`: no other process can be at work on this database. */
async function fillDatabase(
  env: Env,
  database: Database,
  { isOnlySite }: { isOnlySite: boolean },
): Promise<void> {
  if (env.DEMO) {
    await seedDemo(database, { at: new Date(), hashPassword });
    await playDemoBusiness(new Date()).catch((error: unknown) =>
      log.error("the demo has less to show", { error: loggableError(error) }),
    );
  }
  if (isOnlySite) await takeUpInterrupted();
}

async function serveFrom(
  env: Env,
  address: DatabaseAddress,
  opened: Openings,
  { isFirst }: { isFirst: boolean },
): Promise<PictureStore> {
  if (isFirst) await startJobs(env, address, opened);
  const siteOrigin = env.SITE_URL ? new URL(env.SITE_URL).origin : `http://localhost:${env.PORT}`;
  configureMessages(siteOrigin, messageOwners(siteOrigin));
  if (isFirst) opened.undo(startMessageWorker());
  opened.undo(startSearchIndex(env.SEARCH_INDEX_FROM_CARS).stop);
  const directory = resolve(env.DATA_DIR, "pictures");
  const pictures = createPictureStore({ directory, log });
  opened.undo(() => pictures.close());
  // It is started last, and not waited for: its database is prepared while the site serves already.
  opened.undo(stopVinDecoder);
  return pictures;
}

/** What comes back by the clock: once at a time, however many processes there are. */
async function startJobs(env: Env, address: DatabaseAddress, opened: Openings): Promise<void> {
  await startQueue(address);
  opened.undo(stopQueue);
  await startRetention();
  await startNewsletter();
  await startReviewRequests();
  await startDealRanks();
  await startTrimmingChanges();
  await startPhotoPurge(isPhotoOfRequest);
  await startRequestPhotoPurge();
  const stopHearing = await startBackups(() => ({
    env,
    url: address(),
    migrationsFolder: resolve("drizzle"),
    sealedColumns: SEALED_COLUMNS,
  }));
  opened.undo(async () => stopHearing());
}

function vinFolder({ DATA_DIR }: Env) {
  return { folder: resolve(DATA_DIR, "vin") };
}

/** Not waited for: what was to be opened may lie in a transaction that holds the last connection. */
function recordVaultFault({ context, code }: VaultFault): void {
  const { table, column, recordId } = context;
  log.error("a sealed value did not open", { code });
  const on = { kind: "sealed_value", id: `${table}.${column} ${recordId}` } as const;
  void recordRefusal({ action: "vault_fault", on, outcome: "failed" });
}

/**
 * The owner, who may change what is on record, prepares the database and is not needed again: their
 * address stays neither with the site nor with what it starts.
 */
function dropOwnerAddress({ MIGRATE_DATABASE_URL: _owner, ...env }: Env): void {
  setEnv(env);
  delete process.env["MIGRATE_DATABASE_URL"];
  delete process.env["MIGRATE_DATABASE_URL_FILE"];
}

function startOwnDatabase(env: Env, connections?: number): Promise<EmbeddedPostgres> {
  if (!env.DEMO) {
    log.info(
      "The embedded PostgreSQL is for trying and for small sites: DATABASE_URL names a server of your own.",
    );
  }
  return startOwnPostgres({
    dataDirectory: resolve(env.DATA_DIR),
    log: (line) => log.info(line),
    ...(connections !== undefined && { connections }),
  });
}

function readGoogleSettings(env: Env): GoogleSettings | null {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret } = env;
  if (!clientId || !clientSecret) return null;
  return { clientId, clientSecret, standIn: env.GOOGLE_URL && new URL(env.GOOGLE_URL).origin };
}
