import { and, eq, inArray } from "drizzle-orm";
import { userTable } from "#domain/identity/identity.table.ts";
import type { Message } from "#domain/notification/message.table.ts";
import { db, type Transaction } from "#platform/database/database.server.ts";
import { DEALERSHIP_ROLES, type DealershipRole } from "#values/dealership-role.ts";
import { isLocale, type Locale } from "#values/locale.ts";
import { languageOf } from "./dealership-language.ts";
import { dealershipMemberTable, type dealershipTable } from "./dealership.table.ts";

/** A recipient of e-mail; without `userId` it is the dealership's own address. */
type Reader = { to: string; locale: Locale; userId?: string };

type Addressed = Pick<typeof dealershipTable.$inferSelect, "id" | "leadEmail" | "provinceCode">;

/**
 * Everybody who is notified about a dealership's matters: its members, and its address for leads.
 */
export async function listDealershipReaders(
  transaction: Transaction,
  dealership: Addressed,
): Promise<Reader[]> {
  return [
    ...(await listDealershipPeople(transaction, dealership.id)),
    { to: dealership.leadEmail, locale: languageOf(dealership) },
  ];
}

/** The members of a dealership, or those with one of these roles in it. */
export async function listDealershipPeople(
  transaction: Transaction,
  dealershipId: string,
  roles: readonly DealershipRole[] = DEALERSHIP_ROLES,
) {
  const people = await transaction
    .select({ userId: userTable.id, to: userTable.email, locale: userTable.locale })
    .from(dealershipMemberTable)
    .innerJoin(userTable, eq(userTable.id, dealershipMemberTable.userId))
    .where(
      and(
        eq(dealershipMemberTable.dealershipId, dealershipId),
        inArray(dealershipMemberTable.role, [...roles]),
        eq(userTable.role, "dealer"),
      ),
    );
  return people.map((person): Reader & { userId: string } => ({
    ...person,
    locale: isLocale(person.locale) ? person.locale : "en",
  }));
}

/**
 * For a message's owner: returns null if the recipient has left the dealership, so that the message
 * is not sent.
 */
export async function whileMember<Params>(
  message: Message,
  params: Params,
): Promise<Params | null> {
  return (await isStillMember(message)) ? params : null;
}

/** Also true for a message to the dealership's own address, which belongs to no account. */
export async function isStillMember({
  userId,
  dealershipId,
}: Pick<Message, "userId" | "dealershipId">): Promise<boolean> {
  if (!userId) return true;
  if (!dealershipId) return false;
  const members = await db()
    .select({ id: userTable.id })
    .from(userTable)
    .innerJoin(dealershipMemberTable, eq(dealershipMemberTable.userId, userTable.id))
    .where(
      and(
        eq(userTable.id, userId),
        eq(userTable.role, "dealer"),
        eq(dealershipMemberTable.dealershipId, dealershipId),
      ),
    );
  return members.length > 0;
}
