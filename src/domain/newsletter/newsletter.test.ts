import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { addressLine } from "#site/site.ts";
import { layOutEmail } from "#domain/notification/email-layout.ts";
import { EVENTS } from "#domain/notification/events/events.ts";
import { useMessages } from "#domain/notification/notification.fixture.ts";
import { createRendering } from "#domain/notification/send.server.ts";
import { messageTable } from "#domain/notification/message.table.ts";
import { db } from "#platform/database/database.server.ts";
import { NEWSLETTER_CONSENT_VERSION } from "./newsletter.form.ts";
import { newsletterIssueTable, newsletterSubscriptionTable } from "./newsletter.table.ts";
import { announcePosts } from "./announce-posts.server.ts";
import {
  askToSubscribe,
  confirmSubscription,
  oldSubscriptions,
  findWayOut,
  isConfirmable,
  prepareConfirmation,
  unsubscribe,
} from "./subscriptions.server.ts";

useMessages();
beforeEach(async () => {
  for (const table of [newsletterSubscriptionTable, newsletterIssueTable, messageTable]) {
    await db().delete(table);
  }
});

let asked = 0;
/** A new address for each test, because e-mails to one mailbox are limited. */
const newAddress = () => `reader-${(asked += 1)}-${Date.now()}@example.com`;
const ask = (email: string, locale: "en" | "fr" = "en", ipAddress = "192.0.2.7") =>
  askToSubscribe({ email, locale, channel: "web: test", ipAddress });
const rows = () => db().select().from(newsletterSubscriptionTable);
const events = async () => (await db().select().from(messageTable)).map(({ event }) => event);

/** Subscribes, and opens the link of the e-mail. */
async function subscribe(email: string, locale: "en" | "fr" = "en") {
  await ask(email, locale);
  const row = (await rows()).find((each) => each.email === email && !each.unsubscribedAt);
  const token = await confirmTokenFor(row?.id ?? "");
  expect(await confirmSubscription(token)).toBe(true);
  return { id: row?.id ?? "", token, wayOut: row?.unsubscribeToken ?? "" };
}

async function confirmTokenFor(id: string): Promise<string> {
  const prepared = await prepareConfirmation({ id });
  return prepared?.path.split("/").at(-1) ?? "";
}

describe("double opt-in", () => {
  test("nothing but the question goes to an address that has not said yes", async () => {
    await ask(newAddress());
    await announcePosts(["winter-ready-used-car"]);
    expect(await events()).toEqual(["newsletter_confirm"]);
    const [unconfirmed] = await rows();
    expect(await findWayOut({ id: unconfirmed?.id ?? "" })).toBeNull();
  });

  test("who said yes is not asked by a mail that is written late, and their link stays good", async () => {
    const { id, token } = await subscribe(newAddress());
    expect(await prepareConfirmation({ id })).toBeNull();
    expect(await isConfirmable(token)).toBe(true);
  });

  test("nobody of the demo is told of an article", async () => {
    await subscribe(newAddress());
    await db().update(newsletterSubscriptionTable).set({ isDemo: true });
    await announcePosts(["winter-ready-used-car"]);
    expect(await events()).not.toContain("newsletter_post");
  });

  test("the words agreed to, their hash, language, place and time are kept", async () => {
    const email = newAddress();
    const { id } = await subscribe(email, "fr");
    const [row] = await rows();
    const consentVersion = NEWSLETTER_CONSENT_VERSION;
    expect(row).toMatchObject({ id, email, locale: "fr", channel: "web: test", consentVersion });
    expect(row?.consentText).toContain("désabonner");
    expect(row?.consentText).toContain(addressLine());
    expect(row?.consentSha256).toMatch(/^[0-9a-f]{64}$/);
    expect(row?.confirmedAt).toBeInstanceOf(Date);
  });

  test("a link says yes however often it is pressed, and one welcome is sent", async () => {
    const { token } = await subscribe(newAddress());
    expect(await isConfirmable(token)).toBe(true);
    expect(await confirmSubscription(token)).toBe(true);
    await db().execute(
      sql`update newsletter_subscription set asked_at = asked_at - interval '8 days'`,
    );
    expect(await confirmSubscription(token)).toBe(true);
    expect((await events()).filter((event) => event === "newsletter_welcome")).toHaveLength(1);
  });

  test("asked again, the newer mail's link counts, and there is one subscription", async () => {
    const email = newAddress();
    await ask(email);
    const [first] = await rows();
    const older = await confirmTokenFor(first?.id ?? "");
    await ask(email.toUpperCase(), "fr");
    const newer = await confirmTokenFor(first?.id ?? "");
    expect(await rows()).toMatchObject([{ locale: "fr" }]);
    expect(await confirmSubscription(older)).toBe(false);
    expect(await confirmSubscription(newer)).toBe(true);
  });

  test("an address that is subscribed is asked nothing", async () => {
    const email = newAddress();
    await subscribe(email);
    await ask(email);
    expect((await events()).filter((event) => event === "newsletter_confirm")).toHaveLength(1);
  });

  test("a mailbox is not flooded", async () => {
    const email = newAddress();
    const answers = [];
    for (let count = 0; count < 7; count += 1) answers.push((await ask(email)).ok);
    expect(answers).toEqual([true, true, true, true, true, false, false]);
  });

  test("one address asks for sixty mailboxes a minute, and those elsewhere are asked still", async () => {
    const from = "198.51.100.7";
    for (let count = 0; count < 60; count += 1)
      expect(await ask(newAddress(), "en", from)).toEqual({ ok: true });
    const late = newAddress();
    expect(await ask(late, "en", from)).toMatchObject({ ok: false, code: "too_many" });
    expect((await rows()).map(({ email }) => email)).not.toContain(late);
    expect(await ask(late, "en", "203.0.113.7")).toEqual({ ok: true });
  });

  test.each(["", "nonsense"])("the link %j is no good", async (token) => {
    expect(await isConfirmable(token)).toBe(false);
    expect(await confirmSubscription(token)).toBe(false);
  });
});

describe("the way out", () => {
  test("ends it for good, and what is owed still is not written", async () => {
    const { id, wayOut, token } = await subscribe(newAddress());
    await announcePosts(["winter-ready-used-car"]);
    await unsubscribe(wayOut, "one_click");
    expect(await findWayOut({ id })).toBeNull();
    expect(await confirmSubscription(token)).toBe(false);
    const [row] = await rows();
    expect(row).toMatchObject({ unsubscribedBy: "one_click" });
    await unsubscribe(wayOut, "page");
    expect((await rows())[0]).toEqual(row);
  });

  test("who took it is owed no article of later", async () => {
    const { wayOut } = await subscribe(newAddress());
    await unsubscribe(wayOut, "one_click");
    await announcePosts(["winter-ready-used-car"]);
    expect(await events()).not.toContain("newsletter_post");
  });

  test("an address may subscribe anew, by saying yes anew", async () => {
    const email = newAddress();
    const { wayOut } = await subscribe(email);
    await unsubscribe(wayOut, "page");
    await subscribe(email);
    expect(await rows()).toHaveLength(2);
  });

  test("stands in the headers of each mail (RFC 8058), and in its text", async () => {
    const rendering = createRendering("fr", "https://cars.example.ca");
    for (const event of ["newsletter_welcome", "newsletter_post"] as const) {
      for (const words of EVENTS[event].renderExamples(rendering)) {
        const address = "https://cars.example.ca/fr/newsletter/unsubscribe/example";
        const mail = layOutEmail(words, { locale: "fr", origin: "https://cars.example.ca" });
        expect(mail.headers).toEqual({
          "List-Unsubscribe": `<${address}>`,
          "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        });
        expect(mail.text).toContain(address);
      }
    }
  });
});

test("each subscriber is told once of an article", async () => {
  await subscribe(newAddress());
  await subscribe(newAddress(), "fr");
  await announcePosts(["winter-ready-used-car"]);
  await announcePosts(["winter-ready-used-car"]);
  const notified = (await db().select().from(messageTable)).filter(
    ({ event }) => event === "newsletter_post",
  );
  expect(notified.map(({ locale }) => locale).toSorted()).toEqual(["en", "fr"]);
});

test("what nobody confirmed is forgotten after days, evidence after years", async () => {
  await ask(newAddress());
  await subscribe(newAddress());
  const left = await subscribe(newAddress());
  await unsubscribe(left.wayOut, "page");
  await oldSubscriptions.end(new Date());
  expect(await rows()).toHaveLength(3);
  await db().execute(
    sql`update newsletter_subscription set asked_at = asked_at - interval '8 days'`,
  );
  await oldSubscriptions.end(new Date());
  expect(await rows()).toHaveLength(2);
  await db().execute(
    sql`update newsletter_subscription set unsubscribed_at = unsubscribed_at - interval '37 months'`,
  );
  await oldSubscriptions.end(new Date());
  expect(await rows()).toMatchObject([{ unsubscribedAt: null }]);
});
