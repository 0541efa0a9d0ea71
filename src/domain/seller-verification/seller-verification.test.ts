import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import type { SignedInUser } from "#platform/request/visitor.server.ts";
import { storePerson } from "#domain/listing/listing.fixture.ts";
import { userTable } from "#domain/identity/identity.table.ts";
import { crossing } from "#platform/database/lock-wait.fixture.ts";
import { useSellerSite } from "#pages/account/my-listings/seller.fixture.ts";
import {
  askForVerification,
  decideVerification,
  listOpenVerifications,
  findVerificationState,
} from "./seller-verification.server.ts";

import { sellerVerificationTable } from "./seller-verification.table.ts";

let seller: SignedInUser;
let staff: SignedInUser;

useSellerSite();
beforeAll(async () => {
  seller = await storePerson("Camille Roy");
  staff = await storePerson("Sam Staff", { role: "staff" });
});

const findStep = async () => (await findVerificationState(seller)).step;

test("asked ten times at once it is asked once, and staff see it", async () => {
  const requested = await Promise.all(Array.from({ length: 10 }, () => askForVerification(seller)));
  expect(requested.filter(Boolean)).toHaveLength(1);
  expect((await listOpenVerifications()).map(({ userId }) => userId)).toEqual([seller.id]);
});

test("nobody but staff decides, and only once", async () => {
  expect(await decideVerification(seller, seller.id, "verified")).toBe(false);
  expect(await findStep()).toBe("requested");
  expect(await decideVerification(staff, seller.id, "declined")).toBe(true);
  expect(await decideVerification(staff, seller.id, "verified")).toBe(false);
  expect(await listOpenVerifications()).toEqual([]);
  expect(await findStep()).toBe("declined");
});

test("declined, a person may ask again; verified, there is nothing to ask", async () => {
  expect(await askForVerification(seller)).toBe(true);
  expect(await decideVerification(staff, seller.id, "verified")).toBe(true);
  expect(await askForVerification(seller)).toBe(false);
  expect(await askForVerification(staff)).toBe(false);
});

test("of two answers that cross, the second finds it answered", async () => {
  const asks = await storePerson("Priya Nair");
  expect(await askForVerification(asks)).toBe(true);
  const [, second] = await crossing(
    async (transaction) => {
      // The first answer, before it is committed.
      await transaction.select().from(userTable).where(eq(userTable.id, asks.id)).for("update");
      await transaction
        .insert(sellerVerificationTable)
        .values({ userId: asks.id, kind: "declined", byUserId: staff.id });
    },
    () => decideVerification(staff, asks.id, "verified"),
  );
  expect(second).toBe(false);
  expect((await findVerificationState(asks)).step).toBe("declined");
});
