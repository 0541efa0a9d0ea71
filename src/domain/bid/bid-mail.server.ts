import { eq } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { senders } from "#domain/notification/senders.server.ts";
import { userTable } from "#domain/identity/identity.table.ts";
import { paths } from "#site/paths.ts";
import { db, type Transaction } from "#platform/database/database.server.ts";
import { log } from "#platform/log/log.server.ts";
import {
  ensureQueue,
  type Job,
  sendInTransaction,
  workQueue,
} from "#platform/queue/queue.server.ts";
import { site } from "#site/site.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { isLocale } from "#values/locale.ts";
import { listingTable } from "#domain/listing/listing.table.ts";
import { formatListingTitle } from "#domain/listing/listing.ts";
import { bidEmail } from "./bid-email.ts";
import { bidEventTable, bidTable } from "./bid.table.ts";
import { isBidEvent } from "./bid.ts";

export const BID_MAIL_QUEUE = "bid_mail";

/** Ids only: what the mail says is read when it is sent, and no address lies in the queue. */
export type BidMail = { eventId: string; to: "seller" | "bidder" };

/** As the leads' own deliveries: an outage of an afternoon loses no mail. */
export const BID_MAIL_RETRIES = {
  retryLimit: 9,
  retryDelaySeconds: 10,
  retryDelayMaxSeconds: 3600,
};

/** Queues e-mails in the transaction of what they tell about. */
export async function sendBidMails(
  transaction: Transaction,
  mails: readonly BidMail[],
): Promise<void> {
  for (const mail of mails) await sendInTransaction(transaction, BID_MAIL_QUEUE, mail);
}

/** Boot: `siteOrigin` is what links in mails begin with. */
export async function startBidMails(siteOrigin: string): Promise<void> {
  await ensureQueue(BID_MAIL_QUEUE, BID_MAIL_RETRIES);
  await workQueue<BidMail>(BID_MAIL_QUEUE, { concurrency: 2 }, (job) => work(job, siteOrigin));
}

class TryAgain extends Error {
  override name = "TryAgain";
}

async function work(job: Job<BidMail>, siteOrigin: string): Promise<void> {
  const sent = await sendBidMail(job.data, siteOrigin);
  log.info("bid mail tried", { channel: `bid_mail_${job.data.to}`, outcome: sent });
  if (sent !== "sent" && sent !== "permanent" && !job.isLastAttempt) throw new TryAgain();
}

const seller = alias(userTable, "seller");
const bidder = alias(userTable, "bidder");

/** Writes and sends one mail in its reader's language. A bid that is gone meanwhile owes none. */
export async function sendBidMail({ eventId, to }: BidMail, siteOrigin: string): Promise<string> {
  const [found] = await db()
    .select({
      kind: bidEventTable.kind,
      bid: bidTable,
      listing: listingTable,
      seller: { name: seller.name, email: seller.email, locale: seller.locale },
      bidder: { name: bidder.name, email: bidder.email, locale: bidder.locale },
    })
    .from(bidEventTable)
    .innerJoin(bidTable, eq(bidTable.id, bidEventTable.bidId))
    .innerJoin(listingTable, eq(listingTable.id, bidTable.listingId))
    .innerJoin(seller, eq(seller.id, listingTable.sellerId))
    .innerJoin(bidder, eq(bidder.id, bidTable.bidderId))
    .where(eq(bidEventTable.id, eventId));
  if (!found || !isBidEvent(found.kind)) return "permanent";
  const reader = to === "seller" ? found.seller : found.bidder;
  const locale = isLocale(reader.locale) ? reader.locale : "en";
  const path = to === "seller" ? paths.listing(found.listing.id) : paths.myBids();
  const result = await senders().email.send({
    to: reader.email,
    ...bidEmail({
      to,
      kind: found.kind,
      locale,
      readerName: reader.name,
      car: formatListingTitle(found.listing),
      isSold: found.listing.state === "sold",
      isRemoved: found.listing.state === "removed",
      priceCad: found.bid.priceCad,
      askingCad: found.listing.priceCad,
      bidder: { ...found.bidder, phone: found.bid.phone },
      message: found.bid.message,
      link: new URL(hrefIn(path, locale), siteOrigin).href,
    }),
    ...(to === "seller" ? { replyTo: found.bidder.email } : {}),
    messageId: `bid-${eventId}-${to}@${site.email.split("@").at(-1)}`,
  });
  return result.ok ? "sent" : result.code;
}
