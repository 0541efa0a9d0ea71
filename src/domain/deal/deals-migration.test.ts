import { randomUUID } from "node:crypto";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { createDatabase, dropDatabase } from "#packages/embedded-postgres/databases";
import { migrateDatabase, withConnection } from "#platform/database/database.server.ts";
import { readReference } from "#values/reference.ts";

// Cars that were promised before there were deals (drizzle/0067_deals.sql).

const name = `before_${randomUUID().replaceAll("-", "")}`;
const HELD_AT = "2026-11-20T15:30:00.000Z";
const HONDA = { make: "Honda", model: "Civic", vin: "2HGFC2F59JH000001", totalRun: 84_000 };
let folder: string;
let deals: Record<string, unknown>[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "migrations-"));
  await cp(resolve("drizzle"), folder, { recursive: true });
  const journalPath = join(folder, "meta", "_journal.json");
  const journal = JSON.parse(await readFile(journalPath, "utf8")) as { entries: { tag: string }[] };
  const entries = journal.entries.filter(({ tag }) => tag < "0067");
  await writeFile(journalPath, JSON.stringify({ ...journal, entries }));
  const url = await createDatabase(inject("testPostgres").url, name);
  await migrateDatabase(url, folder);
  await withConnection(url, storeSales);
  await migrateDatabase(url, resolve("drizzle"));
  await withConnection(url, async (client) => {
    deals = (await client.query("select * from deal")).rows;
  });
}, 120_000);
afterAll(async () => {
  await dropDatabase(inject("testPostgres").url, name);
  await rm(folder, { recursive: true });
});

type Row = Record<string, unknown>;

/** Stores a row as the site of before did, with what its table asks for. Answers its id. */
async function insert(client: pg.Client, table: string, row: Row): Promise<string> {
  const columns = Object.keys(row).map((column) => `"${column}"`);
  const places = columns.map((_, at) => `$${at + 1}`);
  const { rows } = await client.query<{ row: Row }>(
    `insert into "${table}" as made (${columns.join()}) values (${places.join()})
      returning to_jsonb(made) as row`,
    Object.values(row),
  );
  return String(rows[0]?.row["id"]);
}

async function storeSales(client: pg.Client): Promise<void> {
  for (const id of ["seller", "buyer"])
    await insert(client, "user", { id, name: id, email: `${id}@example.com` });
  const dealership = {
    name: "Lakeshore Lane",
    lead_email: "leads@example.com",
    phone: "+14165550100",
    street_address: "1 Lane",
    city: "Toronto",
    province_code: "ON",
    postal_code: "M5V 1A1",
    lat: 43.6,
    lon: -79.4,
    served_provinces: ["ON"],
    served_radius_km: 100,
    takes_lead_kinds: ["sell_car"],
  };
  const dealershipId = await insert(client, "dealership", dealership);
  const bid = { counter: null, state: "accepted", car: "held" };
  for (const sale of [
    { trim: "bid", ...bid },
    { trim: "counter", ...bid, counter: 12_500 },
    { trim: "open bid", ...bid, state: "open", car: "available" },
    { trim: "sold", ...bid, car: "sold" },
  ])
    await storeBidSale(client, sale);
  for (const sale of [
    { model: "offer", answers: { manufactureYear: 2018, bodyType: "suv", exteriorColour: "blue" } },
    // Of the form's first version: no body type beside the style, and no kilometres.
    { model: "counter", counter: 16_000, answers: { year: 2015, style: "coupe", totalRun: null } },
    { model: "territory", province: "YT", answers: {} },
    { model: "open offer", car: "available", answers: { year: 2015 } },
  ])
    await storeOfferSale(client, dealershipId, sale);
}

async function storeCar(client: pg.Client, state: string, way: string, takenById: string) {
  const taken = { taken_way: way, taken_by_id: takenById, taken_at: HELD_AT };
  return insert(client, "car", { state, ...(state === "available" ? {} : taken) });
}

async function storeBidSale(
  client: pg.Client,
  {
    trim,
    counter,
    state,
    car,
  }: { trim: string; counter: number | null; state: string; car: string },
): Promise<void> {
  const bidId = randomUUID();
  const listing = {
    seller_id: "seller",
    make: "Toyota",
    model: "RAV4",
    trim,
    year: 2021,
    vin: null,
    body_type: "suv",
    exterior_colour: "red",
    transmission: "automatic",
    fuel: "gasoline",
    odometer_km: 62_400,
    price_cad: 15_000,
    condition: "used",
    description: "",
    lat: 43.6,
    city: "Guelph",
    province_code: "ON",
    lon: -80.2,
    illustration: "{}",
    car_id: await storeCar(client, car, "bid", bidId),
  };
  const listingId = await insert(client, "listing", listing);
  await insert(client, "bid", {
    id: bidId,
    listing_id: listingId,
    bidder_id: "buyer",
    price_cad: 13_800,
    state,
    phone: "+14165550199",
    counter_cad: counter,
    counter_answer: counter && "accepted",
  });
}

type OfferSale = {
  model: string;
  answers: Row;
  counter?: number;
  car?: string;
  province?: string;
};

async function storeOfferSale(
  client: pg.Client,
  dealershipId: string,
  { model, answers, counter, car = "held", province = "QC" }: OfferSale,
): Promise<void> {
  const [offerId, reference] = [randomUUID(), randomUUID().slice(0, 8)];
  const form = { form_name: "sell-car", form_version: 1, locale: "fr" };
  const input = JSON.stringify({ ...HONDA, ...answers, model });
  const submission = { id: randomUUID(), reference, ...form, answers: input, user_id: "seller" };
  const leadId = await insert(client, "lead", {
    reference,
    submission_id: await insert(client, "submission", submission),
    kind: "sell_car",
    locale: "fr",
    city: "Laval",
    province_code: province,
  });
  const carId = await storeCar(client, car, "dealer_offer", offerId);
  await insert(client, "sell_request_car", { lead_id: leadId, car_id: carId });
  const offer = { amount_cad: 15_000, valid_until: "2026-12-01" };
  const of = { lead_id: leadId, dealership_id: dealershipId };
  await insert(client, "purchase_offer", { id: offerId, ...of, ...offer });
  if (counter === undefined) return;
  await insert(client, "purchase_offer_counter", {
    offer_id: offerId,
    amount_cad: counter,
    way: "account",
    at: HELD_AT,
    answer: "accepted",
    answered_at: HELD_AT,
    answered_by_user_id: "buyer",
  });
}

const BY_BID = { way: "bid", make: "Toyota", model: "RAV4", year: 2021, odometer_km: 62_400 };
const BY_OFFER = { way: "dealer_offer", make: "Honda", vin: HONDA.vin, city: "Laval" };

test("a car that was held has its deal, and no other car has one", () => {
  expect(deals).toHaveLength(5);
  for (const deal of deals) {
    expect(readReference(String(deal["reference"]))).toBe(deal["reference"]);
    expect(deal).toMatchObject({ state: "agreed", agreed_at: new Date(HELD_AT) });
    expect(deal).toMatchObject({ seller_user_id: "seller", ended_at: null });
  }
  expect(new Set(deals.map(({ reference }) => reference)).size).toBe(5);
});

test.each([
  {
    ...BY_BID,
    trim: "bid",
    price_cad: 13_800,
    buyer_user_id: "buyer",
    buyer_phone: "+14165550199",
    agreed_by_side: "seller",
    agreed_by_user_id: "seller",
    body_type: "suv",
    exterior_colour: "red",
    city: "Guelph",
    province_code: "ON",
  },
  {
    ...BY_BID,
    trim: "counter",
    price_cad: 12_500,
    buyer_dealership_id: null,
    agreed_by_side: "buyer",
    agreed_by_user_id: "buyer",
  },
  {
    ...BY_OFFER,
    model: "offer",
    price_cad: 15_000,
    agreed_by_side: "seller",
    year: 2018,
    body_type: "suv",
    exterior_colour: "blue",
    odometer_km: 84_000,
    province_code: "QC",
    buyer_user_id: null,
    listing_id: null,
  },
  {
    ...BY_OFFER,
    model: "counter",
    price_cad: 16_000,
    agreed_by_side: "buyer",
    agreed_by_user_id: "buyer",
    year: 2015,
    body_type: "coupe",
    odometer_km: null,
    exterior_colour: null,
  },
  { ...BY_OFFER, model: "territory", year: 0, body_type: null, province_code: null },
])("$way $trim $model", (expected) => {
  expect(deals).toContainEqual(expect.objectContaining(expected));
});
