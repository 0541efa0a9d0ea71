import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { storePerson } from "#domain/listing/listing.fixture.ts";
import { useTestDatabase } from "#platform/database/test-database.server.ts";
import { storePreApproval } from "./stored-pre-approval.fixture.ts";
import { findYourBudget, forgetYourBudget } from "./your-budget.server.ts";

useTestDatabase();

const store = ({
  budget = "400_499",
  ...sender
}: {
  visitorHash?: string;
  userId?: string;
  budget?: string;
}) =>
  storePreApproval(sender, {
    budget,
    creditRating: "fair",
    vehicleLocation: { text: "Calgary, AB", province: "AB" },
  });

test("a browser has the budget of what it sent signed out; one press forgets it", async () => {
  const person = { visitorHash: randomUUID(), user: null };
  expect(await findYourBudget(person)).toBeNull();
  await store({ visitorHash: person.visitorHash });
  const known = { budget: "400_499", creditBand: "fair", provinceCode: "AB" };
  expect(await findYourBudget(person)).toEqual(known);
  expect(await findYourBudget({ visitorHash: randomUUID(), user: null })).toBeNull();
  await forgetYourBudget(person);
  await forgetYourBudget(person);
  expect(await findYourBudget(person)).toBeNull();
  // Another pre-approval says it anew.
  await store({ visitorHash: person.visitorHash, budget: "500_600" });
  expect(await findYourBudget(person)).toMatchObject({ budget: "500_600" });
});

test("what an account sent is the account's in every browser, and no other person's in that one", async () => {
  const user = await storePerson("Camille Roy");
  const visitorHash = randomUUID();
  await store({ visitorHash, userId: user.id });
  expect(await findYourBudget({ visitorHash: randomUUID(), user })).not.toBeNull();
  expect(await findYourBudget({ visitorHash, user: null })).toBeNull();
});
