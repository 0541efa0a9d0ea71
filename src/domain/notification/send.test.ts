import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "#platform/database/database.server.ts";
import { messageTable } from "./message.table.ts";
import { crossing } from "#platform/database/lock-wait.fixture.ts";
import { nameProcess } from "#platform/database/database-watch.server.ts";
import {
  claimMessage,
  takeUpFromGone,
  takeUpFromPredecessor,
  takeUpInterrupted,
} from "./message-lease.server.ts";
import { configureMessages } from "./message-owners.server.ts";
import {
  listMessageIds,
  listOutcomes,
  listRows,
  notice,
  readOnlyRow,
  notifyAll,
  useMessagePeers,
} from "./message-peers.fixture.ts";
import { makeAllDue, noOwners, sendDueMessages, SITE_ORIGIN } from "./notification.fixture.ts";
import { sendAgain } from "./notify.server.ts";
import { MOST_ATTEMPTS } from "./retry-rule.ts";
import { sendNextMessage } from "./send.server.ts";

const peers = useMessagePeers();

test("fifty workers at once send each message once", async () => {
  await notifyAll(
    ...Array.from({ length: 60 }, (_, at) => notice({ to: `reader-${at}@example.com` })),
  );
  const workers = Array.from({ length: 50 }, () => sendDueMessages());
  await Promise.all(workers);
  const readers = peers.mails.flatMap(({ to }) => to);
  expect(readers).toHaveLength(60);
  expect(new Set(readers).size).toBe(60);
  expect(new Set((await listRows()).map(({ state }) => state))).toEqual(new Set(["sent"]));
});

test("what another process is claiming at this moment is not claimed a second time", async () => {
  await notifyAll(notice());
  const nextAttemptAt = new Date(Date.now() + 60_000);
  const [, claimed] = await crossing(
    (transaction) => transaction.update(messageTable).set({ lease: randomUUID(), nextAttemptAt }),
    () => claimMessage(["email"]),
  );
  expect(claimed).toBeNull();
});

test("a refusal for now is tried again later, with the same Message-ID", async () => {
  peers.refuseMail(451);
  await notifyAll(notice());
  await sendDueMessages();
  const failed = await readOnlyRow();
  expect(failed).toMatchObject({ state: "failed", attempts: 1, lease: null });
  expect(failed.lastError).toContain("451");
  expect(failed.lastError).not.toContain("camille@");
  expect(failed.nextAttemptAt.getTime() - Date.now()).toBeGreaterThan(5_000);
  expect(await sendNextMessage(["email"])).toBe(false);
  peers.refuseMail(null);
  await makeAllDue();
  await sendDueMessages();
  expect(listMessageIds(peers.mails)).toEqual([`<${failed.id}@mail.rouvia.example>`]);
  expect(await readOnlyRow()).toMatchObject({ state: "sent", lastError: null });
  expect(await listOutcomes()).toEqual(["temporary", "sent"]);
});

test("a message is given up when its tries are used up, and sent again at staff's word", async () => {
  peers.refuseMail(451);
  await notifyAll(notice());
  await db()
    .update(messageTable)
    .set({ attempts: MOST_ATTEMPTS - 1, state: "failed" });
  await sendDueMessages();
  const dead = await readOnlyRow();
  expect(dead).toMatchObject({ state: "dead", attempts: MOST_ATTEMPTS });
  peers.refuseMail(null);
  expect(await sendAgain(randomUUID())).toEqual({ ok: false });
  const both = await Promise.all([sendAgain(dead.id), sendAgain(dead.id)]);
  expect(both.filter(({ ok }) => ok)).toHaveLength(1);
  await sendDueMessages();
  expect(await readOnlyRow()).toMatchObject({ state: "sent" });
  expect(peers.mails).toHaveLength(1);
});

test("an address that does not exist is given up at once", async () => {
  peers.refuseMail(550);
  await notifyAll(notice());
  await sendDueMessages();
  expect(await readOnlyRow()).toMatchObject({ state: "dead", attempts: 1 });
  expect((await readOnlyRow()).settledAt).not.toBeNull();
});

test("what a killed process held is taken up when its lease is over", async () => {
  await notifyAll(notice());
  // The process was killed between claiming the message and handing it over.
  await db()
    .update(messageTable)
    .set({
      lease: randomUUID(),
      attempts: 1,
      nextAttemptAt: sql`clock_timestamp() + interval '50 seconds'`,
    });
  await sendDueMessages();
  expect(peers.mails).toEqual([]);
  await makeAllDue();
  await sendDueMessages();
  expect(peers.mails).toHaveLength(1);
  expect(await readOnlyRow()).toMatchObject({ state: "sent", attempts: 2 });
});

test("where nobody else can be at work, it is taken up at once", async () => {
  await notifyAll(notice());
  await db()
    .update(messageTable)
    .set({
      lease: randomUUID(),
      nextAttemptAt: sql`clock_timestamp() + interval '50 seconds'`,
    });
  expect(await sendNextMessage(["email"])).toBe(false);
  await takeUpInterrupted();
  expect(await sendNextMessage(["email"])).toBe(true);
  expect(peers.mails).toHaveLength(1);
});

/** Another process that has claimed the only message. */
async function lockElsewhere(...name: string[]) {
  const script = "src/domain/notification/hold-message.fixture.ts";
  const otherProcess = spawn(process.execPath, [script, peers.database.url, ...name], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [said] = await once(otherProcess.stdout, "data");
  expect(String(said)).toBe("holds\n");
  return {
    async kill() {
      const ended = once(otherProcess, "exit");
      otherProcess.kill("SIGKILL");
      await ended;
    },
  };
}

test("what a process elsewhere holds is taken up once it was killed, and not before", async () => {
  await notifyAll(notice());
  const otherProcess = await lockElsewhere();
  let clockMs = 0;
  const checkAgain = () => takeUpFromGone((clockMs += 9_000));
  try {
    for (let views = 0; views < 3; views += 1) expect(await checkAgain()).toBe(false);
    expect(await sendNextMessage(["email"])).toBe(false);
  } finally {
    await otherProcess.kill();
  }
  // PostgreSQL notices the end of the process a moment later.
  let checks = 0;
  await expect.poll(async () => ((checks += 1), checkAgain())).toBe(true);
  // Missing once is no proof: a live process gets ten seconds to reconnect.
  expect(checks).toBeGreaterThan(2);
  await Promise.all([sendDueMessages(), sendDueMessages()]);
  expect(peers.mails).toHaveLength(1);
  expect(await readOnlyRow()).toMatchObject({ state: "sent", attempts: 2 });
});

test("who is started in a dead process's place takes up at once what that one held", async () => {
  await notifyAll(notice());
  const otherProcess = await lockElsewhere("machine 0");
  await otherProcess.kill();
  nameProcess("machine 1");
  await takeUpFromPredecessor();
  expect(await sendNextMessage(["email"])).toBe(false);
  nameProcess("machine 0");
  await takeUpFromPredecessor();
  expect(await sendNextMessage(["email"])).toBe(true);
  expect(peers.mails).toHaveLength(1);
});

test("what the provider took is written down as soon as it can be, and not sent a second time", async () => {
  await peers.database.asOwner(async (owner) => {
    await owner.execute(sql`create function no_room() returns trigger language plpgsql as
      $$ begin raise exception 'no room' using errcode = '53100'; end $$`);
    await owner.execute(
      sql`create trigger no_room before insert on message_attempt execute function no_room()`,
    );
  });
  await notifyAll(notice());
  const sending = sendNextMessage(["email"]);
  await expect.poll(() => peers.mails.length).toBe(1);
  // Its lease has ended, but this process has not settled it yet.
  await makeAllDue();
  expect(await sendNextMessage(["email"])).toBe(false);
  await peers.database.asOwner((owner) => owner.execute(sql`drop function no_room cascade`));
  await sending;
  expect(await readOnlyRow()).toMatchObject({ state: "sent", lease: null });
  expect(await sendNextMessage(["email"])).toBe(false);
  expect(peers.mails).toHaveLength(1);
});

test("killed while the provider had it: an e-mail goes again under its Message-ID", async () => {
  await notifyAll(notice());
  await db().update(messageTable).set({ lease: randomUUID(), handedOverAt: new Date() });
  await sendDueMessages();
  expect(listMessageIds(peers.mails)).toEqual([
    `<${(await readOnlyRow()).id}@mail.rouvia.example>`,
  ]);
  expect(await listOutcomes()).toEqual(["interrupted", "sent"]);
});

test("killed while the provider had it: an SMS waits for a person to decide", async () => {
  await notifyAll(
    notice({
      event: "phone_code",
      to: "+14165550142",
      params: { code: "123456", host: "x.example" },
    }),
  );
  await db().update(messageTable).set({ lease: randomUUID(), handedOverAt: new Date() });
  await sendDueMessages();
  expect(peers.texts).toEqual([]);
  expect(await readOnlyRow()).toMatchObject({ state: "dead", lease: null });
  expect(await listOutcomes()).toEqual(["interrupted"]);
});

test("a process that was held up until its lease ran out sends nothing", async () => {
  await notifyAll({ event: "account_sign_up", to: "camille@example.com", locale: "en" });
  configureMessages(SITE_ORIGIN, {
    ...noOwners,
    account_sign_up: {
      async prepare() {
        await makeAllDue();
        return { kind: "confirm_email", name: "Camille", path: "/register/confirm/x" };
      },
    },
  });
  await sendNextMessage(["email"]);
  expect(peers.mails).toEqual([]);
  expect(await readOnlyRow()).toMatchObject({ state: "waiting", attempts: 1 });
});

test("a template that fails is a failure like any other, and never the content's words", async () => {
  configureMessages(SITE_ORIGIN, {
    ...noOwners,
    account_sign_up: {
      prepare: async () => {
        throw new Error("camille@example.com is odd");
      },
    },
  });
  await notifyAll({ event: "account_sign_up", to: "camille@example.com", locale: "en" });
  await sendDueMessages();
  const row = await readOnlyRow();
  expect(row.state).toBe("failed");
  expect(row.lastError).not.toContain("camille");
});

test("a link that would come too late is not sent, and cannot be sent again", async () => {
  await notifyAll({ event: "account_reset_password", to: "camille@example.com", locale: "en" });
  await db()
    .update(messageTable)
    .set({ createdAt: sql`now() - interval '61 minutes'` });
  await sendDueMessages();
  const row = await readOnlyRow();
  expect(row.state).toBe("dead");
  expect(await sendAgain(row.id)).toEqual({ ok: false });
});

test("a message that this version does not know is given up", async () => {
  await notifyAll(notice());
  await db().update(messageTable).set({ event: "pigeon_post" });
  await sendDueMessages();
  expect(await readOnlyRow()).toMatchObject({ state: "dead" });
});
