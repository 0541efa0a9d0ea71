import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { findDealershipOfMember } from "#domain/dealership/dealership-queries.server.ts";
import { storeDealershipRow } from "#domain/dealership/dealership.fixture.ts";
import { db } from "#platform/database/database.server.ts";
import { useTestDatabase } from "#platform/database/test-database.server.ts";
import { useTestVault } from "#platform/vault/test-vault.server.ts";
import { giveRole } from "./change-role.server.ts";
import { sessionTable, userTable } from "#domain/identity/identity.table.ts";

useTestDatabase();
useTestVault();

beforeAll(async () => {
  await db()
    .insert(userTable)
    .values([
      { id: "u1", name: "Camille Roy", email: "camille@example.ca", emailVerified: true },
      { id: "u2", name: "Somebody", email: "unconfirmed@example.ca" },
    ]);
  await db()
    .insert(sessionTable)
    .values({ id: "s1", token: "t1", userId: "u1", expiresAt: new Date(Date.now() + 60_000) });
});

test("the first administrator is made at the operator's word, and must sign in anew", async () => {
  expect(await giveRole(db(), " Camille@Example.ca ", "admin")).toEqual({ ok: true });
  const [user] = await db().select().from(userTable).where(eq(userTable.id, "u1"));
  expect(user?.role).toBe("admin");
  expect(await db().select().from(sessionTable)).toEqual([]);
});

test("an address without an account is refused", async () => {
  const refused = { ok: false, code: "no_such_account" };
  expect(await giveRole(db(), "nobody@example.ca", "staff")).toEqual(refused);
});

test("an address that nobody confirmed gets no role", async () => {
  const refused = { ok: false, code: "not_confirmed" };
  expect(await giveRole(db(), "unconfirmed@example.ca", "staff")).toEqual(refused);
});

test("a dealer is given the dealership with the role, or neither", async () => {
  const refused = { ok: false, code: "no_such_dealership" };
  expect(await giveRole(db(), "camille@example.ca", "dealer", "Nobody Autos")).toEqual(refused);
  const findRole = async () =>
    (await db().select().from(userTable).where(eq(userTable.id, "u1")))[0]?.role;
  expect(await findRole()).toBe("admin");
  await storeDealershipRow({ name: "Autos du Fleuve" });
  const given = await giveRole(db(), "camille@example.ca", "dealer", "Autos du Fleuve");
  expect(given).toEqual({ ok: true });
  expect(await findRole()).toBe("dealer");
  expect((await findDealershipOfMember(db(), "u1"))?.name).toBe("Autos du Fleuve");
  expect(await giveRole(db(), "camille@example.ca", "buyer")).toEqual({ ok: true });
  expect(await findDealershipOfMember(db(), "u1")).toBeNull();
});
