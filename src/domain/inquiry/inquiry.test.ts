import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { joinDealership } from "#domain/dealership/dealership-queries.server.ts";
import { storeDealershipRow } from "#domain/dealership/dealership.fixture.ts";
import { storeListing, storePerson } from "#domain/listing/listing.fixture.ts";
import { sendDueMessages } from "#domain/notification/notification.fixture.ts";
import { db } from "#platform/database/database.server.ts";
import { listOutbox } from "#platform/outbox/outbox.server.ts";
import type { SignedInUser } from "#platform/request/visitor.server.ts";
import { useSite } from "#server/site.fixture.ts";
import { askSeller, setBlocked, writeInquiry } from "./write-inquiry.server.ts";
import {
  CONVERSATIONS_PER_PAGE,
  countWaiting,
  findConversation,
  listConversations,
} from "./inquiry-queries.server.ts";
import { inquiryMessageTable } from "./inquiry.table.ts";
import {
  listReportedInquiries,
  reportInquiry,
  settleInquiryReport,
} from "./inquiry-reports.server.ts";

let seller: SignedInUser;
let buyer: SignedInUser;
let other: SignedInUser;
let staff: SignedInUser;

useSite();
beforeAll(async () => {
  seller = await storePerson("Jordan Mitchell", { role: "seller" });
  buyer = await storePerson("Camille Roy", { locale: "fr", phone: "+14165550100" });
  other = await storePerson("Amara Okafor");
  staff = await storePerson("Sam Staff", { role: "staff" });
});

const question = { kind: "question", text: "Are the winter tires included?" } as const;
const park = () => storeListing({ sellerId: seller.id });

async function ask(by = buyer, listingId?: string): Promise<string> {
  const requested = await askSeller(by, { ...question, listingId: listingId ?? (await park()) });
  if (!requested.ok) throw new Error(requested.code);
  return requested.inquiryId;
}

async function newestMail(inquiryId: string) {
  await sendDueMessages();
  const mails = await listOutbox({ limit: 100 });
  return mails.find(({ text }) => text.includes(inquiryId));
}

test("a question is answered by mail and on the site, and neither address is shown", async () => {
  const inquiryId = await ask();
  expect(await countWaiting(seller.id)).toBe(1);
  const requested = await newestMail(inquiryId);
  expect(requested?.to).toBe(seller.email);
  expect(requested?.text).toContain(question.text);
  expect(requested?.text).not.toMatch(/camille\.roy@|555-?0100/);

  const answered = await writeInquiry(seller, { inquiryId, text: "Yes, on rims." });
  expect(answered).toEqual({ ok: true, inquiryId });
  const { rows } = await db().execute<{ event: string; recipient: string }>(sql`
    select event, recipient from message where key like 'inquiry_message:%'
    order by created_at desc limit 1`);
  expect(rows).toEqual([{ event: "inquiry_answered", recipient: buyer.email }]);
  expect(await countWaiting(seller.id)).toBe(0);
  expect(await countWaiting(buyer.id)).toBe(1);
  const shown = await findConversation(buyer, inquiryId);
  expect(shown?.messages.map(({ text, isMine }) => [text, isMine])).toEqual([
    [question.text, true],
    ["Yes, on rims.", false],
  ]);
  expect(JSON.stringify(shown)).not.toContain(seller.email);
  expect(shown?.otherName).toBe("Jordan M.");
  expect(shown?.messages[1]?.byName).toBe("Jordan M.");
  expect((await findConversation(seller, inquiryId))?.otherName).toBe("Camille R.");
  expect(requested?.text).toContain("Camille R.");
  expect(requested?.text).not.toContain("Roy");
  await writeInquiry(buyer, { inquiryId, text: "Merci !" });
});

test("a second question of one person about one car goes on with the first", async () => {
  const listing = await park();
  const first = await ask(buyer, listing);
  expect(await ask(buyer, listing)).toBe(first);
  expect((await findConversation(buyer, first))?.messages).toHaveLength(2);
  expect(await ask(other, listing)).not.toBe(first);
});

test("nobody else sees a conversation or writes in it", async () => {
  const inquiryId = await ask();
  for (const stranger of [other, staff]) {
    expect(await findConversation(stranger, inquiryId)).toBeNull();
    expect(await writeInquiry(stranger, { inquiryId, text: "Hi" })).toMatchObject({
      code: "not_found",
    });
    expect(await reportInquiry(stranger, inquiryId)).toBe(false);
    expect(await setBlocked(stranger, inquiryId, true)).toBe(false);
  }
  expect(await findConversation(buyer, "42")).toBeNull();
  const { conversations } = await listConversations(buyer.id);
  expect(conversations.map(({ id }) => id)).toContain(inquiryId);
});

test("conversations come a page at a time, each once, the newest first", async () => {
  const many = await storePerson("Mona Many");
  for (let count = 0; count <= CONVERSATIONS_PER_PAGE; count += 1) {
    const id = await ask(many, await park());
    // Two messages at the same instant are ordered by their ids.
    await db()
      .update(inquiryMessageTable)
      .set({ at: new Date(Date.UTC(2026, 0, 1, 0, Math.floor(count / 2))) })
      .where(eq(inquiryMessageTable.inquiryId, id));
  }
  const first = await listConversations(many.id);
  expect([first.conversations.length, first.hasOlder]).toEqual([CONVERSATIONS_PER_PAGE, true]);
  const last = first.conversations.at(-1)!;
  const second = await listConversations(many.id, last.id);
  expect([second.conversations.length, second.hasOlder]).toEqual([1, false]);
  const all = [...first.conversations, ...second.conversations];
  expect(new Set(all.map(({ id }) => id)).size).toBe(CONVERSATIONS_PER_PAGE + 1);
  expect(all.map(({ at }) => at.getTime())).toEqual(
    all.map(({ at }) => at.getTime()).toSorted((one, other) => other - one),
  );
});

test("a dealership writes under its own name, on the site and by e-mail", async () => {
  const dealership = await storeDealershipRow({ name: "Lane Autos" });
  const member = await storePerson("Priya Member", { role: "dealer" });
  const listing = await storeListing({ sellerId: member.id, dealershipId: dealership.id });
  const inquiryId = await ask(buyer, listing);
  await writeInquiry(member, { inquiryId, text: "Come by on Thursday." });
  const shown = await findConversation(buyer, inquiryId);
  expect(shown?.otherName).toBe("Lane Autos");
  expect(shown?.messages[1]?.byName).toBe("Lane Autos");
  const [listed] = (await listConversations(buyer.id)).conversations;
  expect(listed?.otherName).toBe("Lane Autos");
  await sendDueMessages();
  const mail = (await listOutbox({ limit: 100 })).find(({ text }) =>
    text.includes("Come by on Thursday."),
  );
  expect(mail?.text).toContain("Lane Autos");
  expect(mail?.text).not.toContain("Priya");
});

test.each([
  ["sold", () => storeListing({ sellerId: seller.id, state: "sold" }), () => buyer, "sold"],
  [
    "a draft",
    () => storeListing({ sellerId: seller.id, state: "draft" }),
    () => buyer,
    "no_such_listing",
  ],
  ["one's own", park, () => seller, "own_listing"],
  ["asked about by staff", park, () => staff, "not_permitted"],
  ["not there", async () => randomUUID(), () => buyer, "no_such_listing"],
] as const)("a car that is %s takes no question", async (_, make, by, code) => {
  expect(await askSeller(by(), { ...question, listingId: await make() })).toEqual({
    ok: false,
    code,
  });
});

test("who is blocked writes no more, about any car, until they are unblocked", async () => {
  const blocked = await storePerson("Blaine Blocked");
  const inquiryId = await ask(blocked);
  expect(await setBlocked(seller, inquiryId, true)).toBe(true);
  const again = { inquiryId, text: "Still there?" };
  expect(await writeInquiry(blocked, again)).toEqual({ ok: false, code: "blocked" });
  const listingId = await park();
  expect(await askSeller(blocked, { ...question, listingId })).toMatchObject({ code: "blocked" });
  expect(await writeInquiry(seller, again)).toMatchObject({ code: "blocked" });
  expect(await setBlocked(seller, inquiryId, false)).toBe(true);
  expect(await writeInquiry(blocked, again)).toMatchObject({ ok: true });
});

test("a reported conversation is seen by staff, once, until it is settled", async () => {
  const inquiryId = await ask();
  expect(await reportInquiry(seller, inquiryId)).toBe(true);
  expect(await reportInquiry(seller, inquiryId)).toBe(true);
  const reported = await listReportedInquiries();
  expect(reported).toHaveLength(1);
  expect(reported[0]).toMatchObject({ reporterName: seller.name });
  expect(reported[0]?.messages[0]?.text).toBe(question.text);
  expect(await settleInquiryReport(reported[0]?.id ?? "", staff)).toBe(true);
  expect(await settleInquiryReport(reported[0]?.id ?? "", staff)).toBe(false);
  expect(await settleInquiryReport("42", staff)).toBe(false);
  expect(await listReportedInquiries()).toEqual([]);
});

test("thirty an hour are counted, questions and answers together, and the next is refused", async () => {
  const eager = await storePerson("Ed Eager");
  const listingId = await park();
  const inquiryId = await ask(eager, listingId);
  const write = () => writeInquiry(eager, { inquiryId, text: "And the summer tires?" });
  for (let turn = 1; turn < 16; turn += 1) await ask(eager, listingId);
  for (let turn = 16; turn < 30; turn += 1) expect(await write()).toMatchObject({ ok: true });
  expect(await askSeller(eager, { ...question, listingId })).toMatchObject({ code: "too_many" });
  expect(await write()).toMatchObject({ code: "too_many" });
  // The people who get these messages are not limited by that.
  expect(await writeInquiry(seller, { inquiryId, text: "Both." })).toMatchObject({ ok: true });
});

test("of a long conversation the newest words are shown, in the order they were written", async () => {
  const inquiryId = await ask();
  await db().execute(sql`
    insert into inquiry_message (inquiry_id, by_user_id, text, at)
    select ${inquiryId}, ${buyer.id}, 'word ' || n, now() + n * interval '1 second'
    from generate_series(1, 205) n`);
  const shown = (await findConversation(seller, inquiryId))?.messages.map(({ text }) => text);
  expect(shown).toHaveLength(200);
  expect(shown?.slice(0, 2)).toEqual(["word 6", "word 7"]);
  expect(shown?.at(-1)).toBe("word 205");
});

test.each([
  ["salesperson", { ok: true }],
  ["reader", { ok: false, code: "not_permitted" }],
] as const)("a %s answers for the dealership: %o", async (role, answered) => {
  const { id } = await storeDealershipRow({ name: `Conversing ${role}` });
  const colleague = await storePerson(`Colleague ${role}`, { role: "dealer" });
  await joinDealership(db(), seller.id, id);
  await joinDealership(db(), colleague.id, id, role);
  const inquiryId = await ask(other, await storeListing({ sellerId: seller.id, dealershipId: id }));
  const by = { ...colleague, dealership: { id, role } };
  expect(await findConversation(by, inquiryId)).not.toBeNull();
  expect(await writeInquiry(by, { inquiryId, text: "They are." })).toMatchObject(answered);
});
