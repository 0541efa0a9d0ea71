import { resolve } from "node:path";
import {
  takeUpFromPredecessor,
  takeUpInterrupted,
} from "#domain/notification/message-lease.server.ts";
import { readSiteFacts } from "#domain/setting/site-facts.server.ts";
import { configureMessages } from "#domain/notification/message-owners.server.ts";
import { startMessageWorker } from "#domain/notification/worker.server.ts";
import { startSenders } from "#domain/notification/senders.server.ts";
import { type GoogleSettings, startGoogle } from "#domain/identity/google.server.ts";
import { startIdentity } from "#domain/identity/auth.server.ts";
import { hashPassword } from "#domain/identity/password.server.ts";
import { startSearchIndex } from "#domain/search-index/search-cars.server.ts";
import {
  closeDatabase,
  connectDatabase,
  type Database,
} from "#platform/database/database.server.ts";
import { nameProcess, startDatabaseWatch } from "#platform/database/database-watch.server.ts";
import { superviseOwnPostgres } from "#platform/database/own-postgres.server.ts";
import { followPrimary, type FollowedDatabase } from "#platform/database/find-primary.server.ts";
import { connectReplicas } from "#platform/database/replicas.server.ts";
import type { Env } from "#platform/env/env.server.ts";
import { log, loggableError } from "#platform/log/log.server.ts";
import { createPictureStore, type PictureStore } from "#platform/pictures/picture-store.server.ts";
import { writeEmptySearches } from "#domain/empty-search/empty-search.server.ts";
import { writeViews } from "#domain/listing/view-count.server.ts";
import { startStorage } from "#platform/storage/storage.server.ts";
import type { DatabaseAddress } from "#platform/outage/client-at.server.ts";
import { loadKeys, mac } from "#platform/vault/vault.server.ts";
import { startKeyComparison } from "#platform/vault/same-keys.server.ts";
import {
  startVinDecoder,
  stopVinDecoder,
} from "#domain/catalogue/vin-decoder/vin-decoder.server.ts";
import { offerDemoAccounts } from "#domain/identity/demo-accounts.server.ts";
import { onBackupAsked } from "#domain/backup/schedule-backups.server.ts";
import { startJobs } from "#domain/job/run-job.server.ts";
import { startQueue, stopQueue } from "#platform/queue/queue.server.ts";
import { DEMO_ACCOUNTS } from "#demo/people.ts";
import { playDemoBusiness } from "#demo/business.server.ts";
import { seedDemo } from "#demo/seed-demo.server.ts";
import { messageOwners } from "./message-owners.ts";
import { Refusal } from "./refusal.ts";
import { listJobs, makeOwedBackup } from "./jobs.ts";
import { createOpenings, opening, type Openings } from "./openings.ts";
import { openKeys, prepareMachine } from "./prepare-machine.ts";

/** For a process that serves alone. */
const ALONE = { isFirst: true, maxConnections: 20 };

export type Booted = { pictures: PictureStore; close(): Promise<void> };

/**
 * Starts everything that the site depends on, lowest layer first; `close` stops it in reverse
 * order.
 */
export async function boot(env: Env, options: { projectRoot: string }): Promise<Booted> {
  return opening(async (opened) => {
    const { followed, own } = await prepareMachine(env, options.projectRoot, opened);
    const database = openDatabase(env, followed, opened, ALONE);
    if (own) superviseOwnPostgres(own);
    openServices(env);
    await fillDatabase(env, database, { isOnlySite: own !== undefined });
    const pictures = await serveFrom(env, followed.address, opened, ALONE);
    startVinDecoder(vinFolder(env));
    return { pictures };
  });
}

/** What the main process provides to the workers. */
type Machine = {
  /** The current address of the database, for processes of the site. */
  address: DatabaseAddress;
  /**
   * Registers a callback for when the database's address, or its count of failed starts, may have
   * changed.
   */
  onDatabaseNews(onNews: () => void): void;
  /** Settles once the VIN database is ready, or could not be created. */
  vinPrepared: Promise<unknown>;
  close(): Promise<void>;
};

/**
 * Starts what a machine has once, however many workers serve on it: the embedded database, its
 * schema, the demo data, the VIN database. It serves no requests itself and keeps no connection.
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
    if (own) superviseOwnPostgres(own, () => listeners.forEach((onNews) => onNews()));
    const decoder = startVinDecoder(vinFolder(env));
    opened.undo(stopVinDecoder);
    return {
      address: followed.address,
      onDatabaseNews: (onNews) => void listeners.push(onNews),
      // Each worker decodes VINs itself: it only opens the files that are unpacked here.
      vinPrepared: decoder.prepared.finally(stopVinDecoder),
    };
  });
}

/** Starts a worker that serves beside others on a machine that `bootMachine` prepared. */
export async function bootWorker(
  env: Env,
  options: {
    /** The address of the machine's own database. */
    address: DatabaseAddress;
    vinPrepared: Promise<unknown>;
    /** The worker's name; a worker that replaces one that ended takes over its name. */
    name: string;
    /**
     * Only the first worker runs jobs, sends messages and draws pictures in advance: each of these
     * is safe in several workers, but one is enough.
     */
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
    await readSiteFacts();
    const pictures = await serveFrom(env, followed.address, opened, options);
    void vinPrepared.then(() => startVinDecoder(vinFolder(env)));
    return { pictures };
  });
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
  opened.undo(writeEmptySearches);
  opened.undo(startDatabaseWatch(followed));
  // Only processes of this machine use an embedded database, and they all read the same key file.
  if (env.DATABASE_URL) opened.undo(startKeyComparison(() => loadKeys(env, { mayCreate: false })));
  if (DATABASE_READ_URLS.length > 0)
    opened.undo(connectReplicas(DATABASE_READ_URLS, { maxConnections }));
  return database;
}

/** Starts what the site's commands use, whether a request or a job calls them. */
function openServices(env: Env): void {
  startIdentity(mac().hmac("session cookies", "better-auth"), { isDemoMode: env.DEMO });
  startSenders(env);
  const stored = startStorage(env);
  if (!stored.ok) throw new Refusal(stored.detail);
  startGoogle(readGoogleSettings(env));
  if (env.DEMO) offerDemoAccounts(DEMO_ACCOUNTS);
}

/** `isOnlySite`: no other process can be using this database. */
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
  await readSiteFacts();
}

async function serveFrom(
  env: Env,
  address: DatabaseAddress,
  opened: Openings,
  { isFirst }: { isFirst: boolean },
): Promise<PictureStore> {
  if (isFirst) await startClock({ env, address }, opened);
  const siteOrigin = env.SITE_URL ? new URL(env.SITE_URL).origin : `http://localhost:${env.PORT}`;
  configureMessages(siteOrigin, messageOwners(siteOrigin));
  if (isFirst) opened.undo(startMessageWorker());
  opened.undo(startSearchIndex(env.SEARCH_INDEX_FROM_CARS).stop);
  const directory = resolve(env.DATA_DIR, "pictures");
  const pictures = createPictureStore({ directory, log });
  opened.undo(() => pictures.close());
  // Started last and not awaited: its database is prepared while the site already serves.
  opened.undo(stopVinDecoder);
  return pictures;
}

/**
 * Starts the scheduled jobs; each runs in one process at a time, however many processes there are.
 */
async function startClock(site: Parameters<typeof listJobs>[0], opened: Openings): Promise<void> {
  await startQueue(site.address);
  opened.undo(stopQueue);
  await startJobs(listJobs(site));
  const stopHearing = onBackupAsked(() => makeOwedBackup(site));
  opened.undo(async () => stopHearing());
}

function vinFolder({ DATA_DIR }: Env) {
  return { folder: resolve(DATA_DIR, "vin") };
}

function readGoogleSettings(env: Env): GoogleSettings | null {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret } = env;
  if (!clientId || !clientSecret) return null;
  return { clientId, clientSecret, standIn: env.GOOGLE_URL && new URL(env.GOOGLE_URL).origin };
}
