import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { senders } from "#domain/notification/senders.server.ts";
import { userTable } from "#domain/identity/identity.table.ts";
import { paths } from "#site/paths.ts";
import { site } from "#site/site.ts";
import { db, type Transaction } from "#platform/database/database.server.ts";
import { log } from "#platform/log/log.server.ts";
import {
  ensureQueue,
  type Job,
  sendInTransaction,
  workQueue,
} from "#platform/queue/queue.server.ts";
import { listingTable } from "#domain/listing/listing.table.ts";
import { formatListingTitle } from "#domain/listing/listing.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { isLocale } from "#values/locale.ts";
import { sellerEmail } from "./seller-email.ts";

export const SELLER_MAIL_QUEUE = "seller_mail";

/** As the bids' own mails: an outage of an afternoon loses none. */
export const SELLER_MAIL_RETRIES = {
  retryLimit: 9,
  retryDelaySeconds: 10,
  retryDelayMaxSeconds: 3600,
};

type Review = { news: "approved" | "sent_back"; listingId: string; reason: string };
type Verification = { news: "verified" | "declined"; userId: string };

/** No address lies in the queue: whom it goes to is read when it is sent. */
export type SellerMail = (Review | Verification) & {
  /** The same for every try, so that a receiver can drop the second copy. */
  id: string;
};

/** Boot: `siteOrigin` is what links in mails begin with. */
export async function startSellerMails(siteOrigin: string): Promise<void> {
  await ensureQueue(SELLER_MAIL_QUEUE, SELLER_MAIL_RETRIES);
  await workQueue<SellerMail>(SELLER_MAIL_QUEUE, { concurrency: 1 }, (job) =>
    work(job, siteOrigin),
  );
}

/** Tells a seller that staff put their listing online, or sent it back and why. */
export async function tellOfReview(transaction: Transaction, review: Review): Promise<void> {
  await queue(transaction, review);
}

/** Tells a seller what came of the wish to be verified. */
export async function tellOfVerification(
  transaction: Transaction,
  decision: Verification,
): Promise<void> {
  await queue(transaction, decision);
}

async function queue(transaction: Transaction, news: Review | Verification): Promise<void> {
  const mail: SellerMail = { ...news, id: randomUUID() };
  await sendInTransaction(transaction, SELLER_MAIL_QUEUE, mail);
}

class TryAgain extends Error {
  override name = "TryAgain";
}

async function work(job: Job<SellerMail>, siteOrigin: string): Promise<void> {
  const sent = await sendSellerMail(job.data, siteOrigin);
  log.info("seller mail tried", { channel: `seller_mail_${job.data.news}`, outcome: sent });
  if (sent !== "sent" && sent !== "permanent" && !job.isLastAttempt) throw new TryAgain();
}

/** Writes and sends one mail in its reader's language. A listing or a seller that is gone owes none. */
export async function sendSellerMail(mail: SellerMail, siteOrigin: string): Promise<string> {
  const found = await about(mail);
  if (!found) return "permanent";
  const locale = isLocale(found.locale) ? found.locale : "en";
  const path = "listingId" in mail ? paths.sellerListing(mail.listingId) : paths.sellerListings();
  const result = await senders().email.send({
    to: found.email,
    messageId: `seller-${mail.id}@${site.email.split("@").at(-1)}`,
    ...sellerEmail({
      news: mail.news,
      locale,
      readerName: found.name,
      car: found.car,
      reason: "reason" in mail ? mail.reason : "",
      link: new URL(hrefIn(path, locale), siteOrigin).href,
    }),
  });
  return result.ok ? "sent" : result.code;
}

async function about(mail: SellerMail) {
  const { name, email, locale } = userTable;
  if ("userId" in mail) {
    const [person] = await db()
      .select({ name, email, locale })
      .from(userTable)
      .where(eq(userTable.id, mail.userId));
    return person && { ...person, car: "" };
  }
  const [row] = await db()
    .select({ person: { name, email, locale }, listing: listingTable })
    .from(listingTable)
    .innerJoin(userTable, eq(userTable.id, listingTable.sellerId))
    .where(eq(listingTable.id, mail.listingId));
  return row && { ...row.person, car: formatListingTitle(row.listing) };
}
