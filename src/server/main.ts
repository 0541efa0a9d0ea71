import cluster from "node:cluster";
import { randomUUID } from "node:crypto";
import { resolve } from "node:path";
import { createServer } from "node:http";
import { acquireDataDirectoryLock } from "../../bin/data-directory-lock.mjs";
import { forgetLandings } from "#domain/landing/landing-queries.server.ts";
import { countListingView } from "#domain/listing/view-count.server.ts";
import { listenTo } from "#platform/database/database-watch.server.ts";
import { readSiteFacts } from "#domain/setting/site-facts.server.ts";
import { startReadCache } from "#platform/database/cached-reads.server.ts";
import { requireNewestReplica } from "#platform/database/replicas.server.ts";
import { countFailedStarts, noteFailedStarts } from "#platform/database/own-postgres.server.ts";
import { type Env, readEnv } from "#platform/env/env.server.ts";
import { log, loggableError } from "#platform/log/log.server.ts";
import { type App, createApp, listenerOf } from "./app.ts";
import { boot, type Booted, bootMachine, bootWorker } from "./boot.ts";
import { type Connections, guardConnections, serverOptions } from "./connections.ts";
import { refuseUnsafe } from "./doctor.ts";
import { describeExampleDetails } from "./doctor-details.ts";
import { examineBackupSettings } from "./doctor-backups.ts";
import { describePoolers } from "./doctor-database.ts";
import { limitHeaps } from "./heap-limits.ts";
import { describeReady } from "./ready-address.ts";
import { respondWithPage } from "./pages.ts";
import { PAGES_CHANGED } from "./shared-pages.ts";
import { explainFailure, Refusal } from "./refusal.ts";
import { findStoredData } from "./stored-visitor-data.ts";
import { warmPictures } from "./warm-pictures.ts";
import {
  ASKS_FOR_MACHINE,
  superviseWorkers,
  type MachineMessage,
  shareConnections,
  WorkerFailed,
  type Workers,
} from "./workers.ts";

limitHeaps();

const BOOT_END_TIMEOUT_MS = 10_000;
/**
 * The time for responses under way when the site is told to stop; then everything it depends on
 * closes (boot.ts).
 */
const RESPONSE_TIMEOUT_MS = 4_000;
/** Enough for both, with some reserve. */
const WORKER_STOP_TIMEOUT_MS = 10_000;
const projectRoot = process.cwd();

try {
  await (cluster.isWorker ? startWorker() : start());
} catch (error) {
  if (!(error instanceof WorkerFailed)) console.error(explainFailure(error));
  process.exit(1);
}

async function start(): Promise<void> {
  const env = readEnvironment();
  const unsafe = await refuseUnsafe(env);
  if (unsafe) throw new Refusal(unsafe);
  for (const { text } of await describePoolers(env)) console.warn(text);
  if (!env.DEMO) for (const { text } of await examineBackupSettings(env)) console.warn(text);
  const lock = acquireDataDirectoryLock(resolve(env.DATA_DIR));
  if (!lock.ok) throw new Refusal(lock.message);
  if (env.WORKERS > 1) return startWorkers(env, lock);

  const booting = boot(env, { projectRoot });
  let connections: Connections | undefined;
  const stopping = stopOnSignals(async () => {
    await connections?.close(RESPONSE_TIMEOUT_MS);
    await closeBooted(booting);
    lock.release();
  });
  const booted = await booting;
  if (stopping.aborted) return;
  warnOfExamples(env);
  const { port, ...listening } = await serve(env, booted);
  connections = listening;
  for (const line of describeReady(env, port)) console.log(line);
  if (env.DEMO && env.DRAW_AHEAD) void warmPictures(booted.pictures);
}

/** After the boot, which reads the settings. */
function warnOfExamples(env: Env): void {
  const examples = env.DEMO ? null : describeExampleDetails();
  if (examples) console.warn(examples);
}

/**
 * Prepares the machine and keeps WORKERS worker processes running. It serves no requests itself.
 */
async function startWorkers(env: Env, lock: { release: () => void }): Promise<void> {
  const { ofMachine } = shareConnections(env.WORKERS);
  const booting = bootMachine(env, { projectRoot, connections: ofMachine });
  let workers: Workers | undefined;
  const stopping = stopOnSignals(async () => {
    await workers?.stop(WORKER_STOP_TIMEOUT_MS);
    await closeBooted(booting);
    lock.release();
  });
  const machine = await booting;
  if (stopping.aborted) return;
  warnOfExamples(env);
  const describeDatabase = () =>
    ({ kind: "database", url: machine.address(), failedStarts: countFailedStarts() }) as const;
  let isVinPrepared = false;
  const machineName = randomUUID();
  // Workers accept connections themselves. With Node's other policy this process hands them over: a
  // connection that was being handed to a worker that died would stay open for ever, and its client
  // would wait.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  // Workers do not inherit this process's flags: a worker ends by itself when this process ends.
  cluster.setupPrimary({ execArgv: [] });
  workers = superviseWorkers({
    count: env.WORKERS,
    fork: (slot) => {
      const worker = cluster.fork({
        WORKER_PLACE: String(slot),
        WORKER_NAME: `${machineName} ${slot}`,
      });
      worker.on("message", (message) => {
        if (message !== ASKS_FOR_MACHINE) return;
        worker.send(describeDatabase());
        if (isVinPrepared) worker.send({ kind: "vin prepared" } satisfies MachineMessage);
      });
      return worker;
    },
  });
  const { broadcast } = workers;
  machine.onDatabaseNews(() => broadcast(describeDatabase()));
  void machine.vinPrepared
    .catch(() => undefined)
    .then(() => {
      isVinPrepared = true;
      broadcast({ kind: "vin prepared" });
    });
  try {
    const port = await workers.ready;
    for (const line of describeReady(env, port)) console.log(line);
  } catch (error) {
    if (stopping.aborted) return;
    await workers.stop(WORKER_STOP_TIMEOUT_MS);
    await machine.close();
    throw error;
  }
}

/**
 * One of several workers on this machine. It ends at SIGTERM, or when the process that started it
 * ends.
 */
async function startWorker(): Promise<void> {
  const env = readEnvironment();
  const isFirst = process.env["WORKER_PLACE"] === "0";
  const database = Promise.withResolvers<void>();
  const vinPrepared = Promise.withResolvers<void>();
  const stopped = Promise.withResolvers<void>();
  let databaseUrl = "";
  process.on("message", (message: MachineMessage) => {
    if (message.kind === "database") {
      databaseUrl = message.url;
      noteFailedStarts(message.failedStarts);
      database.resolve();
    } else if (message.kind === "vin prepared") vinPrepared.resolve();
    else stopped.resolve();
  });
  // Ctrl-C in a terminal reaches all processes; the one that started this worker decides when it
  // stops.
  for (const signal of ["SIGINT", "SIGHUP"] as const) process.on(signal, () => {});
  process.once("SIGTERM", () => stopped.resolve());
  process.send?.(ASKS_FOR_MACHINE);
  await database.promise;

  const booting = bootWorker(env, {
    address: () => databaseUrl,
    vinPrepared: vinPrepared.promise,
    name: process.env["WORKER_NAME"] ?? "",
    isFirst,
    maxConnections: shareConnections(env.WORKERS).ofWorker,
  });
  let connections: Connections | undefined;
  let isStopping = false;
  void stopped.promise.then(async () => {
    isStopping = true;
    await connections?.close(RESPONSE_TIMEOUT_MS);
    await closeBooted(booting);
    process.exit(0);
  });
  const booted = await booting;
  if (isStopping) return;
  connections = await serve(env, booted);
  if (isFirst && env.DEMO && env.DRAW_AHEAD) void warmPictures(booted.pictures);
}

function readEnvironment(): Env {
  const read = readEnv(process.env);
  if (!read.ok) throw new Refusal(read.problems.join("\n"));
  return read.env;
}

/** Ends the process once `stop` is done, however often the signals come. */
function stopOnSignals(stop: () => Promise<void>): AbortSignal {
  const stopping = new AbortController();
  const stopOnce = async () => {
    if (stopping.signal.aborted) return;
    stopping.abort();
    await stop();
    process.exit(0);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.on(signal, () => void stopOnce());
  return stopping.signal;
}

/**
 * If told to stop during the boot, it waits for the boot to end: half a boot cannot be undone. A
 * boot that hangs is abandoned: the next start adopts or repairs what it left.
 */
async function closeBooted(booting: Promise<{ close(): Promise<void> }>): Promise<void> {
  const hanging = setTimeout(() => process.exit(1), BOOT_END_TIMEOUT_MS);
  const booted = await booting.catch(() => undefined);
  clearTimeout(hanging);
  await booted?.close();
}

function serve(env: Env, { pictures }: Booted): Promise<Connections & { port: number }> {
  const app = createApp({
    projectRoot,
    isBuilt: true,
    pictures,
    respondWithPage,
    onPagesChanged: (empty) => listenTo(PAGES_CHANGED, empty),
    findStoredData,
    countView: countListingView,
  });
  for (const heed of [requireNewestReplica, forgetLandings]) listenTo(PAGES_CHANGED, heed);
  startReadCache((empty) => listenTo(PAGES_CHANGED, empty));
  // After the cache of what is read, which is emptied first. For e-mails, which are no pages.
  listenTo(PAGES_CHANGED, () => void readSiteFacts());
  return listen(env, app);
}

function listen(env: Env, app: App): Promise<Connections & { port: number }> {
  return new Promise((done, failed) => {
    const server = createServer(serverOptions(), listenerOf(app));
    const connections = guardConnections(server, env.TRUST_PROXY);
    server.listen(env.PORT, env.HOST, () => {
      const address = server.address();
      const port = typeof address === "object" && address ? address.port : env.PORT;
      done({ ...connections, port });
    });
    server.once("error", (error: NodeJS.ErrnoException) => {
      const isTaken = error.code === "EADDRINUSE";
      failed(
        isTaken
          ? new Refusal(`PORT ${env.PORT} is taken by another program. Set PORT to a free one.`)
          : error,
      );
    });
  });
}

// An uncaught error: log it and exit, since the process may be in an unknown state.
process.on("uncaughtException", (error) => {
  log.error("uncaught fault", { error: loggableError(error) });
  process.exit(1);
});
