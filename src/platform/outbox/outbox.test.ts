import { expect, test } from "vitest";
import { useTestDatabase } from "#platform/database/test-database.server.ts";
import { db } from "#platform/database/database.server.ts";
import { outboxMessageTable } from "./outbox.table.ts";
import { listOutbox, outboxEmailSender, outboxSmsSender } from "./outbox.server.ts";

useTestDatabase();

test("knows a second copy by its Message-ID, as a mailbox can", async () => {
  const messageId = "0192a0e4-5f0b-7c3a-9d21-1f2e3d4c5b6a@example.com";
  const email = { to: "noah@example.com", subject: "Once", text: "Once", messageId };
  const first = await outboxEmailSender().send(email);
  expect(await outboxEmailSender().send(email)).toEqual(first);
  expect((await listOutbox()).filter(({ subject }) => subject === "Once")).toHaveLength(1);
  await db().delete(outboxMessageTable);
});

test("keeps e-mails and SMS as they would have gone out, newest first", async () => {
  const email = {
    to: "noah@example.com",
    subject: "Votre demande",
    text: "Bonjour",
    html: "<p>Bonjour</p>",
  };
  const first = await outboxEmailSender().send(email);
  const second = await outboxSmsSender().send({ to: "+14035550147", body: "482913" });

  const stored = await listOutbox();
  expect(stored).toMatchObject([
    { channel: "sms", to: "+14035550147", subject: null, text: "482913", html: null },
    { channel: "email", ...email },
  ]);
  expect([first, second]).toEqual([
    { ok: true, providerId: stored[1]?.id },
    { ok: true, providerId: stored[0]?.id },
  ]);
  expect(await listOutbox({ limit: 1 })).toHaveLength(1);
});
