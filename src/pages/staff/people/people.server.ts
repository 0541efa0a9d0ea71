import { asc, desc, eq, inArray } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { dealershipOfMember } from "#domain/dealership/dealership-member.server.ts";
import { dealershipTable } from "#domain/dealership/dealership.table.ts";
import { userTable } from "#domain/identity/identity.table.ts";
import { roleChangeTable } from "#domain/people/role-change.table.ts";
import { type PageArgs, requirePermission } from "#pages/session/guards.server.ts";
import { controlCharacters } from "#forms/questions/raw-fields.ts";
import { db } from "#platform/database/database.server.ts";

const NEWEST_CHANGES = 20;

/** Who works here, what changed, and the account that was found. */
export async function loadPeople(args: PageArgs) {
  const { user } = requirePermission(args, "manageStaff");
  const person = new URL(args.request.url).searchParams.get("person") ?? "";
  const [team, dealerships, changes, found] = await Promise.all([
    teamMembers(),
    db()
      .select({ id: dealershipTable.id, name: dealershipTable.name })
      .from(dealershipTable)
      .orderBy(asc(dealershipTable.name)),
    newestChanges(),
    person && !controlCharacters.test(person) ? personById(person) : null,
  ]);
  return { found, isOneself: found?.id === user.id, team, dealerships, changes };
}

export type PeopleView = Awaited<ReturnType<typeof loadPeople>>;

const personColumns = {
  id: userTable.id,
  name: userTable.name,
  email: userTable.email,
  role: userTable.role,
  hasSecondFactor: userTable.twoFactorEnabled,
  isConfirmed: userTable.emailVerified,
  createdAt: userTable.createdAt,
};

/** The account of an address, however it is written; null where there is none. */
export async function personIdByEmail(email: string): Promise<string | null> {
  const [person] = await db()
    .select({ id: userTable.id })
    .from(userTable)
    .where(eq(userTable.email, email.toLowerCase()));
  return person?.id ?? null;
}

async function personById(id: string) {
  const [person] = await db().select(personColumns).from(userTable).where(eq(userTable.id, id));
  if (!person) return null;
  return {
    ...person,
    dealershipId: (await dealershipOfMember(db(), person.id))?.id ?? null,
  };
}

/** Everybody who sees customers' data, administrators first. */
async function teamMembers() {
  return db()
    .select(personColumns)
    .from(userTable)
    .where(inArray(userTable.role, ["admin", "staff"]))
    .orderBy(asc(userTable.role), asc(userTable.name));
}

const administrator = alias(userTable, "administrator");

async function newestChanges() {
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
    .limit(NEWEST_CHANGES);
}
