// The development server: Vite in front, and behind it the site's server modules, loaded through
// Vite so that an edit takes effect with the next request.
import { createServer } from "node:http";
import { createServer as createVite } from "vite";
import { startOwnPostgres } from "#platform/database/own-postgres.server.ts";
import { addressesOnOwnServer } from "#platform/database/prepare-database.server.ts";
import { acquireDataDirectoryLock } from "./data-directory-lock.mjs";
import { root } from "./paths.mjs";

const dataDirectory = process.env.DATA_DIR ?? "./data";
const lock = acquireDataDirectoryLock(dataDirectory);
if (!lock.ok) {
  console.error(lock.message);
  process.exit(1);
}

/** @type {(() => Promise<unknown>)[]} */
const undo = [];
/** @type {Promise<void> | undefined} */
let stopping;
const stop = () => (stopping ??= stopInOrder());
stopOnSignals();

function stopOnSignals() {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.removeAllListeners(signal);
    process.on(signal, stop);
  }
}

async function stopInOrder() {
  for (const step of undo.toReversed()) await step().catch(console.error);
  process.exit();
}

if (!process.env.DATABASE_URL) {
  // Started once for the whole session, because some edits restart the site.
  const postgres = await startOwnPostgres({ dataDirectory, log: console.log });
  undo.push(postgres.stop);
  const { owner, site } = addressesOnOwnServer(postgres.url);
  process.env.MIGRATE_DATABASE_URL = owner;
  process.env.DATABASE_URL = site;
}

const http = createServer((request, response) => {
  vite.middlewares(request, response, () => respond(request, response));
});
const vite = await createVite({
  root,
  appType: "custom",
  server: { middlewareMode: true, hmr: { server: http } },
});
undo.push(() => vite.close());
// React Router's inner Vite would end the process at a SIGTERM before anything is stopped in order.
stopOnSignals();

/**
 * @typedef {{
 *   boot: unknown,
 *   createApp: unknown,
 *   respondWithPage: unknown,
 *   booted: { close(): Promise<void>, pictures: unknown },
 *   listener: import("node:http").RequestListener,
 * }} Site
 */

/** The site as last loaded. Requests that arrive while it is reloaded wait for it. */
let site = loadSite();
undo.push(() =>
  site.then(
    ({ booted }) => booted.close(),
    () => {},
  ),
);

/**
 * Boots again if a module that the boot depends on changed. If only a page changed, it creates only
 * the request handling again.
 * @param {Site} [previous]
 * @returns {Promise<Site>}
 */
async function loadSite(previous) {
  const { boot } = await vite.ssrLoadModule("/src/server/boot.ts");
  const { createApp, listenerOf } = await vite.ssrLoadModule("/src/server/app.ts");
  const { respondWithPage } = await vite.ssrLoadModule("/src/server/pages.ts");
  const isBooted = previous !== undefined && previous.boot === boot;
  const isSameWay =
    previous?.createApp === createApp && previous?.respondWithPage === respondWithPage;
  if (isBooted && isSameWay) return previous;
  if (!isBooted) await previous?.booted.close();
  const booted = isBooted
    ? previous.booted
    : await boot(await readEnvironment(), { projectRoot: root });
  const { pictures } = booted;
  const app = createApp({ projectRoot: root, isBuilt: false, pictures, respondWithPage });
  return { boot, createApp, respondWithPage, booted, listener: listenerOf(app) };
}

async function readEnvironment() {
  const tools = await vite.ssrLoadModule("/src/server/operator-tools.ts");
  return tools.readEnvironment();
}

/** @type {import("node:http").RequestListener} */
async function respond(request, response) {
  site = site.catch(() => undefined).then(loadSite);
  try {
    const { listener } = await site;
    listener(request, response);
  } catch (error) {
    if (error instanceof Error) vite.ssrFixStacktrace(error);
    console.error(error);
    response.statusCode = 500;
    response.end(error instanceof Error ? error.stack : String(error));
  }
}

await site.catch(async (error) => {
  console.error(error instanceof Error && error.name === "Refusal" ? error.message : error);
  process.exitCode = 1;
  await stop();
});
const port = Number(process.env.PORT || 3000);
http.listen(port, process.env.HOST || "127.0.0.1", () => {
  console.log(`ready http://localhost:${port}`);
});
