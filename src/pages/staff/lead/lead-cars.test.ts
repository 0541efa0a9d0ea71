import { beforeAll, expect, test } from "vitest";
import { findLead } from "#domain/lead/lead-queries.server.ts";
import { storeLead } from "#domain/lead/lead.fixture.ts";
import { storeListing, storePerson } from "#domain/listing/listing.fixture.ts";
import { useTestDatabase } from "#platform/database/test-database.server.ts";
import { useTestVault } from "#platform/vault/test-vault.server.ts";
import { loadLeadCars, writeCarsMail } from "./lead-cars.server.ts";

useTestDatabase();
useTestVault();

const TORONTO = { lat: 43.7, lon: -79.42 };
const ids: string[] = [];

beforeAll(async () => {
  const seller = await storePerson("seller");
  for (const model of ["Rogue", "Escape", "Tucson", "Sportage"]) {
    const car = { sellerId: seller.id, model, priceCad: 20_000, city: "Toronto", ...TORONTO };
    ids.push(await storeListing({ ...car, postedAt: new Date() }));
  }
});

const ANSWERS = {
  carType: "suv",
  budget: "400_499",
  creditRating: "good",
  vehicleLocation: { text: "Toronto, ON", city: "Toronto", province: "ON", ...TORONTO },
};

async function load(formName: string, picked: string[] = []) {
  const { reference } = await storeLead({ formName, answers: ANSWERS });
  const found = await findLead(reference);
  return found && loadLeadCars(found, picked, "en");
}

test("a pre-approval has the cars that its sender sees, the first three ticked", async () => {
  const view = await load("pre-approval");
  expect(view?.cars.length).toBeGreaterThanOrEqual(3);
  expect(view?.cars.filter(({ isTicked }) => isTicked)).toHaveLength(3);
  const last = view?.cars.at(-1)?.id ?? "";
  const picked = await load("pre-approval", [last]);
  expect(picked?.cars.filter(({ isTicked }) => isTicked).map(({ id }) => id)).toEqual([last]);
});

test("another form's lead has none", async () => {
  expect(await load("call-back")).toBeNull();
});

test.each([
  ["en", "Hi Ada,", "https://site.test/details/", "Samuel"],
  ["fr", "Bonjour Ada,", "https://site.test/fr/details/", "Samuel"],
] as const)("the mail is in the sender's language: %s", async (locale, greeting, link, myName) => {
  const from = { myName, origin: "https://site.test" };
  const mail = await writeCarsMail(ids, { firstName: "Ada", locale }, from);
  expect(mail?.text.startsWith(greeting)).toBe(true);
  expect(mail?.text).toContain(myName);
  // Three at most, in the order in which they were picked.
  const links = mail?.text.split("\n").filter((line) => line.startsWith(link));
  expect(links).toEqual(ids.slice(0, 3).map((id) => link + id));
});

test("no car, no mail", async () => {
  const from = { myName: "Samuel", origin: "https://site.test" };
  const to = { firstName: "Ada", locale: "en" } as const;
  expect(await writeCarsMail([], to, from)).toBeNull();
  expect(
    await writeCarsMail(["0f0e0d0c-1111-4222-8333-444455556666", "no id"], to, from),
  ).toBeNull();
});
