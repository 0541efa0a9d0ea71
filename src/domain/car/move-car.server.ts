import { eq, sql } from "drizzle-orm";
import type { Transaction } from "#platform/database/database.server.ts";
import { CAR_MOVES, type CarMove, findCarRefusal, findTaken, type Taker } from "./car-state.ts";
import { carTable } from "./car.table.ts";

export type Car = typeof carTable.$inferSelect;

/**
 * The car, locked until the transaction ends: any other sale of it waits and then sees this one.
 */
export async function lockCar(transaction: Transaction, id: string): Promise<Car> {
  const [car] = await transaction
    .select()
    .from(carTable)
    .where(eq(carTable.id, id))
    .for("no key update");
  if (!car) throw new Error("A row names a car that is not there.");
  return car;
}

/**
 * Makes a move of a locked car; whatever else offers the car follows (bid/follow-car.server.ts).
 * @param taker who gets the car; null if it becomes available
 * @throws if its state does not allow the move: the caller should not have offered it
 */
export async function moveCar(
  transaction: Transaction,
  car: Car,
  move: CarMove,
  taker: Taker | null,
): Promise<void> {
  const refusal = findCarRefusal(move, car, taker);
  if (refusal) throw new Error(`A car and what offers it differ: ${refusal}.`);
  const { to: state } = CAR_MOVES[move];
  const taken = findTaken(move, car, taker);
  const takenAt = taken.takenWay === null ? null : sql`clock_timestamp()`;
  await transaction
    .update(carTable)
    .set({ state, ...taken, takenAt })
    .where(eq(carTable.id, car.id));
}
