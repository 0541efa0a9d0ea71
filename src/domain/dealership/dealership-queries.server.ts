import { and, arrayContains, asc, eq, inArray, sql } from "drizzle-orm";
import { now } from "#platform/clock/clock.server.ts";
import { db, type Queryable } from "#platform/database/database.server.ts";
import { prepareQuery } from "#platform/database/prepared-query.server.ts";
import { DEALERSHIP_ROLES, type DealershipRole } from "#values/dealership-role.ts";
import type { LeadKind } from "#values/lead-kind.ts";
import { isProvince, type ProvinceCode } from "#values/province.ts";
import {
  type Candidate,
  chooseDealership,
  type Considered,
  type Location,
  type RouteReason,
  selectThatReach,
} from "./dealership.ts";
import { userTable } from "#domain/identity/identity.table.ts";
import { dealershipTable, dealershipMemberTable } from "./dealership.table.ts";

/** All dealerships by name, for a select list. */
export async function listDealerships(): Promise<{ id: string; name: string }[]> {
  return db()
    .select({ id: dealershipTable.id, name: dealershipTable.name })
    .from(dealershipTable)
    .orderBy(asc(dealershipTable.name));
}

/** All dealerships by name, with an overview for staff. */
export async function listDealershipsForStaff() {
  return db()
    .select({
      id: dealershipTable.id,
      name: dealershipTable.name,
      licenceNumber: dealershipTable.licenceNumber,
      city: dealershipTable.city,
      provinceCode: dealershipTable.provinceCode,
      leadEmail: dealershipTable.leadEmail,
      takesLeadKinds: dealershipTable.takesLeadKinds,
      active: dealershipTable.active,
      isDemo: dealershipTable.isDemo,
      recentLeadCount,
    })
    .from(dealershipTable)
    .orderBy(asc(dealershipTable.name));
}

/** One dealership with all its data. */
export async function findDealershipForStaff(id: string) {
  return findDealership(db(), id);
}

/** The members of a dealership, by name. */
export async function listDealershipMembers(
  dealershipId: string,
): Promise<{ id: string; name: string; email: string }[]> {
  return db()
    .select({ id: userTable.id, name: userTable.name, email: userTable.email })
    .from(dealershipMemberTable)
    .innerJoin(userTable, eq(userTable.id, dealershipMemberTable.userId))
    .where(eq(dealershipMemberTable.dealershipId, dealershipId))
    .orderBy(asc(userTable.name));
}

export type MatchedDealership = { id: string; name: string; leadEmail: string };

/** A dealership that the rules chose; null for the reason of one that the person named. */
export type RoutedDealership = MatchedDealership & { reason?: RouteReason };

/**
 * The leads of the last 30 days. The lead's table references this one, so it is written in SQL: an
 * import would make the two folders depend on each other.
 */
const recentLeadCount = sql<number>`(
  select count(*)::int from lead
  where lead.dealership_id = ${dealershipTable}.id and lead.received_at > now() - interval '30 days'
)`;

/**
 * The dealership that a lead of this kind and location is routed to; null if none takes it: then
 * our own staff handle it. A lead about a dealership's own car goes to that dealership if it takes
 * such leads from the person's province.
 *
 * Runs in the transaction that stores the lead, and takes no lock. Leads at the same instant may
 * see the same counts and go to the same dealership; the next leads even that out. A lock would
 * make every lead of a region wait for the one before.
 */
export async function matchDealership(
  queryable: Queryable,
  lead: Location & { kind: LeadKind; sellingDealershipId?: string | null },
): Promise<RoutedDealership | null> {
  const route = chooseDealership(await candidatesFor(queryable, lead), lead);
  if (!route) return null;
  const { id, name, leadEmail } = route.chosen;
  return { id, name, leadEmail, reason: route.reason };
}

/** Every dealership, for the question who would get a lead and why the others would not. */
export function listConsidered(): Promise<Considered[]> {
  return db()
    .select({
      id: dealershipTable.id,
      name: dealershipTable.name,
      leadEmail: dealershipTable.leadEmail,
      provinceCode: dealershipTable.provinceCode,
      lat: dealershipTable.lat,
      lon: dealershipTable.lon,
      servedRadiusKm: dealershipTable.servedRadiusKm,
      active: dealershipTable.active,
      takesLeadKinds: dealershipTable.takesLeadKinds,
      servedProvinces: dealershipTable.servedProvinces,
      recentLeadCount,
    })
    .from(dealershipTable)
    .orderBy(dealershipTable.name);
}

/** All dealerships that take this kind of lead and serve the location, the nearest first. */
export async function listDealershipsThatReach(
  queryable: Queryable,
  lead: Location & { kind: LeadKind },
): Promise<MatchedDealership[]> {
  return selectThatReach(await candidatesFor(queryable, lead), lead).map(
    ({ id, name, leadEmail }) => ({ id, name, leadEmail }),
  );
}

async function candidatesFor(
  queryable: Queryable,
  lead: Location & { kind: LeadKind },
): Promise<Candidate[]> {
  return queryable
    .select({
      id: dealershipTable.id,
      name: dealershipTable.name,
      leadEmail: dealershipTable.leadEmail,
      provinceCode: dealershipTable.provinceCode,
      lat: dealershipTable.lat,
      lon: dealershipTable.lon,
      servedRadiusKm: dealershipTable.servedRadiusKm,
      recentLeadCount,
    })
    .from(dealershipTable)
    .where(
      and(
        eq(dealershipTable.active, true),
        arrayContains(dealershipTable.takesLeadKinds, [lead.kind]),
        lead.provinceCode === null
          ? undefined
          : isProvince(lead.provinceCode)
            ? arrayContains(dealershipTable.servedProvinces, [lead.provinceCode])
            : sql`false`,
      ),
    )
    .orderBy(dealershipTable.name);
}

export async function findDealership(
  queryable: Queryable,
  id: string,
): Promise<typeof dealershipTable.$inferSelect | null> {
  const [found] = await queryable.select().from(dealershipTable).where(eq(dealershipTable.id, id));
  return found ?? null;
}

/** The dealership with this id, if it is active and takes this kind of lead. */
export async function findDealershipTaking(
  queryable: Queryable,
  id: string,
  kind: LeadKind,
): Promise<MatchedDealership | null> {
  const found = await findDealership(queryable, id);
  return found?.active && found.takesLeadKinds.includes(kind) ? found : null;
}

type ServingDealership = { name: string; city: string; provinceCode: ProvinceCode };

/** All dealerships that take leads, for the public list of the areas that we serve. */
export function listActiveDealerships(): Promise<ServingDealership[]> {
  return selectActive({});
}

const selectActive = prepareQuery(
  "active_dealerships",
  [],
  (database) =>
    database
      .select({
        name: dealershipTable.name,
        city: dealershipTable.city,
        provinceCode: dealershipTable.provinceCode,
      })
      .from(dealershipTable)
      .where(eq(dealershipTable.active, true))
      .orderBy(dealershipTable.provinceCode, dealershipTable.city, dealershipTable.name),
  { from: db },
);

/** The dealership that a person is a member of; null if there is none. */
export async function findDealershipOfMember(
  queryable: Queryable,
  userId: string,
): Promise<{ id: string; name: string } | null> {
  const [found] = await queryable
    .select({ id: dealershipTable.id, name: dealershipTable.name })
    .from(dealershipMemberTable)
    .innerJoin(dealershipTable, eq(dealershipTable.id, dealershipMemberTable.dealershipId))
    .where(eq(dealershipMemberTable.userId, userId));
  return found ?? null;
}

/** The names of the dealerships that these people are members of, by their ids. */
export async function findDealershipNames(
  userIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (userIds.length === 0) return new Map();
  const found = await db()
    .select({ userId: dealershipMemberTable.userId, name: dealershipTable.name })
    .from(dealershipMemberTable)
    .innerJoin(dealershipTable, eq(dealershipTable.id, dealershipMemberTable.dealershipId))
    .where(inArray(dealershipMemberTable.userId, [...userIds]));
  return new Map(found.map(({ userId, name }) => [userId, name]));
}

/**
 * Makes a person a member of a dealership, and of no other. Its first member is its owner; without
 * a role, the next ones are managers.
 */
export async function joinDealership(
  queryable: Queryable,
  userId: string,
  dealershipId: string,
  role: DealershipRole = "manager",
): Promise<void> {
  const joined = { dealershipId, role, joinedAt: now() };
  await queryable
    .insert(dealershipMemberTable)
    .values({ userId, ...joined })
    .onConflictDoUpdate({ target: dealershipMemberTable.userId, set: joined });
  await makeSureOfOwner(queryable, dealershipId);
}

/** Ends a person's membership of a dealership, if any. */
export async function leaveDealership(queryable: Queryable, userId: string): Promise<void> {
  const left = await queryable
    .delete(dealershipMemberTable)
    .where(eq(dealershipMemberTable.userId, userId))
    .returning({ dealershipId: dealershipMemberTable.dealershipId });
  for (const { dealershipId } of left) await makeSureOfOwner(queryable, dealershipId);
}

/** A dealership without an owner could not change its team: its first member becomes the owner. */
async function makeSureOfOwner(queryable: Queryable, dealershipId: string): Promise<void> {
  const members = await listMemberRoles(queryable, dealershipId);
  const [first] = members;
  if (!first || members.some(({ role }) => role === "owner")) return;
  await queryable
    .update(dealershipMemberTable)
    .set({ role: "owner" })
    .where(eq(dealershipMemberTable.userId, first.userId));
}

/** The members of a dealership with their roles, by how much they may do, then who joined first. */
export async function listMemberRoles(
  queryable: Queryable,
  dealershipId: string,
): Promise<{ userId: string; role: DealershipRole }[]> {
  const { userId, role, joinedAt } = dealershipMemberTable;
  const members = await queryable
    .select({ userId, role })
    .from(dealershipMemberTable)
    .where(eq(dealershipMemberTable.dealershipId, dealershipId))
    .orderBy(joinedAt, userId);
  return members.toSorted(
    (one, other) => DEALERSHIP_ROLES.indexOf(one.role) - DEALERSHIP_ROLES.indexOf(other.role),
  );
}
