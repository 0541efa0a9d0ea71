import pg from "pg";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { freePort } from "#packages/embedded-postgres/free-port";
import { checkDatabase, startDatabaseWatch } from "#platform/database/database-watch.server.ts";
import { closeDatabase, connectDatabase } from "#platform/database/database.server.ts";
import { testDatabase } from "#platform/database/test-database.server.ts";
import { createVaultKeys, rotateVaultKeys } from "#platform/vault/key-file.server.ts";
import { markKeys, startKeyComparison } from "#platform/vault/same-keys.server.ts";
import { startDiskWatch } from "#platform/storage/disk-space.server.ts";
import { noteStoreFault } from "#platform/outage/note-store-fault.server.ts";
import { serveApp } from "./app.fixture.ts";

const HTML = { accept: "text/html,application/xhtml+xml" };
const HTML_PAGE = { "content-type": "text/html" };
const PATIENCE = { timeout: 20_000, interval: 20 };
const failure = (code: string) => Object.assign(new Error("said"), { code });

let site: Awaited<ReturnType<typeof serveApp>>;
let thrown: Error;
let asked: number;
beforeEach(async () => {
  thrown = failure("ECONNREFUSED");
  asked = 0;
  site = await serveApp(
    {},
    {
      respondWithPage: async () => {
        asked += 1;
        throw thrown;
      },
    },
  );
});
afterEach(() => site.close());

const post = (
  path: string,
  fields: Record<string, string>,
  headers: Record<string, string> = HTML,
) => fetch(site.origin + path, { method: "POST", body: new URLSearchParams(fields), headers });

describe("a request that meets a database that is gone", () => {
  test.each([
    ["/cars", "en-CA", "We’ll be right back", "Try again"],
    ["/fr/cars", "fr-CA", "De retour dans un instant", "Réessayer"],
  ])(
    "at %s is answered by the site's own page in its language",
    async (path, lang, title, again) => {
      const response = await fetch(site.origin + path, { headers: HTML });
      expect(response.status).toBe(503);
      expect(response.headers.get("retry-after")).toBe("5");
      expect(response.headers.get("cache-control")).toBe("no-store");
      expect(response.headers.get("content-security-policy")).toContain("default-src 'none'");
      const page = await response.text();
      expect(page).toContain(`<html lang="${lang}"`);
      expect(page).toContain(`<h1>${title}</h1>`);
      expect(page).toContain(again);
      expect(page).not.toContain("<script");
    },
  );

  test.each([
    ["a program", "/cars", {}],
    ["one that wants JSON", "/readyz/none", { accept: "application/json" }],
    ["the router in the browser", "/cars.data", HTML],
  ])("by %s is answered in JSON", async (_who, path, headers) => {
    const response = await fetch(site.origin + path, { headers });
    expect(response.status).toBe(503);
    expect(response.headers.get("retry-after")).toBe("5");
    expect(await response.json()).toEqual({ result: "error", error: "unavailable" });
  });

  test("keeps what was typed in the page, to be sent again, and says what it does not keep", async () => {
    const fields = { name: 'Zoé "<b>"', note: "a\nb", postalCode: "K1A 0B1", password: "hunter22" };
    const page = await (await post("/account/profile?x=1", fields)).text();
    expect(page).toContain('<form action="/account/profile?x=1" method="post">');
    expect(page).toContain('name="name" value="Zoé &quot;&lt;b&gt;&quot;"');
    expect(page).toContain('name="note" value="a\nb"');
    expect(page).toContain('name="postalCode" value="K1A 0B1"');
    expect(page).toContain("Press “Try again”");
    expect(page).toContain("passwords, codes, photos and sensitive answers");
    expect(page).not.toContain("hunter22");
  });

  test("never writes a sealed answer into the page", async () => {
    const sealed = {
      sinNumber: "046454286",
      dateOfBirth: "1987-06-05",
      verificationCode: "123456",
    };
    const page = await (await post("/forms/x", { ...sealed, firstName: "Zoé" })).text();
    expect(page).toContain("Zoé");
    for (const value of Object.values(sealed)) expect(page).not.toContain(value);
  });
});

test.each([
  ["ENOSPC", 503, "storage_full", "60"],
  ["57P02", 503, "unavailable", "5"],
  ["23505", 500, "unexpected", null],
])("an error %s is answered with %i, %s", async (code, status, error, retryAfter) => {
  thrown = failure(code);
  const response = await fetch(`${site.origin}/cars`);
  expect(response.status).toBe(status);
  expect(response.headers.get("retry-after")).toBe(retryAfter);
  expect(await response.json()).toEqual({ result: "error", error });
});

test("a full disk is told in words, in both languages", async () => {
  thrown = failure("53100");
  expect(await (await post("/x", {})).text()).toContain("Our storage is full");
  expect(await (await post("/fr/x", {})).text()).toContain(
    "rien de ce que vous avez envoyé n’a été enregistré",
  );
});

/** A disk without a free byte, as the system reports it. */
const NO_ROOM = "/proc";

test.runIf(process.platform === "linux")(
  "while the disk is full a post is refused before it begins, with what was typed, and pages are read on",
  async () => {
    const stopWatch = await startDiskWatch(NO_ROOM, { warningMb: 1 });
    try {
      const refused = await post("/call-back", { firstName: "Zoé", note: "a\nb" });
      expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "60"]);
      const page = await refused.text();
      expect(page).toContain("Our storage is full");
      expect(page).toContain('name="firstName" value="Zoé"');
      expect(page).toContain('name="note" value="a\nb"');
      const program = await post("/forms/sell-car", {}, { accept: "application/json" });
      expect(program.status).toBe(503);
      expect(await program.json()).toEqual({ result: "error", error: "storage_full" });
      const photo = new FormData();
      photo.set("photo", new File(["x"], "me.jpg", { type: "image/jpeg" }));
      const upload = await fetch(`${site.origin}/account/photo`, { method: "POST", body: photo });
      expect(upload.status).toBe(503);
      expect(asked).toBe(0);
      await fetch(`${site.origin}/cars`);
      expect(asked).toBe(1);
    } finally {
      await stopWatch();
    }
    await post("/call-back", {});
    expect(asked).toBe(2);
  },
);

test("a fault that a page keeps for itself counts as well", async () => {
  const other = await serveApp(
    {},
    {
      respondWithPage: async () => {
        noteStoreFault(failure("57P03"));
        return new Response("an error page", { status: 500 });
      },
    },
  );
  expect((await fetch(other.origin)).status).toBe(503);
  await other.close();
});

test("while the database is known to be away nobody is asked, and those who can wait do", async () => {
  // Its page is cached, but nobody could say whether it has changed.
  const respondWithPage = async () => new Response("kept", { headers: HTML_PAGE });
  const retaining = await serveApp({}, { respondWithPage, onPagesChanged: () => {} });
  const askForStored = async () => (await fetch(`${retaining.origin}/about.data`)).status;
  expect([await askForStored(), await askForStored(), retaining.answeredEarly()]).toEqual([
    200, 200, 1,
  ]);
  const port = await freePort();
  const stop = startDatabaseWatch({ address: () => `postgres://nobody@127.0.0.1:${port}/none` });
  expect(await checkDatabase()).toBeInstanceOf(Date);
  const began = performance.now();
  const [response, retained] = await Promise.all([
    fetch(`${site.origin}/cars`, { headers: HTML }),
    askForStored(),
  ]);
  expect([response.status, retained]).toEqual([503, 503]);
  expect(performance.now() - began).toBeGreaterThan(4_000);
  expect(asked).toBe(0);
  const ready = await fetch(`${site.origin}/readyz`);
  expect(ready.status).toBe(503);
  expect(await ready.json()).toEqual({
    status: "database_unreachable",
    since: expect.stringMatching(/^\d{4}-/),
    failedStarts: 0,
  });
  expect((await fetch(`${site.origin}/healthz`)).status).toBe(200);
  await stop();
  expect([await askForStored(), retaining.answeredEarly()]).toEqual([200, 2]);
  await retaining.close();
});

test.each([
  ["other_site", () => createVaultKeys()],
  ["key_missing", rotateVaultKeys],
] as const)("beside a process with other keys it is not ready: %s", async (how, change) => {
  const database = await testDatabase();
  const keys = createVaultKeys();
  const address = () => database.siteUrl;
  const other = new pg.Client({
    connectionString: database.siteUrl,
    application_name: `rouvia watch ${markKeys(change(keys))}`,
  });
  other.on("error", () => {});
  await other.connect();
  connectDatabase(address);
  const stopWatch = startDatabaseWatch({ address });
  const compare = () => startKeyComparison(async () => ({ ok: true, keys, created: false }));
  const readReadiness = async () => {
    const response = await fetch(`${site.origin}/readyz`);
    const body: unknown = await response.json();
    return [response.status, response.headers.get("retry-after"), body];
  };
  let stopComparison = compare();
  try {
    const differs = [503, "60", { status: "keys_differ", how }];
    await expect.poll(readReadiness, PATIENCE).toEqual(differs);
    await stopComparison();
    await other.end();
    stopComparison = compare();
    await expect.poll(readReadiness, PATIENCE).toEqual([200, null, { status: "ready" }]);
  } finally {
    await stopComparison();
    await stopWatch();
    await closeDatabase();
    await database.drop();
  }
});
