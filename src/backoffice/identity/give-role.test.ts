import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  closeDatabase,
  connectDatabase,
  type Database,
} from "#platform/database/database.server.ts";
import {
  testDatabase,
  type TestDatabase,
} from "#platform/embedded-postgres/test-database.server.ts";
import { giveRole } from "./give-role.server.ts";
import { sessionTable, userTable } from "./identity.table.ts";

let house: TestDatabase;
let database: Database;

beforeAll(async () => {
  house = await testDatabase();
  database = connectDatabase(house.url);
  await database
    .insert(userTable)
    .values({ id: "u1", name: "Camille Roy", email: "camille@example.ca" });
  await database
    .insert(sessionTable)
    .values({ id: "s1", token: "t1", userId: "u1", expiresAt: new Date(Date.now() + 60_000) });
});

afterAll(async () => {
  await closeDatabase();
  await house.drop();
});

test("the first administrator is made at the operator's word, and must sign in anew", async () => {
  expect(await giveRole(database, " Camille@Example.ca ", "admin")).toEqual({ ok: true });
  const [user] = await database.select().from(userTable).where(eq(userTable.id, "u1"));
  expect(user?.role).toBe("admin");
  expect(await database.select().from(sessionTable)).toEqual([]);
});

test("an address without an account is refused", async () => {
  const refused = { ok: false, code: "no_such_account" };
  expect(await giveRole(database, "nobody@example.ca", "staff")).toEqual(refused);
});
