import { resolve } from "node:path";
import type { Server } from "node:http";
import { createAdaptorServer, type serve } from "@hono/node-server";
import { acquireDataDirectoryLock } from "../../bin/data-directory-lock.mjs";
import { listenTo } from "#platform/database/database-watch.server.ts";
import { type Env, readEnv } from "#platform/env/env.server.ts";
import { log, loggableError } from "#platform/log/log.server.ts";
import { createApp } from "./app.ts";
import { boot } from "./boot.ts";
import { type Connections, guardConnections, serverOptions } from "./connections.ts";
import { describeExampleDetails, refuseUnsafe } from "./doctor.ts";
import { respondWithPage } from "./pages.ts";
import { PAGES_CHANGED } from "./shared-pages.ts";
import { explainFailure, Refusal } from "./refusal.ts";
import { warmPictures } from "./warm-pictures.ts";

const BOOT_END_TIMEOUT_MS = 10_000;
/** Answers under way when the site is told to stop; then all that it stands on closes (boot.ts). */
const ANSWER_TIMEOUT_MS = 4_000;
const projectRoot = process.cwd();

try {
  await start();
} catch (error) {
  console.error(explainFailure(error));
  process.exit(1);
}

async function start(): Promise<void> {
  const read = readEnv(process.env);
  if (!read.ok) throw new Refusal(read.problems.join("\n"));
  const unsafe = await refuseUnsafe(read.env);
  if (unsafe) throw new Refusal(unsafe);
  const examples = read.env.DEMO ? null : describeExampleDetails();
  if (examples) console.warn(examples);
  const lock = acquireDataDirectoryLock(resolve(read.env.DATA_DIR));
  if (!lock.ok) throw new Refusal(lock.message);
  const booting = boot(read.env, { projectRoot });
  let connections: Connections | undefined;

  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    await connections?.close(ANSWER_TIMEOUT_MS);
    // Asked to stop in the middle of the boot, it waits for its end: half a boot cannot be undone.
    // One that hangs is left: the next start adopts or mends what it finds.
    const hanging = setTimeout(() => process.exit(1), BOOT_END_TIMEOUT_MS);
    const booted = await booting.catch(() => undefined);
    clearTimeout(hanging);
    await booted?.close();
    lock.release();
    process.exit(0);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.on(signal, () => void stop());

  const booted = await booting;
  if (stopping) return;
  connections = await listen(
    read.env,
    createApp({
      projectRoot,
      isBuilt: true,
      pictures: booted.pictures,
      respondWithPage,
      onPagesChanged: (empty) => listenTo(PAGES_CHANGED, empty),
    }).fetch,
  );
  if (read.env.DEMO && read.env.DRAW_AHEAD) void warmPictures(booted.pictures);
}

function listen(env: Env, fetch: Parameters<typeof serve>[0]["fetch"]): Promise<Connections> {
  return new Promise((done, failed) => {
    const server = createAdaptorServer({ fetch, serverOptions: serverOptions() }) as Server;
    const connections = guardConnections(server, env.TRUST_PROXY);
    server.listen(env.PORT, env.HOST, () => {
      const address = server.address();
      const port = typeof address === "object" && address ? address.port : env.PORT;
      console.log(`ready http://localhost:${port}`);
      done(connections);
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

// A fault nobody caught: say so and stop in an unknown state rather than go on in it.
process.on("uncaughtException", (error) => {
  log.error("uncaught fault", { error: loggableError(error) });
  process.exit(1);
});
