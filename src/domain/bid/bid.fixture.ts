import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { storePerson } from "#domain/listing/listing.fixture.ts";
import { sendDueMessages } from "#domain/notification/notification.fixture.ts";
import { db } from "#platform/database/database.server.ts";
import { listOutbox } from "#platform/outbox/outbox.server.ts";
import type { NewBid } from "./bid.ts";
import { placeBid } from "./place-bid.server.ts";

/** A seller and two bidders: one reads French, one English. */
export async function storeBidPeople() {
  return {
    seller: await storePerson("Jordan Mitchell", { role: "seller" }),
    buyer: await storePerson("Camille Roy", { locale: "fr" }),
    other: await storePerson("Amara Okafor"),
  };
}

type BidInput = Partial<NewBid> & Pick<NewBid, "listingId" | "bidder">;

export function makeBid(input: BidInput): NewBid {
  return {
    id: randomUUID(),
    locale: "fr",
    phone: "+14165550100",
    priceCad: 28_900,
    message: "Could I see it on Saturday?",
    ...input,
  };
}

/** Places a bid that must be accepted, and returns its id. */
export async function storeBid(input: BidInput): Promise<string> {
  const placed = await placeBid(makeBid(input));
  if (!placed.ok) throw new Error(placed.code);
  return placed.id;
}

/**
 * Sends the waiting messages; returns the mails about a listing's bids, in the order of their
 * events.
 */
export async function mailsAboutBids(listingId: string) {
  await sendDueMessages();
  const { rows } = await db().execute<{ kind: string; outboxId: string }>(
    sql`select e.kind, message.provider_id as "outboxId"
      from message join bid_event e on message.key like 'bid_event:' || e.id || ':%'
      join bid b on b.id = e.bid_id where b.listing_id = ${listingId}
      order by e.at, e.id, message.key`,
  );
  const outbox = new Map((await listOutbox({ limit: 500 })).map((mail) => [mail.id, mail]));
  return rows.map(({ kind, outboxId }) => ({ kind, ...outbox.get(outboxId) }));
}
