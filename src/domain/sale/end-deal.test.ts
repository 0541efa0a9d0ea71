import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { findDeal } from "#domain/deal/deal-queries.server.ts";
import { leadTable } from "#domain/lead/lead.table.ts";
import { acceptOffer } from "#domain/sell-request/dealer-offer/answer-offer.server.ts";
import {
  storeDealership,
  storeOffer,
  storeSellRequest,
} from "#domain/sell-request/dealer-offer/dealer-offer.fixture.ts";
import { lockCarOfRequest } from "#domain/sell-request/dealer-offer/sell-request-lead.server.ts";
import { db } from "#platform/database/database.server.ts";
import { untilOneWaits } from "#platform/database/lock-wait.fixture.ts";
import { useSite } from "#server/site.fixture.ts";
import { findDealReference } from "./deal.fixture.ts";
import { endDeal } from "./end-deal.server.ts";

useSite();

test("a deal that ends while its request is answered waits for it, and neither waits for ever", async () => {
  const dealership = await storeDealership("Lakeshore Lane");
  const { reference, leadId } = await storeSellRequest();
  const offerId = await storeOffer(dealership, reference);
  expect(await acceptOffer({ reference, way: "browser", userId: null }, offerId)).toEqual({
    ok: true,
  });
  const deal = await findDeal(await findDealReference(offerId));
  const caller = { dealId: deal?.id ?? "", side: "seller", userId: null } as const;
  let ended: ReturnType<typeof endDeal> | undefined;
  await db().transaction(async (transaction) => {
    // Everybody locks a request before its car: code that locked the car first would deadlock here.
    await transaction.select().from(leadTable).where(eq(leadTable.id, leadId)).for("no key update");
    let isOver = false;
    ended = endDeal(caller, { move: "call_off", why: { reason: "other", note: "" } });
    ended.catch(() => {}).finally(() => (isOver = true));
    await untilOneWaits(() => isOver);
    await lockCarOfRequest(transaction, leadId);
  });
  expect(await ended).toEqual({ ok: true });
});
