import { sql } from "drizzle-orm";
import { check, index, pgTable, primaryKey, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { leadTable } from "#domain/lead/lead.table.ts";
import { checkCode, rowId } from "#platform/database/columns.ts";
import { CAR_STATES, SALE_WAYS } from "./car-state.ts";

/**
 * One car that somebody sells. Its listing and its sell request both reference it, and every sale
 * locks this row first, so that it has one buyer. It contains nothing about the car itself or a
 * person.
 */
export const carTable = pgTable(
  "car",
  {
    id: rowId(),
    state: text("state", { enum: CAR_STATES }).notNull().default("available"),
    /** How its buyer was found; null while it is available. */
    takenWay: text("taken_way", { enum: SALE_WAYS }),
    /** The bid or the dealer offer; null if the buyer was found elsewhere. */
    takenById: uuid("taken_by_id"),
    takenAt: timestamp("taken_at", { withTimezone: true }),
  },
  (table) => [
    checkCode("car_state_code", table.state, CAR_STATES),
    checkCode("car_taken_way_code", table.takenWay, SALE_WAYS),
    check(
      "car_taken",
      sql`(${table.state} = 'available') = (${table.takenWay} is null)
        and (${table.takenWay} is null) = (${table.takenAt} is null)
        and (${table.takenById} is null) = (${table.takenWay} is null or ${table.takenWay} = 'elsewhere')`,
    ),
  ],
);

/**
 * The car of a row that offers one: by default a new car, which the database creates with the row
 * (`new_car()`, in the migration).
 */
export const carId = () =>
  uuid("car_id")
    .notNull()
    .default(sql`new_car()`)
    .references(() => carTable.id);

/** The car of a sell request. The row is created when something is first done with the car. */
export const requestCarTable = pgTable(
  "sell_request_car",
  {
    leadId: uuid("lead_id")
      .primaryKey()
      .references(() => leadTable.id, { onDelete: "cascade" }),
    carId: carId(),
  },
  (table) => [index("sell_request_car_car").on(table.carId)],
);

/** Two cars with one VIN that their seller said are different: they are not asked again. */
export const carsApartTable = pgTable(
  "cars_told_apart",
  {
    /** The smaller id of the two, so that each pair has one row. */
    oneId: uuid("one_id")
      .notNull()
      .references(() => carTable.id, { onDelete: "cascade" }),
    otherId: uuid("other_id")
      .notNull()
      .references(() => carTable.id, { onDelete: "cascade" }),
    at: timestamp("at", { withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.oneId, table.otherId] }),
    index("cars_told_apart_other").on(table.otherId),
    check("cars_told_apart_once", sql`${table.oneId} < ${table.otherId}`),
  ],
);
