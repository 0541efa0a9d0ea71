import { describe, expect, test } from "vitest";
import { newsletterSubscriptionTable } from "#domain/newsletter/newsletter.table.ts";
import { useMessages } from "#domain/notification/notification.fixture.ts";
import { db } from "#platform/database/database.server.ts";
import { callsSeenBy, expectPromised } from "./calls.fixture.ts";

useMessages();

/** A post of the box, or any other request to its path. */
async function send(fields: Record<string, string>, { method = "POST", prefix = "" } = {}) {
  const path = `${prefix}/forms/newsletter`;
  const response = await callsSeenBy({
    user: null,
    sessionId: null,
    locale: prefix ? "fr" : "en",
  }).request(path, {
    method,
    headers: { accept: "application/json" },
    body: method === "POST" ? new URLSearchParams(fields) : null,
  });
  const body: unknown = await response.json();
  if (response.status !== 405) expectPromised({ method, path }, response.status, body);
  return { status: response.status, allow: response.headers.get("allow"), body };
}

describe("the newsletter's box for a program", () => {
  test("success once the question is owed to the address, in the address's language", async () => {
    const email = `program-${Date.now()}@example.com`;
    expect(await send({ email }, { prefix: "/fr" })).toMatchObject({
      status: 200,
      body: { result: "success" },
    });
    const rows = await db().select().from(newsletterSubscriptionTable);
    expect(rows).toMatchObject([
      { email, locale: "fr", confirmedAt: null, channel: "call: newsletter" },
    ]);
  });

  test.each([
    ["nobody@", "not_an_email"],
    ["", "missing"],
  ])("%j is refused: %s", async (email, code) => {
    expect(await send({ email })).toMatchObject({
      status: 422,
      body: { result: "error", error: "refused_answers", problems: [{ field: "email", code }] },
    });
  });

  test("a mailbox that was asked too often must wait", async () => {
    const fields = { email: `often-${Date.now()}@example.com` };
    for (let count = 0; count < 5; count += 1) expect((await send(fields)).status).toBe(200);
    expect(await send(fields)).toMatchObject({
      status: 429,
      body: { result: "error", error: "too_many" },
    });
  });

  test("another method is not for programs", async () => {
    expect(await send({}, { method: "GET" })).toMatchObject({
      status: 405,
      allow: "POST",
      body: { error: "method_not_allowed" },
    });
  });
});
