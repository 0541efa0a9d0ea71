import { and, asc, desc, eq, inArray, ne, sql } from "drizzle-orm";
import {
  applyAnswer,
  type DeclaredChange,
  planDeclaredEdit,
} from "#domain/declaration/declared-edit.ts";
import { type Declared, type Fact, pickDeclared } from "#domain/declaration/declaration.ts";
import { userTable } from "#domain/identity/identity.table.ts";
import type { StaffChangeRefusal } from "#domain/staff-change/staff-change.ts";
import { db, type Queryable, type Transaction } from "#platform/database/database.server.ts";
import type { SignedInUser } from "#platform/request/visitor.server.ts";
import { isUuid } from "#values/uuid.ts";
import { declaredChangesColumn, type StoredChange } from "./declared-changes-column.ts";
import { changeListing, type ChangeRefused } from "./editable-listing.server.ts";
import { declaredChangeTable, listingTable } from "./listing.table.ts";
import type { Seller } from "./seller-side.ts";
import { isSoldBy } from "./sold-by.server.ts";

const isWaiting = eq(declaredChangeTable.state, "waiting");

/**
 * Stores the corrections of an edit of a locked listing, and returns the declared facts that may be
 * written to it now. The seller's new corrections replace their earlier ones that wait for staff.
 */
export async function saveDeclaredChanges(
  transaction: Transaction,
  {
    listingId,
    before,
    answered,
    by,
    editedBy,
  }: {
    listingId: string;
    before: Declared;
    answered: Declared;
    by: SignedInUser;
    editedBy: "seller" | "staff";
  },
): Promise<Declared> {
  const { write, changes } = planDeclaredEdit(before, answered, editedBy);
  const waiting = await listWaiting(listingId, transaction);
  const isSame = (one: DeclaredChange) => one.waits && waiting.get(one.fact) === one.answer;
  const input = changes.filter((change) => !isSame(change));
  // A waiting correction that staff leave unchanged in the form is not decided by that.
  const dropped = [...waiting.keys()].filter((fact) =>
    editedBy === "seller"
      ? !changes.some((change) => change.fact === fact && isSame(change))
      : input.some((change) => change.fact === fact),
  );
  if (dropped.length > 0) {
    await transaction
      .update(declaredChangeTable)
      .set({ state: "withdrawn" })
      .where(
        and(
          eq(declaredChangeTable.listingId, listingId),
          isWaiting,
          inArray(declaredChangeTable.fact, dropped),
        ),
      );
  }
  if (input.length > 0) {
    await transaction.insert(declaredChangeTable).values(
      input.map(({ fact, earlier, answer, waits }) => ({
        listingId,
        fact,
        earlier,
        answer,
        state: waits ? ("waiting" as const) : ("applied" as const),
        byUserId: by.id,
        // The clock's time, not the start of the transaction, which may have waited for the
        // listing's lock.
        at: sql`clock_timestamp()`,
      })),
    );
  }
  return write;
}

/**
 * What the same seller, or a colleague of their dealership, declared of the same car in their previous listing, in any state: a second
 * listing must not declare less. Null if there is none, or if the VIN is not known.
 */
export async function findDeclaredByVin(
  transaction: Transaction,
  seller: Seller,
  vin: string | null,
  exceptListingId: string,
): Promise<Declared | null> {
  if (vin === null) return null;
  const { id, createdAt } = listingTable;
  const isOfCar = and(isSoldBy(seller), eq(listingTable.vin, vin));
  const [found] = await transaction
    .select()
    .from(listingTable)
    .where(and(isOfCar, ne(id, exceptListingId)))
    .orderBy(desc(createdAt), desc(id))
    .limit(1);
  return found ? pickDeclared(found) : null;
}

type Waiting = Map<Fact, DeclaredChange["answer"]>;

/** The answers that wait for staff, by fact. */
async function listWaiting(listingId: string, queryable: Queryable = db()): Promise<Waiting> {
  const { fact, answer } = declaredChangeTable;
  const rows = await queryable
    .select({ fact, answer })
    .from(declaredChangeTable)
    .where(and(eq(declaredChangeTable.listingId, listingId), isWaiting));
  return new Map(rows.map((row) => [row.fact, row.answer]));
}

/**
 * The facts as the seller answered them last, for the form; includes what staff have not confirmed.
 */
export async function findAnsweredFacts(listing: Declared & { id: string }): Promise<Declared> {
  const waiting = await listWaiting(listing.id);
  let declared = pickDeclared(listing);
  for (const [fact, answer] of waiting) declared = applyAnswer(declared, fact, answer);
  return declared;
}

/** The corrections that are shown, the newest first, without those that the seller withdrew. */
export async function listDeclaredChanges(listingId: string): Promise<StoredChange[]> {
  const [found] = await db()
    .select({ changes: declaredChangesColumn })
    .from(listingTable)
    .where(eq(listingTable.id, listingId));
  return found?.changes ?? [];
}

/** Corrections that wait for staff, with their cars, the oldest first. */
export async function listWaitingChanges(most: number) {
  const { id, fact, earlier, answer, at } = declaredChangeTable;
  return db()
    .select({
      id,
      fact,
      earlier,
      answer,
      at,
      listingId: listingTable.id,
      year: listingTable.year,
      make: listingTable.make,
      model: listingTable.model,
      trim: listingTable.trim,
      sellerName: userTable.name,
    })
    .from(declaredChangeTable)
    .innerJoin(listingTable, eq(listingTable.id, declaredChangeTable.listingId))
    .innerJoin(userTable, eq(userTable.id, listingTable.sellerId))
    .where(and(isWaiting, ne(listingTable.state, "removed")))
    .orderBy(asc(at), asc(id))
    .limit(most);
}

export type DeclaredDecision = "confirmed" | "declined";

type DecisionResult =
  | { ok: true }
  | { ok: false; code: "already_decided" | StaffChangeRefusal }
  | ChangeRefused;

/** Staff's decision on a correction: once confirmed, the listing shows it. */
export async function decideDeclaredChange(
  user: SignedInUser,
  changeId: string,
  decision: DeclaredDecision,
): Promise<DecisionResult> {
  const found = isUuid(changeId) ? await findChange(changeId) : undefined;
  if (!found) return { ok: false, code: "not_found" };
  const { listingId } = found;
  return db().transaction((transaction) =>
    changeListing<DecisionResult>(transaction, { by: user, listingId }, async (listing) => {
      if (listing.editedBy === "seller") return { ok: false, code: "not_permitted" };
      const [change] = await transaction
        .update(declaredChangeTable)
        .set({ state: decision, decidedByUserId: user.id, decidedAt: sql`clock_timestamp()` })
        .where(and(eq(declaredChangeTable.id, changeId), isWaiting))
        .returning();
      if (!change) return { ok: false, code: "already_decided" };
      if (decision === "confirmed") {
        await transaction
          .update(listingTable)
          .set(applyAnswer(pickDeclared(listing), change.fact, change.answer))
          .where(eq(listingTable.id, listingId));
      }
      return { ok: true };
    }),
  );
}

async function findChange(id: string) {
  const [found] = await db()
    .select({ listingId: declaredChangeTable.listingId })
    .from(declaredChangeTable)
    .where(eq(declaredChangeTable.id, id));
  return found;
}
