import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { mayBeShared } from "#domain/lead/consent/consent.server.ts";
import { dealershipMemberTable } from "#domain/dealership/dealership-member.table.ts";
import { dealershipTable } from "#domain/dealership/dealership.table.ts";
import { senders } from "#domain/notification/senders.server.ts";
import { userTable } from "#domain/identity/identity.table.ts";
import { leadTable } from "#domain/lead/lead.table.ts";
import { submissionTable } from "#domain/lead/submission/submission.table.ts";
import { paths } from "#site/paths.ts";
import { db, type Transaction } from "#platform/database/database.server.ts";
import { log } from "#platform/log/log.server.ts";
import {
  ensureQueue,
  type Job,
  sendInTransaction,
  workQueue,
} from "#platform/queue/queue.server.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { isLocale, type Locale } from "#values/locale.ts";
import { site } from "#site/site.ts";
import { DEALERSHIP_NEWS, offerEmail, type OfferNewsKind, SELLER_NEWS } from "./offer-email.ts";
import { offeredCarName } from "./offered-car.ts";
import { purchaseOfferTable } from "./purchase-offer.table.ts";
import { saleLinkPath } from "./sale-link.server.ts";

export const OFFER_MAIL_QUEUE = "offer_mail";

/** As the leads' own deliveries: an outage of an afternoon loses no mail. */
export const OFFER_MAIL_RETRIES = {
  retryLimit: 9,
  retryDelaySeconds: 10,
  retryDelayMaxSeconds: 3600,
};

/** Who reads it: the person who sells, one person of the dealership, or its address for leads. */
type Reader = { who: "seller" } | { who: "member"; userId: string } | { who: "lead_address" };

/** Ids only: what the mail says is read when it is sent, and neither address nor key lies in the queue. */
export type OfferMail = {
  /** The same for every try, so that a receiver can drop the second copy. */
  id: string;
  kind: OfferNewsKind;
  leadId: string;
  dealershipId: string;
  offerId: string | null;
  reader: Reader;
};

type About = { leadId: string; dealershipId: string; offerId: string | null };

/** Queues news for the seller, in the transaction of what it tells about. */
export async function tellSeller(
  transaction: Transaction,
  kind: (typeof SELLER_NEWS)[number],
  about: About,
): Promise<void> {
  await queue(transaction, { ...about, kind, reader: { who: "seller" } });
}

/** Queues news for everybody of a dealership, and for its address for leads. */
export async function tellDealership(
  transaction: Transaction,
  kind: (typeof DEALERSHIP_NEWS)[number],
  about: About,
): Promise<void> {
  const members = await transaction
    .select({ userId: dealershipMemberTable.userId })
    .from(dealershipMemberTable)
    .where(eq(dealershipMemberTable.dealershipId, about.dealershipId));
  for (const { userId } of members) {
    await queue(transaction, { ...about, kind, reader: { who: "member", userId } });
  }
  // The request itself went there as ADF already.
  if (kind !== "invited") {
    await queue(transaction, { ...about, kind, reader: { who: "lead_address" } });
  }
}

async function queue(transaction: Transaction, mail: Omit<OfferMail, "id">): Promise<void> {
  await sendInTransaction(transaction, OFFER_MAIL_QUEUE, { ...mail, id: randomUUID() });
}

/** Boot: `siteOrigin` is what links in mails begin with. */
export async function startOfferMails(siteOrigin: string): Promise<void> {
  await ensureQueue(OFFER_MAIL_QUEUE, OFFER_MAIL_RETRIES);
  await workQueue<OfferMail>(OFFER_MAIL_QUEUE, { concurrency: 2 }, (job) => work(job, siteOrigin));
}

class TryAgain extends Error {
  override name = "TryAgain";
}

async function work(job: Job<OfferMail>, siteOrigin: string): Promise<void> {
  const sent = await sendOfferMail(job.data, siteOrigin);
  log.info("offer mail tried", { channel: job.data.kind, outcome: sent });
  if (sent !== "sent" && sent !== "permanent" && !job.isLastAttempt) throw new TryAgain();
}

/** Writes and sends one mail in its reader's language. A request that is gone meanwhile owes none. */
export async function sendOfferMail(mail: OfferMail, siteOrigin: string): Promise<string> {
  const found = await factsOf(mail);
  const reader = found && (await readerOf(mail, found));
  if (!found || !reader) return "permanent";
  // Nobody is asked about a car that is no longer shared. Answers to an offer still go to its maker.
  if (mail.kind === "invited" && !(await mayBeShared(db(), found.submission.id)))
    return "permanent";
  const { lead, submission, dealership, offer } = found;
  const link = new URL(reader.path, siteOrigin).href;
  const result = await senders().email.send({
    to: reader.email,
    ...offerEmail({
      kind: mail.kind,
      locale: reader.locale,
      car: offeredCarName(submission.answers),
      reference: lead.reference,
      city: lead.city,
      dealershipName: dealership.name,
      offer,
      seller: mail.kind === "offer_accepted" ? { email: lead.email, phone: lead.phone } : null,
      link,
    }),
    messageId: `offer-${mail.id}@${site.email.split("@").at(-1)}`,
  });
  return result.ok ? "sent" : result.code;
}

type Facts = NonNullable<Awaited<ReturnType<typeof factsOf>>>;

async function factsOf({ leadId, dealershipId, offerId }: OfferMail) {
  const [row] = await db()
    .select({ lead: leadTable, submission: submissionTable, dealership: dealershipTable })
    .from(leadTable)
    .innerJoin(submissionTable, eq(submissionTable.id, leadTable.submissionId))
    .innerJoin(dealershipTable, eq(dealershipTable.id, dealershipId))
    .where(eq(leadTable.id, leadId));
  if (!row) return null;
  if (offerId === null) return { ...row, offer: null };
  const [offer] = await db()
    .select()
    .from(purchaseOfferTable)
    .where(eq(purchaseOfferTable.id, offerId));
  return offer ? { ...row, offer } : null;
}

async function readerOf(
  { reader }: OfferMail,
  { lead, dealership }: Facts,
): Promise<{ email: string; locale: Locale; path: string } | null> {
  const roomIn = (locale: Locale) => hrefIn(paths.dealerRequest(lead.reference), locale);
  if (reader.who === "lead_address") {
    // A dealership has no language of its own here; its province's stands in.
    const locale = dealership.provinceCode === "QC" ? "fr" : "en";
    return { email: dealership.leadEmail, locale, path: roomIn(locale) };
  }
  if (reader.who === "member") {
    const user = await requireMember(dealership.id, reader.userId);
    if (!user) return null;
    const locale = localeOf(user.locale);
    return { email: user.email, locale, path: roomIn(locale) };
  }
  if (!lead.email) return null;
  const path = saleLinkPath(lead, lead.email, "#offers");
  return { email: lead.email, locale: localeOf(lead.locale), path };
}

/** Asked when it is sent: whoever left the dealership meanwhile gets nobody's phone number. */
async function requireMember(dealershipId: string, userId: string) {
  const [member] = await db()
    .select({ email: userTable.email, locale: userTable.locale })
    .from(userTable)
    .innerJoin(dealershipMemberTable, eq(dealershipMemberTable.userId, userTable.id))
    .where(
      and(
        eq(userTable.id, userId),
        eq(userTable.role, "dealer"),
        eq(dealershipMemberTable.dealershipId, dealershipId),
      ),
    );
  return member ?? null;
}

function localeOf(value: string): Locale {
  return isLocale(value) ? value : "en";
}
