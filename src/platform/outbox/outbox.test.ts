import { expect, test } from "vitest";
import { useTestDatabase } from "#platform/database/test-database.server.ts";
import { listOutbox, outboxEmailSender, outboxSmsSender } from "./outbox.server.ts";

useTestDatabase();

test("keeps e-mails and SMS as they would have gone out, newest first", async () => {
  const email = {
    to: "noah@example.com",
    subject: "Votre demande",
    text: "Bonjour",
    html: "<p>Bonjour</p>",
  };
  const first = await outboxEmailSender().send(email);
  const second = await outboxSmsSender().send({ to: "+14035550147", body: "482913" });

  const kept = await listOutbox();
  expect(kept).toMatchObject([
    { channel: "sms", to: "+14035550147", subject: null, text: "482913", html: null },
    { channel: "email", ...email },
  ]);
  expect([first, second]).toEqual([
    { ok: true, providerId: kept[1]?.id },
    { ok: true, providerId: kept[0]?.id },
  ]);
  expect(await listOutbox({ limit: 1 })).toHaveLength(1);
});
