import { eq } from "drizzle-orm";
import {
  isStillMember,
  listDealershipPeople,
  listDealershipReaders,
  whileMember,
} from "#domain/dealership/dealership-readers.server.ts";
import { dealershipTable } from "#domain/dealership/dealership.table.ts";
import { isConfirmedAddress } from "#domain/identity/user.server.ts";
import { mayBeShared } from "#domain/lead/consents.server.ts";
import { buildLeadLink, LEAD_LINK_DAYS } from "#domain/lead/lead-link.server.ts";
import { leadTable } from "#domain/lead/lead.table.ts";
import { submissionTable } from "#domain/lead/submission.table.ts";
import type { EventName } from "#domain/notification/events/events.ts";
import type { Message } from "#domain/notification/message.table.ts";
import { type NewMessage, notify } from "#domain/notification/notify.server.ts";
import { findDealPath } from "#domain/deal/deal-queries.server.ts";
import type { CallOffWords } from "#domain/deal/deal-messages.server.ts";
import { m } from "#messages/messages.js";
import { db, type Transaction } from "#platform/database/database.server.ts";
import { paths } from "#site/paths.ts";
import { isLocale, type Locale } from "#values/locale.ts";
import { listInvitedNames } from "./sell-request-lead.server.ts";
import { formatOfferedCarName } from "./offered-car.ts";
import { findAgreedAmount } from "./dealer-offer.ts";
import { dealerOfferTable, offerCounterTable } from "./dealer-offer.table.ts";

type AboutOffer = { leadId: string; dealershipId: string; offerId: string };

/** Notifies the seller of what a dealership did, in the same transaction. */
export async function notifySeller(
  transaction: Transaction,
  event: "offer_made" | "offer_withdrawn" | "offer_counter_accepted" | "offer_counter_declined",
  about: AboutOffer,
): Promise<void> {
  const { lead, nameCar, dealership, offer, counter } = await readAboutOffer(transaction, about);
  if (!lead.email) return;
  const { amountCad, validUntil } = offer;
  // If the address is not confirmed, the message contains nothing that anybody typed; its link
  // shows everything.
  const isTheirs = await isConfirmedAddress(lead.email, transaction);
  const conditions = isTheirs ? offer.conditions : "";
  const counterCad = counter?.amountCad ?? amountCad;
  const locale = localeOr(lead.locale, "en");
  const addressed = {
    to: lead.email,
    locale,
    leadId: lead.id,
    dealershipId: dealership.id,
  };
  const params = {
    car: isTheirs
      ? nameCar(locale)
      : m.purchase_offer_mail_your_car({ reference: lead.reference }, { locale }),
    firstName: isTheirs ? lead.firstName : "",
    dealership: dealership.name,
    amountCad,
    path: buildLeadLink(paths.sellRequest(lead.reference), lead, lead.email, {
      fragment: "#offers",
    }),
  };
  await notify(transaction, fill());

  function fill(): NewMessage {
    switch (event) {
      case "offer_made":
        return { ...addressed, event, params: { ...params, validUntil, conditions } };
      case "offer_withdrawn":
        return { ...addressed, event, params };
      case "offer_counter_accepted":
        return {
          ...addressed,
          event,
          params: { ...params, offerId: offer.id, counterCad, phone: dealership.phone },
        };
      case "offer_counter_declined":
        return { ...addressed, event, params: { ...params, counterCad, validUntil } };
    }
  }
}

/** Notifies a dealership's members, and its address for leads, of the seller's answer. */
export async function notifyDealership(
  transaction: Transaction,
  event:
    | "offer_accepted"
    | "offer_declined"
    | "offer_reopened"
    | "offer_passed_over"
    | "offer_car_sold"
    | "offer_on_hold"
    | "offer_available_again"
    | "offer_called_off"
    | "offer_countered"
    | "offer_counter_withdrawn",
  about: AboutOffer,
  /** Why the seller called a sale off, if they said so. */
  reason?: CallOffWords,
): Promise<void> {
  const { lead, nameCar, dealership, offer, counter } = await readAboutOffer(transaction, about);
  const isSellersPrice = counter?.answer === "accepted";
  const notified = {
    dealership: dealership.name,
    amountCad: findAgreedAmount({ amountCad: offer.amountCad, counter }),
    reference: lead.reference,
    path: paths.dealerRequest(lead.reference),
  };
  const { phone, email } = lead;
  const readers = await listDealershipReaders(transaction, dealership);
  await notify(
    transaction,
    ...readers.map((reader): NewMessage => {
      const params = { ...notified, car: nameCar(reader.locale) };
      const addressed = { ...reader, leadId: lead.id, dealershipId: dealership.id };
      if (event === "offer_accepted")
        return {
          ...addressed,
          event,
          params: { ...params, offerId: offer.id, isSellersPrice, phone, email },
        };
      if (event === "offer_called_off")
        return { ...addressed, event, params: { ...params, ...reason } };
      if (event !== "offer_countered" && event !== "offer_counter_withdrawn")
        return { ...addressed, event, params };
      const counterCad = counter?.amountCad ?? offer.amountCad;
      return { ...addressed, event, params: { ...params, counterCad } };
    }),
  );
}

/**
 * Notifies all members of a dealership that it is invited. Its address for leads gets the lead
 * itself, as ADF.
 */
export async function notifyInvited(
  transaction: Transaction,
  about: { leadId: string; dealershipId: string },
): Promise<void> {
  const { lead, nameCar } = await readLead(transaction, about.leadId);
  const { city, reference } = lead;
  const members = await listDealershipPeople(transaction, about.dealershipId);
  await notify(
    transaction,
    ...members.map((member): NewMessage => ({
      ...member,
      ...about,
      event: "offer_invited",
      key: `offer_invited:${about.leadId}:${about.dealershipId}:${member.userId}`,
      params: {
        car: nameCar(member.locale),
        city,
        reference,
        path: paths.dealerRequest(reference),
      },
    })),
  );
}

/**
 * Checks made again when a message is sent. A person who has left the dealership gets nobody's
 * phone number, and an invitation is not sent if the car is no longer shared. Answers to an offer
 * are still sent to the dealership that made it.
 */
export const dealerOfferMessages = {
  offer_invited: {
    prepare: async <Params>(message: Message, params: Params) =>
      (await isStillMember(message)) && (await isStillShared(message)) ? params : null,
  },
  offer_accepted: { prepare: nameDealToDealership },
  offer_counter_accepted: { prepare: nameDealToSeller },
  offer_declined: { prepare: whileMember },
  offer_reopened: { prepare: whileMember },
  offer_passed_over: { prepare: whileMember },
  offer_car_sold: { prepare: whileMember },
  offer_on_hold: { prepare: whileMember },
  offer_available_again: { prepare: whileMember },
  offer_called_off: { prepare: whileMember },
  offer_countered: { prepare: whileMember },
  offer_counter_withdrawn: { prepare: whileMember },
} satisfies Partial<Record<EventName, unknown>>;

type OfDeal = { offerId?: string | undefined };

/**
 * The deal is stored after the message, in the same transaction, so it is looked up when the
 * message is sent.
 */
async function nameDealToDealership<Params extends OfDeal>(message: Message, params: Params) {
  const dealPath = await findDealPath(params.offerId);
  return whileMember(message, dealPath ? { ...params, dealPath } : params);
}

/** The same for the seller, whose link proves their mailbox. */
async function nameDealToSeller<Params extends OfDeal>(
  { leadId, recipient }: Message,
  params: Params,
) {
  const dealPath = await findDealPath(params.offerId);
  if (!dealPath || !leadId) return params;
  const [lead] = await db().select().from(leadTable).where(eq(leadTable.id, leadId));
  return lead ? { ...params, dealPath: buildLeadLink(dealPath, lead, recipient) } : params;
}

async function isStillShared({ leadId }: Message): Promise<boolean> {
  if (!leadId) return false;
  const [lead] = await db()
    .select({ submissionId: leadTable.submissionId })
    .from(leadTable)
    .where(eq(leadTable.id, leadId));
  return lead !== undefined && mayBeShared(db(), lead.submissionId);
}

/**
 * For the seller's confirmation: which dealerships were invited, and the link to the page with
 * their offers.
 */
export async function describeRequestForConfirmation(
  lead: typeof leadTable.$inferSelect,
  email: string,
) {
  return {
    dealerships: await listInvitedNames(lead.id),
    path: buildLeadLink(paths.sellRequest(lead.reference), lead, email),
    linkDays: LEAD_LINK_DAYS,
  };
}

async function readAboutOffer(
  transaction: Transaction,
  { leadId, dealershipId, offerId }: AboutOffer,
) {
  const { lead, nameCar } = await readLead(transaction, leadId);
  const [found] = await transaction
    .select({
      offer: dealerOfferTable,
      dealership: dealershipTable,
      counter: { amountCad: offerCounterTable.amountCad, answer: offerCounterTable.answer },
    })
    .from(dealerOfferTable)
    .leftJoin(offerCounterTable, eq(offerCounterTable.offerId, dealerOfferTable.id))
    .innerJoin(dealershipTable, eq(dealershipTable.id, dealershipId))
    .where(eq(dealerOfferTable.id, offerId));
  if (!found) throw new Error("An offer to tell of is not there.");
  return { lead, nameCar, ...found };
}

async function readLead(transaction: Transaction, leadId: string) {
  const [found] = await transaction
    .select({ lead: leadTable, answers: submissionTable.answers })
    .from(leadTable)
    .innerJoin(submissionTable, eq(submissionTable.id, leadTable.submissionId))
    .where(eq(leadTable.id, leadId));
  if (!found) throw new Error("A lead to tell of is not there.");
  const nameCar = (locale: Locale) => formatOfferedCarName(found.answers, locale);
  return { lead: found.lead, nameCar };
}

function localeOr(value: string, otherwise: Locale): Locale {
  return isLocale(value) ? value : otherwise;
}
