import { asc, desc, eq, inArray } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { findDealershipOfMember } from "#domain/dealership/dealership-queries.server.ts";
import { dealershipTable } from "#domain/dealership/dealership.table.ts";
import { userTable } from "#domain/identity/identity.table.ts";
import { STAFF_ROLES } from "#domain/identity/permission.ts";
import { db } from "#platform/database/database.server.ts";
import { roleChangeTable } from "./role-change.table.ts";

const personColumns = {
  id: userTable.id,
  name: userTable.name,
  email: userTable.email,
  role: userTable.role,
  hasSecondFactor: userTable.twoFactorEnabled,
  isConfirmed: userTable.emailVerified,
  isDemo: userTable.isDemo,
  createdAt: userTable.createdAt,
};

/** An account for administrators, with its dealership. */
export async function findPerson(id: string) {
  const [person] = await db().select(personColumns).from(userTable).where(eq(userTable.id, id));
  if (!person) return null;
  return {
    ...person,
    dealershipId: (await findDealershipOfMember(db(), person.id))?.id ?? null,
  };
}

/** Everybody who sees customers' data, administrators first. */
export async function listTeam() {
  return db()
    .select(personColumns)
    .from(userTable)
    .where(inArray(userTable.role, STAFF_ROLES))
    .orderBy(asc(userTable.role), asc(userTable.name));
}

const administrator = alias(userTable, "administrator");

/** The newest changes of roles, with who made them. */
export async function listRoleChanges(most: number) {
  return db()
    .select({
      id: roleChangeTable.id,
      at: roleChangeTable.at,
      reason: roleChangeTable.reason,
      fromRole: roleChangeTable.fromRole,
      toRole: roleChangeTable.toRole,
      name: userTable.name,
      email: userTable.email,
      byName: administrator.name,
      dealershipName: dealershipTable.name,
    })
    .from(roleChangeTable)
    .innerJoin(userTable, eq(userTable.id, roleChangeTable.userId))
    .leftJoin(dealershipTable, eq(dealershipTable.id, roleChangeTable.dealershipId))
    .leftJoin(administrator, eq(administrator.id, roleChangeTable.byUserId))
    .orderBy(desc(roleChangeTable.at), desc(roleChangeTable.id))
    .limit(most);
}
