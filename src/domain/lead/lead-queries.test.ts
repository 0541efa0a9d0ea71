import { beforeAll, describe, expect, test } from "vitest";
import { storeLead } from "./lead.fixture.ts";
import { useTestDatabase } from "#platform/database/test-database.server.ts";
import {
  countLeads,
  LEADS_PER_PAGE,
  type LeadFilter,
  listLeads,
  readSearch,
} from "./lead-queries.server.ts";

useTestDatabase();

const FIRST_AT = Date.parse("2026-11-01T12:00:00Z");
const EVERYTHING: LeadFilter = { status: null, search: null, olderThan: null };
const references = async (filter: Partial<LeadFilter>) =>
  (await listLeads({ ...EVERYTHING, ...filter })).leads.map(({ reference }) => reference);

beforeAll(async () => {
  await storeLead({
    reference: "ETENNE23",
    firstName: "Étienne",
    lastName: "Côté-Lœuf",
    phone: "+14185550147",
    city: "Lévis",
    provinceCode: "QC",
    status: "contacted",
    receivedAt: new Date(FIRST_AT),
  });
  await storeLead({
    reference: "PRYA2345",
    firstName: "Priya",
    lastName: "Nair",
    email: "priya@example.com",
    phone: "+19055550188",
    city: "Mississauga",
    provinceCode: "ON",
    receivedAt: new Date(FIRST_AT + 1),
  });
});
describe("search", () => {
  test.each([
    ["etienne", ["ETENNE23"]],
    ["CÔTÉ loeuf", ["ETENNE23"]],
    ["levis", ["ETENNE23"]],
    ["cote-loeuf", ["ETENNE23"]],
    ["etienne mississauga", []],
    ["418 555-0147", ["ETENNE23"]],
    ["+1 (905) 555-0188", ["PRYA2345"]],
    ["555", []],
    ["prya-2345", ["PRYA2345"]],
    ["priya@example", ["PRYA2345"]],
    ["%", ["PRYA2345", "ETENNE23"]],
    ["'; drop table lead; --", []],
    ["\u0000", ["PRYA2345", "ETENNE23"]],
  ])("%j finds %j", async (typed, expected) => {
    expect(await references({ search: readSearch(typed) })).toEqual(expected);
  });
});

test("shows the newest first, and one stage where asked", async () => {
  expect(await references({})).toEqual(["PRYA2345", "ETENNE23"]);
  expect(await references({ status: "contacted" })).toEqual(["ETENNE23"]);
  expect(await references({ status: "closed" })).toEqual([]);
});

test("counts the leads of each stage", async () => {
  expect(await countLeads()).toEqual({
    all: 2,
    new: 1,
    contacted: 1,
    documents: 0,
    lender: 0,
    approved: 0,
    delivered: 0,
    closed: 0,
  });
});

test("pages through all leads once, also those of one instant", async () => {
  const sameInstant = new Date(FIRST_AT + 10);
  const stored: string[] = [];
  for (let lead = 0; lead < LEADS_PER_PAGE * 2; lead += 1) {
    stored.push((await storeLead({ receivedAt: sameInstant })).reference);
  }
  const seen: string[] = [];
  let olderThan: string | null = null;
  for (;;) {
    const page = await listLeads({ ...EVERYTHING, olderThan });
    seen.push(...page.leads.map(({ reference }) => reference));
    if (!page.hasOlder) break;
    olderThan = seen.at(-1) ?? null;
  }
  expect(seen).toEqual([...stored.toReversed(), "PRYA2345", "ETENNE23"]);
});
