import { and, eq } from "drizzle-orm";
import { now } from "#platform/clock/clock.server.ts";
import { db } from "#platform/database/database.server.ts";
import type { ChecklistItem } from "./checklist.ts";
import type { DealSide } from "./deal-state.ts";
import { dealTickTable } from "./deal.table.ts";

export type Tick = { item: ChecklistItem; side: DealSide; at: Date };

/** Ticks or unticks a checklist item for one side. Doing so twice has no further effect. */
export async function setTick(
  dealId: string,
  { item, side, userId }: { item: ChecklistItem; side: DealSide; userId: string | null },
  isDone: boolean,
): Promise<void> {
  if (isDone) {
    await db()
      .insert(dealTickTable)
      .values({ dealId, item, side, byUserId: userId, at: now() })
      .onConflictDoNothing();
    return;
  }
  const { dealId: deal, item: ticked, side: by } = dealTickTable;
  await db()
    .delete(dealTickTable)
    .where(and(eq(deal, dealId), eq(ticked, item), eq(by, side)));
}

export async function listTicks(id: string): Promise<Tick[]> {
  const { item, side, at, dealId } = dealTickTable;
  return db().select({ item, side, at }).from(dealTickTable).where(eq(dealId, id));
}
