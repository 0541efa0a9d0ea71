import { and, asc, desc, eq, inArray, isNotNull, isNull, lt } from "drizzle-orm";
import type { AuditThingKind } from "#domain/audit/audit.ts";
import { now } from "#platform/clock/clock.server.ts";
import { db, type Queryable } from "#platform/database/database.server.ts";
import { expiredRows } from "#platform/database/expired-rows.server.ts";
import { countAgainst, type RateLimit } from "#platform/limit/rate-limit.server.ts";
import { mac } from "#platform/vault/vault.server.ts";
import { site } from "#site/site.ts";
import { isUuid } from "#values/uuid.ts";
import { staffChangeTable } from "./staff-change.table.ts";

const LINK = "staff change link";

/** The key at the end of the e-mail's link: nobody can forge one, and none is stored. */
export function createObjectionKey(changeId: string): string {
  return `${changeId}.${mac().hmac(LINK, changeId)}`;
}

function readObjectionKey(key: string): string | null {
  const [id = "", digest = ""] = key.split(".");
  return isUuid(id) && mac().hmacMatches(LINK, id, digest) ? id : null;
}

const MOST_SHOWN = 50;

/**
 * The change of a link, with later changes of the same thing that its owner was notified of:
 * several photos share one e-mail. Null if the key is not valid, or if the change was deleted.
 */
export async function findStaffChangeByKey(key: string) {
  const id = readObjectionKey(key);
  const [change] = id
    ? await db().select().from(staffChangeTable).where(eq(staffChangeTable.id, id))
    : [];
  if (!change) return null;
  const { ownerUserId, thingKind, thingId, kind } = change;
  const since = await db()
    .select()
    .from(staffChangeTable)
    .where(
      and(
        eq(staffChangeTable.thingKind, thingKind),
        eq(staffChangeTable.thingId, thingId),
        eq(staffChangeTable.kind, kind),
        ownerUserId === null
          ? isNull(staffChangeTable.ownerUserId)
          : eq(staffChangeTable.ownerUserId, ownerUserId),
      ),
    )
    .orderBy(desc(staffChangeTable.at), desc(staffChangeTable.id))
    .limit(MOST_SHOWN);
  return { change, since: since.filter(({ at }) => at >= change.at) };
}

/** Generous by IP address, which an office shares; an owner sends one. */
const OBJECTIONS_BY_ADDRESS: RateLimit = {
  name: "objections by address",
  most: 30,
  windowMs: 60 * 60_000,
};

type ObjectResult =
  | { ok: true }
  | { ok: false; code: "no_such_link" }
  | { ok: false; code: "too_many"; retryAfterSeconds: number };

/** Stores an owner's objection, for staff's reports. A second one replaces the first. */
export async function objectToChange(
  key: string,
  objection: string,
  ipAddress: string,
): Promise<ObjectResult> {
  const limit = await countAgainst(OBJECTIONS_BY_ADDRESS, ipAddress);
  if (!limit.ok) return { ok: false, code: "too_many", retryAfterSeconds: limit.retryAfterSeconds };
  const id = readObjectionKey(key);
  if (id === null) return { ok: false, code: "no_such_link" };
  const objected = await db()
    .update(staffChangeTable)
    .set({ objection, objectedAt: now(), settledAt: null, settledByUserId: null })
    .where(eq(staffChangeTable.id, id))
    .returning({ id: staffChangeTable.id });
  return objected.length > 0 ? { ok: true } : { ok: false, code: "no_such_link" };
}

export type ListedObjection = Awaited<ReturnType<typeof listOpenObjections>>[number];

/** The open objections of owners, for staff: the oldest first. */
export async function listOpenObjections() {
  const { id, kind, thingKind, thingId, thingName, changes, reason, at, objection, objectedAt } =
    staffChangeTable;
  return db()
    .select({ id, kind, thingKind, thingId, thingName, changes, reason, at, objection, objectedAt })
    .from(staffChangeTable)
    .where(and(isNotNull(objection), isNull(staffChangeTable.settledAt)))
    .orderBy(asc(objectedAt))
    .limit(100);
}

/**
 * Deletes the changes of deleted things with them: an objection may contain more than the thing
 * itself did.
 */
export async function forgetStaffChanges(
  queryable: Queryable,
  thingKind: AuditThingKind,
  thingIds: readonly string[],
): Promise<void> {
  if (thingIds.length === 0) return;
  await queryable
    .delete(staffChangeTable)
    .where(
      and(
        eq(staffChangeTable.thingKind, thingKind),
        inArray(staffChangeTable.thingId, [...thingIds]),
      ),
    );
}

/** Changes that are too old for an objection; the audit log stores them for longer. */
export const oldStaffChanges = expiredRows(staffChangeTable, (at) => {
  const before = new Date(at);
  before.setUTCMonth(before.getUTCMonth() - site.retention.staffChangeMonths);
  return lt(staffChangeTable.at, before);
});
