import { eq } from "drizzle-orm";
import { dealershipTable } from "#domain/dealership/dealership.table.ts";
import { userTable } from "#domain/identity/identity.table.ts";
import { leadTable } from "#domain/lead/lead.table.ts";
import { db } from "#platform/database/database.server.ts";
import type { DealSide } from "./deal-state.ts";
import type { Deal } from "./deal.table.ts";

/** A side of a deal, as the other side and the bill of sale name it. */
export type Party = {
  /** In full: both sign with it. Empty where a request named nobody. */
  name: string;
  /** E.164, where the other side has it: from a bid, a request, or a dealership's own. */
  phone: string | null;
  /** The same. */
  email: string | null;
  /** A dealership's; a person's address is filled in by hand. */
  address: string | null;
  isDealership: boolean;
};

export async function loadParties(deal: Deal): Promise<Record<DealSide, Party>> {
  const [buyer, seller] = await Promise.all([loadBuyer(deal), loadSeller(deal)]);
  return { buyer, seller };
}

const NOBODY: Party = { name: "", phone: null, email: null, address: null, isDealership: false };

async function loadBuyer({ buyerUserId, buyerDealershipId, buyerPhone }: Deal): Promise<Party> {
  if (buyerDealershipId) return loadDealership(buyerDealershipId);
  if (!buyerUserId) return NOBODY;
  const person = await findPerson(buyerUserId);
  return { ...NOBODY, name: person?.name ?? "", phone: buyerPhone, email: person?.email ?? null };
}

async function loadSeller({ sellerDealershipId, leadId, sellerUserId }: Deal): Promise<Party> {
  if (sellerDealershipId) return loadDealership(sellerDealershipId);
  if (leadId) {
    const [lead] = await db().select().from(leadTable).where(eq(leadTable.id, leadId));
    const named = [lead?.firstName, lead?.lastName].filter(Boolean).join(" ");
    const person = named || !sellerUserId ? null : await findPerson(sellerUserId);
    const { phone = null, email = null } = lead ?? {};
    return { ...NOBODY, name: named || (person?.name ?? ""), phone, email };
  }
  // Who listed a car is written to here: a phone is shown where its listing shows it.
  const person = sellerUserId ? await findPerson(sellerUserId) : null;
  return { ...NOBODY, name: person?.name ?? "" };
}

async function findPerson(id: string) {
  const [person] = await db()
    .select({ name: userTable.name, email: userTable.email })
    .from(userTable)
    .where(eq(userTable.id, id));
  return person ?? null;
}

async function loadDealership(id: string): Promise<Party> {
  const [found] = await db().select().from(dealershipTable).where(eq(dealershipTable.id, id));
  if (!found) return NOBODY;
  const { name, phone, streetAddress, city, provinceCode, postalCode } = found;
  const address = [streetAddress, city, `${provinceCode} ${postalCode}`].filter(Boolean).join(", ");
  return { ...NOBODY, name, phone, address, isDealership: true };
}
