import { eq, sql } from "drizzle-orm";
import type { Transaction } from "#platform/database/database.server.ts";
import {
  CAR_MOVES,
  type CarMove,
  type CarRefusal,
  findCarRefusal,
  type Taker,
} from "./car-state.ts";
import { carTable } from "./car.table.ts";

export type Car = typeof carTable.$inferSelect;

/** The car, locked until the transaction ends: whatever else would sell it waits and then sees this. */
export async function lockCar(transaction: Transaction, id: string): Promise<Car> {
  const [car] = await transaction
    .select()
    .from(carTable)
    .where(eq(carTable.id, id))
    .for("no key update");
  if (!car) throw new Error("A row names a car that is not there.");
  return car;
}

/** Makes a move of a locked car, or says why not. Who follows it is told by the caller. */
export async function moveCar(
  transaction: Transaction,
  car: Car,
  move: CarMove,
  taker: Taker | null,
): Promise<{ ok: true; car: Car } | { ok: false; code: CarRefusal }> {
  const refusal = findCarRefusal(move, car, taker);
  if (refusal) return { ok: false, code: refusal };
  const { to: state } = CAR_MOVES[move];
  // Sold to nobody of here while it was held for somebody: it went to whom it was held for.
  const taken =
    state === "sold" && taker?.way === "elsewhere" && car.takenWay ? car : asColumns(taker);
  const [moved] = await transaction
    .update(carTable)
    .set(
      state === "available"
        ? { state, takenWay: null, takenById: null, takenAt: null }
        : {
            state,
            takenWay: taken.takenWay,
            takenById: taken.takenById,
            takenAt: sql`clock_timestamp()`,
          },
    )
    .where(eq(carTable.id, car.id))
    .returning();
  return { ok: true, car: moved! };
}

function asColumns(taker: Taker | null) {
  return { takenWay: taker?.way ?? null, takenById: taker?.id ?? null };
}
