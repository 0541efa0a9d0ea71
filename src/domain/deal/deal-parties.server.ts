import { eq } from "drizzle-orm";
import { dealershipTable } from "#domain/dealership/dealership.table.ts";
import { userTable } from "#domain/identity/identity.table.ts";
import { leadTable } from "#domain/lead/lead.table.ts";
import { db } from "#platform/database/database.server.ts";
import type { DealSide } from "./deal-state.ts";
import type { Deal } from "./deal.table.ts";

/** One side of a deal, with what the other side and the bill of sale may show of it. */
export type Party = {
  /** The full name, as used to sign. Empty if the request has no name. */
  name: string;
  /** E.164; from the bid, the request or the dealership. Null if the other side may not see one. */
  phone: string | null;
  /** As with the phone. */
  email: string | null;
  /** Only for a dealership; a person's address is written by hand. */
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
  // A private seller is contacted through the site's messages; their phone is on the listing if
  // they chose to show it.
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
