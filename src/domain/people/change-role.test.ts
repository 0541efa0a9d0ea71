import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { findDealershipOfMember } from "#domain/dealership/dealership-queries.server.ts";
import { storeDealershipRow } from "#domain/dealership/dealership.fixture.ts";
import { db } from "#platform/database/database.server.ts";
import { useTestDatabase } from "#platform/database/test-database.server.ts";
import { useTestVault } from "#platform/vault/test-vault.server.ts";
import { giveRole } from "./change-role.server.ts";
import { mayEnrolFactor } from "#domain/identity/factor-enrolment.server.ts";
import {
  passkeyTable,
  sessionTable,
  twoFactorTable,
  userTable,
} from "#domain/identity/identity.table.ts";
import { hasSecondFactor } from "#domain/identity/second-factor.server.ts";

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

test.each([
  ["buyer", "staff", 0],
  ["seller", "admin", 0],
  ["buyer", "dealer", 0],
  ["dealer", "staff", 0],
  ["staff", "admin", 1],
  ["admin", "staff", 1],
  ["staff", "dealer", 1],
  ["staff", "buyer", 1],
] as const)(
  "from %s to %s: %i of the second factors set up before count",
  async (before, role, left) => {
    const id = `${before}-${role}`;
    const email = `${id}@example.ca`;
    await db().insert(userTable).values({
      id,
      name: "Amara",
      email,
      emailVerified: true,
      role: before,
      twoFactorEnabled: true,
    });
    await db().insert(passkeyTable).values({
      id,
      userId: id,
      name: "My phone",
      credentialID: id,
      publicKey: "",
      counter: 0,
      deviceType: "multiDevice",
      backedUp: true,
    });
    await db().insert(twoFactorTable).values({ id, userId: id, secret: "s", backupCodes: "c" });
    expect(await giveRole(db(), email, role)).toEqual({ ok: true });
    const passkeys = await db().select().from(passkeyTable).where(eq(passkeyTable.userId, id));
    const apps = await db().select().from(twoFactorTable).where(eq(twoFactorTable.userId, id));
    expect([passkeys.length, apps.length]).toEqual([left, left]);
    expect(await hasSecondFactor(id)).toBe(left === 1);
    // This proves that the enrolment link is needed: without it no factor can be set up.
    if (left === 0) expect(await mayEnrolFactor({ id, role }, "any session")).toBe(false);
  },
);

test("a dealer is given the dealership with the role, or neither", async () => {
  const refused = { ok: false, code: "no_such_dealership" };
  expect(await giveRole(db(), "camille@example.ca", "dealer", "Nobody Autos")).toEqual(refused);
  const findRole = async () =>
    (await db().select().from(userTable).where(eq(userTable.id, "u1")))[0]?.role;
  expect(await findRole()).toBe("admin");
  await storeDealershipRow({ name: "Autos du Fleuve" });
  const input = await giveRole(db(), "camille@example.ca", "dealer", "Autos du Fleuve");
  expect(input).toEqual({ ok: true });
  expect(await findRole()).toBe("dealer");
  expect((await findDealershipOfMember(db(), "u1"))?.name).toBe("Autos du Fleuve");
  expect(await giveRole(db(), "camille@example.ca", "buyer")).toEqual({ ok: true });
  expect(await findDealershipOfMember(db(), "u1")).toBeNull();
});
