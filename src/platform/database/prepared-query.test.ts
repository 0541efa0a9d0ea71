import { sql } from "drizzle-orm";
import { integer, pgTable, text } from "drizzle-orm/pg-core";
import { beforeAll, expect, test } from "vitest";
import { db } from "./database.server.ts";
import { prepareQuery } from "./prepared-query.server.ts";
import { useTestDatabase } from "./test-database.server.ts";

// One connection, so that the test can see and delete what it has prepared.
const database = useTestDatabase({ maxConnections: 1 });

const carTable = pgTable("prepared_car", { id: integer("id"), name: text("name") });
beforeAll(() =>
  database.asOwner(async (transaction) => {
    await transaction.execute(sql`create table prepared_car (id integer, name text)`);
    await transaction.execute(sql`grant select on prepared_car to public`);
    await transaction.insert(carTable).values([
      { id: 1, name: "Civic" },
      { id: 2, name: "Golf" },
    ]);
  }),
);

const selectCar = prepareQuery("prepared_car", ["id"], (database, { id }) =>
  database
    .select({ name: carTable.name })
    .from(carTable)
    .where(sql`${carTable.id} = ${id}`),
);
const countStatements = async () => {
  const { rows } = await db().execute<{ count: number }>(
    sql`select count(*)::integer as count from pg_prepared_statements where name = 'prepared_car'`,
  );
  return rows[0]?.count;
};

test("the database knows the statement after the first time, and answers each value", async () => {
  expect(await selectCar({ id: 1 })).toEqual([{ name: "Civic" }]);
  expect(await selectCar({ id: 2 })).toEqual([{ name: "Golf" }]);
  expect(await selectCar({ id: 3 })).toEqual([]);
  expect(await countStatements()).toBe(1);
});

test("where a pooler lost the statement, it is asked without its name", async () => {
  await db().execute(sql`deallocate all`);
  expect(await selectCar({ id: 1 })).toEqual([{ name: "Civic" }]);
  expect(await selectCar({ id: 2 })).toEqual([{ name: "Golf" }]);
  expect(await countStatements()).toBe(0);
});

test("another fault is the caller's", async () => {
  await expect(selectCar({ id: "no number" })).rejects.toThrow(/Failed query/);
});
