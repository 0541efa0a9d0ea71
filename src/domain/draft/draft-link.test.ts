import { asc, sql } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { messageTable } from "#domain/notification/message.table.ts";
import { readParams } from "#domain/notification/notify.server.ts";
import { defineForm, type FormDeclaration } from "#forms/define-form.ts";
import { db } from "#platform/database/database.server.ts";
import { withinRequest } from "#platform/request/request-scope.server.ts";
import { useMessages } from "#domain/notification/notification.fixture.ts";
import {
  expiredDraftLinks,
  findDraftLink,
  findReturnAddress,
  mailDraftLink,
  mailDraftLinkAgain,
  MOST_TRIES,
  prepareDraftLink,
  redeemDraftLink,
  takeTry,
} from "./draft-link.server.ts";
import { changeDraft, expiredDrafts, findDraft } from "./draft.server.ts";

useMessages();

const form = defineForm({
  name: "link-test",
  version: 1,
  basePath: "/link-test",
  messagePrefix: "call_back_form",
  steps: [
    {
      slug: "one",
      questions: [
        { kind: "person-name", name: "name" },
        { kind: "email", name: "email" },
        { kind: "phone", name: "phone" },
        { kind: "text", name: "subject" },
      ],
    },
  ],
});

const LATER: FormDeclaration = {
  ...form,
  version: 2,
  steps: [
    {
      slug: "one",
      questions: [
        { kind: "person-name", name: "name" },
        { kind: "email", name: "email" },
        { kind: "phone", name: "phone" },
        { kind: "text", name: "message", since: 2 },
      ],
    },
  ],
};

let people = 0;

/**
 * A person on a phone with an unfinished form, and the token of the link that was mailed to them.
 */
async function savedForm() {
  people += 1;
  const email = `person-${people}@example.com`;
  const phoneVisitor = `phone ${people}`;
  const answers = { name: "Zoé", email, phone: "+14165550123", subject: "A car" };
  const draft = await changeDraft(phoneVisitor, form, (_draft, save) =>
    save({ answers, consents: [] }),
  );
  await mailDraftLink(draft, { email, locale: "fr" }, "192.0.2.1");
  return { email, phoneVisitor, answers, draft, token: await readNewestToken(email) };
}

/** The token in the newest e-mail to an address, as it is sent; empty if nothing is owed. */
async function readNewestToken(email: string): Promise<string> {
  const messages = await db().select().from(messageTable).orderBy(asc(messageTable.createdAt));
  const newest = messages.filter(({ recipient }) => recipient === email).at(-1);
  const retained = newest && (await readParams(newest));
  const prepared = await prepareDraftLink(retained as { id: string });
  return prepared?.path.replace("/return/", "") ?? "";
}

const open = (token: string) => findDraftLink(token, () => form);

test("the link moves the form to the browser that used it, once; the first one no longer has it", async () => {
  const { token, phoneVisitor, answers } = await savedForm();
  const link = await open(token);
  expect(link && findReturnAddress(form, link.draft)).toMatchObject({ phone: "+14165550123" });
  if (!link) throw new Error("The link did not open.");
  // Read twice, and used by two browsers at once: only one gets it.
  expect(await open(token)).not.toBeNull();
  const used = await Promise.all(["desk one", "desk two"].map((who) => redeemDraftLink(link, who)));
  expect(used.filter(Boolean)).toHaveLength(1);
  const [winner = "", loser = ""] = used[0] ? ["desk one", "desk two"] : ["desk two", "desk one"];
  expect((await findDraft(winner, form))?.answers).toEqual(answers);
  expect(await findDraft(loser, form)).toBeNull();
  expect(await findDraft(phoneVisitor, form)).toBeNull();
  expect(await open(token)).toBeNull();
});

test("another link ends the one before; what the browser had begun gives way", async () => {
  const { draft, email, token, answers } = await savedForm();
  await mailDraftLinkAgain({ email: email.toUpperCase(), locale: "en" }, "192.0.2.1");
  expect(await open(token)).toBeNull();
  const link = await open(await readNewestToken(email.toUpperCase()));
  if (!link) throw new Error("The new link did not open.");
  const desk = `desk of ${email}`;
  await changeDraft(desk, form, (_draft, save) =>
    save({ answers: { name: "Another" }, consents: [] }),
  );
  expect(await redeemDraftLink(link, desk)).toBe(true);
  expect(await findDraft(desk, form)).toMatchObject({ id: draft.id, answers });
});

test("an address that nothing is saved for gets nothing", async () => {
  const before = await db().$count(messageTable);
  await mailDraftLinkAgain({ email: "nobody@example.com", locale: "en" }, "192.0.2.1");
  expect(await db().$count(messageTable)).toBe(before);
});

test("strangers' asking takes no link from its owner, whom a refusal is said to", async () => {
  const { draft, email } = await savedForm();
  const ask = (ipAddress: string) => mailDraftLinkAgain({ email, locale: "en" }, ipAddress);
  const requested = [];
  for (let index = 0; index < 100; index += 1) requested.push(await ask(`10.50.${index % 20}.1`));
  expect(requested.filter(({ ok }) => ok)).toHaveLength(20 + 10);
  expect(await mailDraftLink(draft, { email, locale: "en" }, "198.51.100.7")).toEqual({ ok: true });
  expect(await open(await readNewestToken(email))).not.toBeNull();
  const before = await db().$count(messageTable);
  const refused = await mailDraftLink(draft, { email, locale: "en" }, "10.50.0.9");
  expect(refused).toMatchObject({ ok: false, by: "network" });
  expect(await db().$count(messageTable)).toBe(before);
  // The link that was sent before still works.
  expect(await open(await readNewestToken(email))).not.toBeNull();
});

test("who has asked for too many hears so, whether or not anything is saved", async () => {
  const { email } = await savedForm();
  const from = { user: null, ipAddress: "192.0.2.77", visitorHash: "asks for many links" };
  const ask = (of: string) =>
    withinRequest(from, () => mailDraftLinkAgain({ email: of, locale: "en" }, from.ipAddress));
  for (let index = 0; index < 10; index += 1) {
    expect(await ask(`nobody-${index}@example.com`)).toEqual({ ok: true });
  }
  const before = await db().$count(messageTable);
  expect(await ask(email)).toMatchObject({ ok: false });
  expect(await ask("nobody-else@example.com")).toMatchObject({ ok: false });
  expect(await db().$count(messageTable)).toBe(before);
});

test("of any number of tries with a code at once five are compared, then it is locked", async () => {
  const { token } = await savedForm();
  const link = await open(token);
  const tries = await Promise.all(Array.from({ length: 40 }, () => takeTry(link?.id ?? "")));
  expect(tries.filter(Boolean)).toHaveLength(MOST_TRIES);
  expect(await open(token)).toMatchObject({ isLocked: true });
});

test("after thirty days the form is gone, and its link with it", async () => {
  const { token, phoneVisitor } = await savedForm();
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 30 * 24 * 60 * 60_000 + 1000 });
  try {
    expect(await open(token)).toBeNull();
    expect(await findDraft(phoneVisitor, form)).toBeNull();
    await expiredDrafts.end(new Date());
    await expiredDraftLinks.end(new Date());
    const { rows } = await db().execute<{ count: number }>(
      sql`select (select count(*) from draft) + (select count(*) from draft_link) as count`,
    );
    expect(Number(rows[0]?.count)).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});

test("a form that changed meanwhile keeps what it still asks and tells what is new", async () => {
  const { token } = await savedForm();
  const link = await findDraftLink(token, () => LATER);
  expect(link?.draft.answers).not.toHaveProperty("subject");
  expect(link?.draft.answers).toHaveProperty("name", "Zoé");
  if (!link) throw new Error("The link did not open.");
  expect(await redeemDraftLink(link, "later desk")).toBe(true);
  // The draft is older than the form: its page says so, and asks what is missing.
  expect(await findDraft("later desk", LATER)).toMatchObject({ formVersion: 1 });
});
