import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { IN_CALGARY, storeDealershipRow } from "#domain/dealership/dealership.fixture.ts";
import { consentTable } from "#domain/lead/consent.table.ts";
import { leadTable } from "#domain/lead/lead.table.ts";
import { receivePost } from "#domain/lead/receive-post.server.ts";
import { storeListing, storePerson } from "#domain/listing/listing.fixture.ts";
import { rawFields } from "#forms/questions/raw-fields.ts";
import { db } from "#platform/database/database.server.ts";
import { makeContext, newAddress } from "#platform/request/visitor.fixture.ts";
import { readVisitor } from "#platform/request/visitor.server.ts";
import { useSite } from "#server/site.fixture.ts";
import type { Locale } from "#values/locale.ts";
import { CREDIT_APPLICANT } from "./credit-applicant.fixture.ts";
import { creditApplicationHandler } from "./credit-application-handler.server.ts";
import { buildShareText, findDealershipToName } from "./share-consent.server.ts";

useSite();

const ids = { calgary: "", halifax: "", closed: "" };
beforeAll(async () => {
  const store = async (changes: Parameters<typeof storeDealershipRow>[0]) =>
    (await storeDealershipRow({ ...changes, takesLeadKinds: ["credit_application"] })).id;
  ids.calgary = await store({ ...IN_CALGARY, name: "calgary Autos" });
  ids.closed = await store({ ...IN_CALGARY, name: "closed Autos", active: false });
  ids.halifax = await store({
    name: "halifax Autos",
    city: "Halifax",
    provinceCode: "NS",
    lat: 44.65,
    lon: -63.57,
    servedProvinces: ["NS"],
  });
});

async function apply(fields: Readonly<Record<string, string>>, locale: Locale = "en") {
  const submissionId = randomUUID();
  const post = rawFields({
    ...CREDIT_APPLICANT,
    submissionId,
    shareWithDealership: "yes",
    ...fields,
  });
  const visitor = readVisitor({
    context: makeContext({ visitorHash: randomUUID(), ipAddress: newAddress(), locale }),
  });
  const sent = await receivePost(creditApplicationHandler, post, visitor);
  if (!sent.ok) throw new Error(JSON.stringify(sent));
  const [lead] = await db()
    .select({ dealershipId: leadTable.dealershipId })
    .from(leadTable)
    .where(eq(leadTable.submissionId, submissionId));
  const consents = await db()
    .select()
    .from(consentTable)
    .where(eq(consentTable.submissionId, submissionId));
  return {
    dealershipId: lead?.dealershipId,
    consent: consents.find(({ purpose }) => purpose === "share_with_dealership"),
  };
}

test("the words name the dealership of the town, and say how the name comes where it is not known", async () => {
  const calgary = await findDealershipToName({ city: "Calgary", province: "AB" });
  expect(calgary).toEqual({ id: ids.calgary, name: "calgary Autos" });
  expect(buildShareText(calgary, [], "en")).toContain("calgary Autos, and no other");
  expect(buildShareText(calgary, [], "fr")).toContain("calgary Autos, et aucun autre");
  for (const location of [{}, { city: "Calgary" }, { city: "Winnipeg", province: "MB" }])
    expect(await findDealershipToName(location)).toBeNull();
  expect(buildShareText(null, [], "en")).toContain("I get an email with its name");
});

async function storeCar(dealershipId: string) {
  const { id: sellerId } = await storePerson(`Dana ${randomUUID()}`, { role: "dealer" });
  return storeListing({ sellerId, dealershipId });
}

test("the dealership of the car that one came from is named, wherever one lives", async () => {
  const listing = await storeCar(ids.halifax);
  const location = { listing, city: "Calgary", province: "AB" };
  expect(await findDealershipToName(location)).toMatchObject({ id: ids.halifax });
});

test("who agreed to one that was named shares with that one alone, in the words that named it", async () => {
  const { dealershipId, consent } = await apply({ dealership: ids.halifax }, "fr");
  expect(dealershipId).toBe(ids.halifax);
  expect(consent).toMatchObject({ dealershipId: ids.halifax, locale: "fr" });
  expect(consent?.text).toContain("J’accepte que le concessionnaire halifax Autos, et aucun autre");
});

test.each([
  ["no name", {}],
  ["a name that is none", { dealership: "x".repeat(36) }],
  ["a dealership that is not there", { dealership: randomUUID() }],
  // Nine digits of an id can look like a Social Insurance Number by chance.
  ["an id with such digits", { dealership: "0192f0a4-7b1e-7c3a-9d2e-abc130692544" }],
])("%s: the words without one are stored, and the region decides", async (_what, fields) => {
  const { dealershipId, consent } = await apply(fields);
  expect(dealershipId).toBe(ids.calgary);
  expect(consent).toMatchObject({ dealershipId: null, text: buildShareText(null, [], "en") });
});

test("about a dealership's own car it is that one, also where the post names none", async () => {
  const listing = await storeCar(ids.halifax);
  const { dealershipId, consent } = await apply({ listing });
  expect(dealershipId).toBe(ids.halifax);
  expect(consent?.text).toContain("halifax Autos, and no other");
  // The page knew no dealership's name: then only one that serves the city is meant.
  const nameless = await apply({ listing, dealership: "" });
  expect([nameless.dealershipId, nameless.consent?.dealershipId]).toEqual([ids.calgary, null]);
});

test("a dealership that has closed is named no more", async () => {
  const { dealershipId, consent } = await apply({ dealership: ids.closed });
  expect([dealershipId, consent?.dealershipId]).toEqual([ids.calgary, null]);
});
