import { and, asc, eq, or } from "drizzle-orm";
import { userTable } from "#domain/identity/identity.table.ts";
import { now } from "#platform/clock/clock.server.ts";
import { db } from "#platform/database/database.server.ts";
import { isUuid } from "#values/uuid.ts";
import { inboxViewTable } from "./inbox-view.table.ts";

/** More than fit into a menu. */
const MOST_VIEWS = 50;

export type InboxView = {
  id: string;
  name: string;
  isShared: boolean;
  isOwn: boolean;
  /** Whose it is, if it is not the viewer's. */
  ownerName: string;
};

/** The views of this person, and those that others share, by name. */
export async function listInboxViews(userId: string): Promise<InboxView[]> {
  const rows = await db()
    .select({
      id: inboxViewTable.id,
      name: inboxViewTable.name,
      isShared: inboxViewTable.isShared,
      userId: inboxViewTable.userId,
      ownerName: userTable.name,
    })
    .from(inboxViewTable)
    .innerJoin(userTable, eq(userTable.id, inboxViewTable.userId))
    .where(or(eq(inboxViewTable.userId, userId), eq(inboxViewTable.isShared, true)))
    .orderBy(asc(inboxViewTable.name), asc(inboxViewTable.id));
  return rows.map(({ userId: ownerId, ...view }) => ({ ...view, isOwn: ownerId === userId }));
}

/** The filters of a view that this person sees; null if there is none. */
export async function findInboxView(id: string, userId: string): Promise<string | null> {
  if (!isUuid(id)) return null;
  const [view] = await db()
    .select({ query: inboxViewTable.query })
    .from(inboxViewTable)
    .where(
      and(
        eq(inboxViewTable.id, id),
        or(eq(inboxViewTable.userId, userId), eq(inboxViewTable.isShared, true)),
      ),
    );
  return view?.query ?? null;
}

type NewView = { userId: string; name: string; query: string; isShared: boolean };

/** Saves a view, in place of an own one of the same name. Null if the person has too many. */
export async function saveInboxView({ userId, name, ...view }: NewView): Promise<string | null> {
  return db().transaction(async (transaction) => {
    // Two saves of one person follow one another.
    await transaction
      .select({ id: userTable.id })
      .from(userTable)
      .where(eq(userTable.id, userId))
      .for("no key update");
    const own = await transaction
      .select({ id: inboxViewTable.id, name: inboxViewTable.name })
      .from(inboxViewTable)
      .where(eq(inboxViewTable.userId, userId))
      .orderBy(inboxViewTable.id);
    const same = own.find((each) => each.name === name);
    const columns = { ...view, savedAt: now() };
    if (same) {
      await transaction.update(inboxViewTable).set(columns).where(eq(inboxViewTable.id, same.id));
      return same.id;
    }
    if (own.length >= MOST_VIEWS) return null;
    const [saved] = await transaction
      .insert(inboxViewTable)
      .values({ ...columns, userId, name })
      .returning({ id: inboxViewTable.id });
    return saved?.id ?? null;
  });
}

/** Removes an own view; of others' nothing is removed. */
export async function deleteInboxView(id: string, userId: string): Promise<boolean> {
  if (!isUuid(id)) return false;
  const deleted = await db()
    .delete(inboxViewTable)
    .where(and(eq(inboxViewTable.id, id), eq(inboxViewTable.userId, userId)))
    .returning({ id: inboxViewTable.id });
  return deleted.length > 0;
}
