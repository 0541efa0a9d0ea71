import { request as forward } from "node:http";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { expect, inject, vi } from "vitest";
import { databaseUrl, dropDatabase } from "#packages/embedded-postgres/databases";
import { withConnection } from "#platform/database/database.server.ts";
import { selfSignedCertificate } from "#platform/email/self-signed.fixture.ts";
import { startSmtpPeer } from "#platform/email/smtp-peer.fixture.ts";
import { startTwilioPeer } from "#platform/sms/twilio-peer.fixture.ts";
import { setUpWith } from "#server/set-up.ts";
import { newDataDirectory, removeDataDirectory, startSite } from "../../../../e2e/site.fixture.ts";

export type Operator = { name: string; email: string };

/**
 * A site as `npm run setup` leaves it, in production and without demo data, behind a proxy that
 * ends TLS. `name` is part of its database's and roles' names; `links` are what setup printed.
 */
export async function startProductionSite(name: string, operator: Operator) {
  const [smtp, twilio] = await Promise.all([startSmtpPeer(), startTwilioPeer()]);
  const folder = await mkdtemp(join(tmpdir(), "first-day-"));
  const dataDirectory = await newDataDirectory(folder, { withDatabase: false, isEmpty: true });
  const database = await makeEmptyDatabase(name);
  const proxy = await startProxy();
  const environmentFile = join(folder, "environment");
  const answers: readonly (readonly [question: RegExp, answer: string])[] = [
    [/site's address/, proxy.origin],
    [/PostgreSQL/, database.ownerUrl],
    [/keys are kept/, join(folder, "keys.json")],
    [/key of backups/, join(folder, "backup.key")],
    [/folder for data/, dataDirectory],
    [/mail server/, `smtp://127.0.0.1:${smtp.port}`],
    [/sender/, `Autos Nord <${operator.email}>`],
    [/Twilio/, twilio.smsUrl],
    [/file to write/, environmentFile],
    [/email address/, operator.email],
    [/Your name/, operator.name],
    [/language/, "en"],
  ];
  const links = await setUp(answers);
  const written = await readFile(environmentFile, "utf8");
  const environment = Object.fromEntries(
    written.split("\n").flatMap((line) => {
      const [, variable, value] = /^(\w+)=(.*)$/.exec(line) ?? [];
      return variable === undefined ? [] : [[variable, value ?? ""]];
    }),
  );
  const site = await startSite({ ...environment, DEMO: "" }, dataDirectory);
  proxy.leadTo(site.origin);
  return {
    origin: proxy.origin,
    links,
    mails: smtp.arrivals,
    texts: twilio.accepted,
    async stop() {
      await proxy.close();
      await site.stop();
      await removeDataDirectory(site);
      await Promise.all([smtp.close(), twilio.close(), database.drop()]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Answers setup's questions, and returns the addresses of its last words. */
async function setUp(
  answers: readonly (readonly [question: RegExp, answer: string])[],
): Promise<{ password: string; factor: string }> {
  const printed = vi.spyOn(console, "log").mockReturnValue();
  try {
    await setUpWith(async (text) => {
      const answer = answers.find(([question]) => question.test(text))?.[1];
      if (answer === undefined) throw new Error(`Nobody answers "${text}".`);
      return answer;
    });
    const said = printed.mock.calls.flat().join("\n");
    const find = (path: string) => new RegExp(`https://\\S+${path}\\S+`).exec(said)?.[0] ?? "";
    const links = { password: find("/login/reset/"), factor: find("/account/enrol/") };
    expect(Object.values(links), said).not.toContain("");
    return links;
  } finally {
    printed.mockRestore();
  }
}

/** An empty database and its owner, as a hosting company hands them out. */
async function makeEmptyDatabase(name: string) {
  const { url } = inject("testPostgres");
  const [database, owner, site] = [`first_day_${name}`, `${name}_owner`, `${name}_app`].map(
    (each) => pg.escapeIdentifier(each),
  );
  await withConnection(url, async (client) => {
    await client.query(`create role ${owner} login createdb createrole password 'first-day'`);
    await client.query(`create database ${database} owner ${owner}`);
  });
  const ownerUrl = new URL(databaseUrl(url, `first_day_${name}`));
  ownerUrl.username = `${name}_owner`;
  ownerUrl.password = "first-day";
  return {
    ownerUrl: ownerUrl.href,
    async drop() {
      // The second is where the site tries its backups (prove-backup.server.ts).
      for (const each of [`first_day_${name}`, `first_day_${name}_proof`])
        await dropDatabase(url, each);
      await withConnection(url, (client) => client.query(`drop role ${site}, ${owner}`));
    },
  };
}

/** What stands in front of a production site: it speaks https, and says so. */
async function startProxy() {
  let target = "";
  const server: Server = createServer(selfSignedCertificate(), (request, response) => {
    const { method = "GET", url = "/", headers } = request;
    const passedOn = forward(
      new URL(url, target),
      { method, headers: { ...headers, "x-forwarded-proto": "https" } },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      },
    );
    // The visitor, or the site, has gone meanwhile.
    passedOn.on("error", () => response.destroy());
    response.on("close", () => passedOn.destroy());
    request.pipe(passedOn);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    origin: `https://localhost:${port}`,
    leadTo(origin: string) {
      target = origin;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
