import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { queueDeliveries, retryDelivery } from "#domain/lead/delivery/delivery.server.ts";
import { deliveryTable } from "#domain/lead/delivery/delivery.table.ts";
import { startDeliveries } from "#domain/lead/delivery/delivery-worker.server.ts";
import { storeLead } from "#domain/lead/lead.fixture.ts";
import { leadEventTable } from "#domain/lead/lead.table.ts";
import { db } from "#platform/database/database.server.ts";
import { listOutbox } from "#platform/outbox/outbox.server.ts";
import { startMarket } from "#domain/listing/listing.fixture.ts";
import type { ConsentPurpose } from "./consent.ts";
import { mayBeShared } from "./consent.server.ts";
import { consentTable } from "./consent.table.ts";
import { withdrawConsent } from "./withdraw-consent.server.ts";

let close: () => Promise<void>;
let lead: Awaited<ReturnType<typeof storeLead>>;

beforeAll(async () => {
  close = await startMarket();
});
afterAll(() => close());
beforeEach(async () => {
  lead = await storeLead({ email: "noah@example.com" });
});

async function consent(purpose: ConsentPurpose, withdrawnAt: Date | null = null) {
  const [row] = await db()
    .insert(consentTable)
    .values({
      submissionId: lead.submissionId,
      purpose,
      text: "I agree.",
      textSha256: "",
      textVersion: 1,
      locale: "en",
      channel: "web",
      withdrawnAt,
    })
    .returning({ id: consentTable.id });
  return row?.id ?? "";
}

async function delivery(channel: "adf_email" | "confirmation_email", state = "pending") {
  const [row] = await db()
    .insert(deliveryTable)
    .values({ leadId: lead.id, channel, target: "leads@dealer.example", state })
    .returning({ id: deliveryTable.id });
  return row?.id ?? "";
}

const stateOf = async (id: string) =>
  (await db().select().from(deliveryTable).where(eq(deliveryTable.id, id)))[0]?.state;

async function events() {
  const rows = await db()
    .select({ kind: leadEventTable.kind, note: leadEventTable.note })
    .from(leadEventTable)
    .where(eq(leadEventTable.leadId, lead.id))
    .orderBy(leadEventTable.id);
  return rows.filter(({ kind }) => kind !== "received");
}

test("without the consent to share, dealerships get nothing more; what they got stays", async () => {
  const share = await consent("share_with_dealership");
  await consent("contact_about_request");
  const states = await Promise.all([
    delivery("adf_email"),
    delivery("adf_email", "dead"),
    delivery("adf_email", "delivered"),
    delivery("confirmation_email"),
  ]);
  await withdrawConsent(share);
  await withdrawConsent(share);
  expect(await Promise.all(states.map(stateOf))).toEqual([
    "cancelled",
    "cancelled",
    "delivered",
    "pending",
  ]);
  expect(await retryDelivery(states[1] ?? "")).toEqual({ ok: false });
  expect(await events()).toEqual([
    { kind: "consent_withdrawn", note: "share_with_dealership" },
    { kind: "delivery_cancelled", note: "adf_email" },
    { kind: "delivery_cancelled", note: "adf_email" },
  ]);
});

test("where another purpose is withdrawn, dealerships still get it", async () => {
  await consent("share_with_dealership");
  const withdrawn = await consent("contact_about_request");
  const id = await delivery("adf_email");
  await withdrawConsent(withdrawn);
  expect(await stateOf(id)).toBe("pending");
  expect(await events()).toEqual([{ kind: "consent_withdrawn", note: "contact_about_request" }]);
});

test("who agreed twice takes it back once", async () => {
  await consent("share_with_dealership");
  await withdrawConsent(await consent("share_with_dealership"));
  expect(await mayBeShared(db(), lead.submissionId)).toBe(false);
  expect(await events()).toEqual([{ kind: "consent_withdrawn", note: "share_with_dealership" }]);
});

test("what was queued before is looked at again before it is sent", async () => {
  await startDeliveries("https://cars.example.ca");
  await consent("share_with_dealership", new Date());
  await db().transaction((transaction) =>
    queueDeliveries(transaction, lead.id, [
      { channel: "adf_email", target: "late@dealer.example" },
    ]),
  );
  await vi.waitFor(
    async () => {
      const [row] = await db()
        .select()
        .from(deliveryTable)
        .where(eq(deliveryTable.leadId, lead.id));
      expect(row?.state).toBe("cancelled");
    },
    { timeout: 15_000, interval: 100 },
  );
  expect((await listOutbox()).map(({ to }) => to)).not.toContain("late@dealer.example");
  expect(await events()).toEqual([{ kind: "delivery_cancelled", note: "adf_email" }]);
});
