import { beforeAll, expect, test } from "vitest";
import { db } from "#platform/database/database.server.ts";
import { useTestDatabase } from "#platform/database/test-database.server.ts";
import { userTable } from "./identity.table.ts";
import { findNameToGreet } from "./user.server.ts";

useTestDatabase();

beforeAll(async () => {
  await db()
    .insert(userTable)
    .values([
      { id: "theirs", name: "Amara", email: "theirs@example.com", emailVerified: true },
      { id: "typed", name: "Amara", email: "typed@example.com", emailVerified: false },
    ]);
});

test.each([
  ["an account whose address is confirmed", "Theirs@example.com", "Noah"],
  ["an account whose address nobody confirmed", "typed@example.com", ""],
  ["an address without an account", "stranger@example.com", ""],
])("a mail to %s (%s) greets as %o", async (_whose, email, name) => {
  expect(await findNameToGreet(email, "Noah")).toBe(name);
});
