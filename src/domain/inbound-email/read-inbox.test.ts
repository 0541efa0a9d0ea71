import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { storeLead } from "#domain/lead/lead.fixture.ts";
import { leadEventTable, leadTable } from "#domain/lead/lead.table.ts";
import { db } from "#platform/database/database.server.ts";
import { parseImapUrl } from "#platform/imap/imap-url.ts";
import { startImapPeer } from "#platform/imap/imap-peer.fixture.ts";
import { readMailbox } from "#platform/imap/read-mailbox.server.ts";
import { useSite } from "#server/site.fixture.ts";
import { inboundEmailTable } from "./inbound-email.table.ts";
import { readInbox } from "./read-inbox.server.ts";

useSite();

let peer: Awaited<ReturnType<typeof startImapPeer>>;
beforeAll(async () => {
  peer = await startImapPeer();
});
afterAll(() => peer.close());
beforeEach(async () => {
  await storeLead({ email: "noah@example.org" });
});
afterEach(async () => {
  peer.mails.length = 0;
  peer.cutAfterFetch(false);
  await db().delete(inboundEmailTable);
  await db().delete(leadTable);
});

const mail = (id: string, body = "Tomorrow at nine.") =>
  `From: noah@example.org\r\nMessage-ID: <${id}@example.org>\r\nSubject: ${id}\r\n\r\n${body}`;
const countAnswers = async () => {
  const events = await db().select().from(leadEventTable).orderBy(leadEventTable.id);
  return events.filter(({ kind }) => kind === "mail_received").length;
};
const listSeen = () => peer.mails.map(({ isSeen }) => isSeen);

test("unread mail is taken in once, and marked as read", async () => {
  peer.deliver(mail("one"));
  peer.deliver(mail("two", "é ".repeat(3_000)));
  await readInbox(peer.url);
  expect(await countAnswers()).toBe(2);
  expect(listSeen()).toEqual([true, true]);
  peer.deliver(mail("three"));
  await readInbox(peer.url);
  await readInbox(peer.url);
  expect(await countAnswers()).toBe(3);
});

test("two processes at once, and a mail that the webhook brought too, change nothing", async () => {
  peer.deliver(mail("one"));
  await Promise.all([readInbox(peer.url), readInbox(peer.url), readInbox(peer.url)]);
  expect(await countAnswers()).toBe(1);
});

test("a connection that breaks before the mark loses nothing and repeats nothing", async () => {
  peer.deliver(mail("one"));
  peer.deliver(mail("two"));
  peer.cutAfterFetch(true);
  await expect(readInbox(peer.url)).rejects.toThrow(/connection|socket|closed/i);
  expect(listSeen()).toEqual([false, false]);
  peer.cutAfterFetch(false);
  await readInbox(peer.url);
  expect(await countAnswers()).toBe(2);
  expect(listSeen()).toEqual([true, true]);
});

test("one mail that cannot be stored does not hold up the others, and is tried again", async () => {
  peer.deliver(mail("bad"));
  peer.deliver(mail("good"));
  const server = parseImapUrl(peer.url);
  if (!server) throw new Error("no server");
  const taken: string[] = [];
  const take = async (raw: Uint8Array) => {
    const text = Buffer.from(raw).toString();
    if (text.includes("Subject: bad")) throw new Error("The database is away.");
    taken.push(text);
  };
  await expect(readMailbox(server, { mostBytes: 10_000, take })).rejects.toThrow("1 mails");
  expect(listSeen()).toEqual([false, true]);
  expect(taken).toHaveLength(1);
});

test("of a mail that is too long the headers are taken, and it is said", async () => {
  const server = parseImapUrl(peer.url);
  if (!server) throw new Error("no server");
  peer.deliver(mail("long", "x".repeat(5_000)));
  const taken: [number, boolean][] = [];
  await readMailbox(server, {
    mostBytes: 1_000,
    take: async (raw, { isCut }) => void taken.push([raw.byteLength, isCut]),
  });
  expect(taken).toEqual([[expect.any(Number), true]]);
  expect(taken[0]?.[0]).toBeLessThan(1_000);
});

test("a wrong password fails, and says so to the job", async () => {
  await expect(readInbox(peer.url.replace("secret", "wrong"))).rejects.toThrow(
    /command failed|authentication/i,
  );
});

describe("the address of a mailbox", () => {
  test.each([
    ["imaps://a:b@mail.example", { port: 993, encryption: "implicit", folder: "INBOX" }],
    ["imap://a:b@mail.example", { port: 143, encryption: "starttls" }],
    ["imap://a:b@127.0.0.1:1143/Answers", { port: 1143, encryption: "none", folder: "Answers" }],
    ["imaps://a%40b:p%2Fs@mail.example", { user: "a@b", password: "p/s" }],
  ])("%s", (text, server) => expect(parseImapUrl(text)).toMatchObject(server));

  test.each([
    "mail.example",
    "https://a:b@mail.example",
    "imaps://mail.example",
    "imaps://a:%E0%A4%A@x",
  ])("%s is refused", (text) => expect(parseImapUrl(text)).toBeNull());
});
