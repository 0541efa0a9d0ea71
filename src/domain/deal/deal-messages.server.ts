import { eq } from "drizzle-orm";
import {
  listDealershipReaders,
  whileMember,
} from "#domain/dealership/dealership-readers.server.ts";
import { dealershipTable } from "#domain/dealership/dealership.table.ts";
import { userTable } from "#domain/identity/identity.table.ts";
import { isConfirmedAddress } from "#domain/identity/user.server.ts";
import { buildLeadLink } from "#domain/lead/lead-link.server.ts";
import { leadTable } from "#domain/lead/lead.table.ts";
import type { Message } from "#domain/notification/message.table.ts";
import { notify } from "#domain/notification/notify.server.ts";
import type { Transaction } from "#platform/database/database.server.ts";
import { paths } from "#site/paths.ts";
import { formatCarName } from "#values/car-name.ts";
import { isLocale, type Locale } from "#values/locale.ts";
import type { CallOffReason, DealSide } from "./deal-state.ts";
import type { Deal } from "./deal.table.ts";

/** Why a deal was called off: one of our reasons, and what its side wrote with it. */
export type CallOffWords = { reason: CallOffReason; note: string };

/** Notifies one side of a deal of a change, in the transaction of that change. */
export async function notifyDealSide(
  transaction: Transaction,
  deal: Deal,
  side: DealSide,
  event: "deal_called_off" | "deal_handed_over",
  why?: CallOffWords,
): Promise<void> {
  const recipients = await listRecipients(transaction, deal, side);
  await notify(
    transaction,
    ...recipients.map(({ name, path, isUnconfirmed, ...addressed }) => ({
      ...addressed,
      event,
      key: `deal:${deal.id}:${event}:${addressed.to}`,
      params: {
        name,
        path,
        car: formatCarName(deal, addressed.locale),
        priceCad: deal.priceCad,
        ...(why && { reason: why.reason, note: isUnconfirmed ? "" : why.note }),
      },
    })),
  );
}

type DealRecipient = {
  to: string;
  locale: Locale;
  userId?: string | null;
  dealershipId?: string;
  leadId?: string;
  name: string;
  path: string;
  /** The e-mail address is not confirmed: the message contains nothing that anybody typed. */
  isUnconfirmed?: boolean;
};

async function listRecipients(
  transaction: Transaction,
  deal: Deal,
  side: DealSide,
): Promise<DealRecipient[]> {
  const path = paths.deal(deal.reference);
  if (side === "buyer" && deal.buyerDealershipId) {
    const { buyerDealershipId: dealershipId } = deal;
    const [dealership] = await transaction
      .select()
      .from(dealershipTable)
      .where(eq(dealershipTable.id, dealershipId));
    if (!dealership) return [];
    const readers = await listDealershipReaders(transaction, dealership);
    return readers.map((reader) => ({ ...reader, dealershipId, name: "", path }));
  }
  if (side === "seller" && deal.leadId) return listSenders(transaction, deal.leadId, path);
  const userId = side === "buyer" ? deal.buyerUserId : deal.sellerUserId;
  if (!userId) return [];
  const people = await transaction.select().from(userTable).where(eq(userTable.id, userId));
  return people.map(({ email: to, name, locale }) => ({
    to,
    name,
    userId,
    path,
    locale: localeOr(locale),
  }));
}

/** The sender of the request that the dealership made an offer for, with their private link. */
async function listSenders(
  transaction: Transaction,
  leadId: string,
  path: string,
): Promise<DealRecipient[]> {
  const [lead] = await transaction.select().from(leadTable).where(eq(leadTable.id, leadId));
  if (!lead?.email) return [];
  const isConfirmed = await isConfirmedAddress(lead.email, transaction);
  return [
    {
      to: lead.email,
      leadId,
      locale: localeOr(lead.locale),
      name: isConfirmed ? lead.firstName : "",
      path: buildLeadLink(path, lead, lead.email),
      isUnconfirmed: !isConfirmed,
    },
  ];
}

function localeOr(value: string): Locale {
  return isLocale(value) ? value : "en";
}

/** Checks made again when a message is sent. */
export const dealMessages = {
  deal_called_off: { prepare: dropIfNoLongerMember },
  deal_handed_over: { prepare: dropIfNoLongerMember },
};

async function dropIfNoLongerMember<Params>(
  message: Message,
  params: Params,
): Promise<Params | null> {
  return message.dealershipId ? whileMember(message, params) : params;
}
