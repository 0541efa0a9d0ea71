import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { describeFinding } from "#domain/ad-rules/describe-finding.server.ts";
import { findFindings } from "#domain/ad-rules/find-findings.ts";
import { storeDealershipRow } from "#domain/dealership/dealership.fixture.ts";
import { findAd } from "#domain/listing/listing-ad.server.ts";
import { move, storeListing } from "#domain/listing/listing.fixture.ts";
import { listingTable } from "#domain/listing/listing.table.ts";
import { db } from "#platform/database/database.server.ts";
import { makeContext } from "#platform/request/visitor.fixture.ts";
import type { SignedInUser } from "#platform/request/visitor.server.ts";
import { listFaultyAds } from "#pages/staff/dealerships/faulty-ads.server.ts";
import * as verificationsPage from "#pages/staff/verifications.page.tsx";
import { lintLiveAds } from "#server/ads-lint.ts";
import * as checkPage from "./check-ad.page.ts";
import * as editPage from "./edit-listing.page.tsx";
import type { ListingFormView } from "./listing-form-page.server.ts";
import * as managePage from "./manage-listing.page.tsx";
import * as newPage from "./new-listing.page.tsx";
import {
  GOOD_FIELDS,
  GOOD_POST,
  reviewListings,
  storeSellers,
  useSellerSite,
} from "./seller.fixture.ts";

// Finding 8 of the law's review: a dealership's ad that breaks a rule does not go live.

let person: SignedInUser;
let dealer: SignedInUser;
let staff: SignedInUser;
let dealershipId: string;

useSellerSite();
beforeAll(async () => {
  ({ person, dealer, staff, dealershipId } = await storeSellers());
});
beforeEach(() => reviewListings(false));

const AD = { isAllInPrice: true, stockNumber: "S1", isOwnCar: false };
const { isOwnCar: _, ...carPost } = GOOD_POST;
const adPost = { ...carPost, isAllInPrice: "yes", earlierUse: "personal" };
const FEES = "Plus $499 admin fee.";
const FEES_WORDS =
  "The text adds a fee to the price. Put every fee into the price, and take it out of the text.";

const storeAd = (input: Partial<Parameters<typeof storeListing>[0]> = {}) =>
  storeListing({ ...GOOD_FIELDS, ...AD, sellerId: dealer.id, dealershipId, ...input });

type Page = { action: unknown };
type Answer = { status: number; data: ListingFormView };

/** What a post was answered: its data with the status, or where it led. */
async function post(page: Page, user: SignedInUser, fields: Record<string, string>, id?: string) {
  const call = page.action as (args: unknown) => Promise<unknown>;
  try {
    const response = await call({
      request: new Request("http://site.test/account/listings", {
        method: "POST",
        body: new URLSearchParams(fields),
      }),
      context: makeContext({ user }),
      params: { id },
    });
    const { data, init } = response as { data: ListingFormView; init: { status: number } | null };
    return { status: init?.status ?? 200, data } satisfies Answer;
  } catch (thrown) {
    if (thrown instanceof Response) return { status: thrown.status, data: null };
    throw thrown;
  }
}

const errorsIn = (result: { data: ListingFormView | null }) =>
  result.data?.errorSummary?.items.map(({ text }) => text);

async function stateOf(id: string) {
  const [row] = await db().select().from(listingTable).where(eq(listingTable.id, id));
  return row?.state;
}

describe("on sending the form", () => {
  test("a dealership's text that breaks a must is refused with its words and where they come from", async () => {
    const result = await post(newPage, dealer, { ...adPost, description: FEES });
    expect(result.status).toBe(422);
    expect(errorsIn(result)).toEqual([FEES_WORDS]);
    const sources = result.data?.adNotes?.flatMap((note) => note.sources);
    expect(sources).toContainEqual({
      citation: "Competition Act, s. 74.01(1.1)",
      address: expect.stringMatching(/^https:\/\/laws-lois\.justice\.gc\.ca\//),
    });
    expect(JSON.stringify(result.data?.steps)).toContain(FEES);
  });

  test("advice stops nobody, and a person is never stopped", async () => {
    const boast = { description: "Best price in Toronto! Was $31,990." };
    expect(await post(newPage, dealer, { ...adPost, ...boast })).toMatchObject({ status: 303 });
    const lies = { accidents: "some", description: `Accident-free. ${FEES}` };
    expect(await post(newPage, person, { ...GOOD_POST, ...lies })).toMatchObject({ status: 303 });
  });

  test("an edit must be true of what is declared, also while a correction waits", async () => {
    const id = await storeAd({ owners: 3 });
    const edit = { ...adPost, owners: "1", description: "One owner." };
    const result = await post(editPage, dealer, edit, id);
    expect(result.status).toBe(422);
    expect(errorsIn(result)).toEqual(["The text says one owner, but more are declared."]);
    expect((await findAd(db(), id))?.description).toBe(GOOD_FIELDS.description);
  });
});

describe("while it is being written", () => {
  test("the button without JavaScript shows what is found, and keeps what was typed", async () => {
    const typed = { intent: "check-ad", description: FEES, isAllInPrice: "yes" };
    const result = await post(newPage, dealer, typed);
    expect(result).toMatchObject({ status: 200, data: { errorSummary: undefined } });
    expect(result.data?.adNotes?.map(({ check, severity }) => [check, severity])).toEqual([
      ["fees_on_top", "must"],
      ["prior_use_unsaid", "advice"],
    ]);
    expect(JSON.stringify(result.data?.steps)).toContain(FEES);
  });

  test.each([
    ["a dealership", () => dealer, ["fees_on_top", "must"], true],
    ["a person", () => person, ["said_no_accident", "advice"], false],
  ] as const)("the script's call tells %s", async (_who, user, found, hasSources) => {
    const typed = { accidents: "some", description: `Accident-free. ${FEES}`, isAllInPrice: "yes" };
    const call = checkPage.action as unknown as (
      args: unknown,
    ) => ReturnType<typeof checkPage.action>;
    const { notes } = await call({
      request: new Request("http://site.test/", {
        method: "POST",
        body: new URLSearchParams(typed),
      }),
      context: makeContext({ user: user() }),
      params: {},
    });
    const note = notes.find(({ check }) => check === found[0]);
    expect(note?.severity).toBe(found[1]);
    expect((note?.sources.length ?? 0) > 0).toBe(hasSources);
    if (!hasSources) expect(notes).toHaveLength(1);
  });
});

describe("on going live", () => {
  test.each([
    ["publish", "draft"],
    ["resume", "paused"],
  ] as const)("%s is refused with 422 until the ad is lawful", async (name, state) => {
    const id = await storeAd({ state, isAllInPrice: false });
    const refused = await post(managePage, dealer, { intent: name }, id);
    expect(refused).toEqual({ status: 422, data: { isAdRefused: true } });
    expect(await stateOf(id)).toBe(state);
    await db().update(listingTable).set({ isAllInPrice: true }).where(eq(listingTable.id, id));
    expect(await move(dealer, id, name)).toEqual({ ok: true });
  });

  test("staff approve no ad that breaks one, and are told so", async () => {
    reviewListings(true);
    const id = await storeAd({ state: "in_review", description: FEES });
    const result = await post(verificationsPage, staff, {
      id,
      intent: "approve",
      form: `review-${id}`,
    });
    expect(result.status).toBe(422);
    expect(JSON.stringify(result.data)).toContain("can’t go live");
    expect(await stateOf(id)).toBe("in_review");
  });

  test("a person's listing goes live whatever it says", async () => {
    const id = await storeListing({
      ...GOOD_FIELDS,
      sellerId: person.id,
      state: "draft",
      accidents: "some",
      description: "No accidents.",
    });
    expect(await move(person, id, "publish")).toEqual({ ok: true });
  });
});

test("its page tells the seller each finding with its law; a person reads no law", async () => {
  const found = async (id: string, isPrivate: boolean) =>
    findFindings((await findAd(db(), id))!).map((each) =>
      describeFinding(each, "fr", { isPrivate }),
    );
  const [requested] = await found(
    await storeAd({ isAllInPrice: false, earlierUse: "personal" }),
    false,
  );
  expect(requested).toMatchObject({
    severity: "must",
    sources: [
      { citation: "Loi sur la concurrence, art. 74.01(1.1)" },
      { citation: expect.stringContaining("Règl. de l’Ont. 333/08") },
    ],
  });
  const dear = { ...GOOD_FIELDS, sellerId: person.id, description: "The lowest price in Canada." };
  expect(await found(await storeListing(dear), true)).toMatchObject([
    { check: "superlative", severity: "advice", sources: [] },
  ]);
});

test("live ads that break a must stay live; staff read them on the dealership's page, and the command finds them", async () => {
  const { id: otherId } = await storeDealershipRow({ name: "Prairie Wheels", provinceCode: "AB" });
  const id = await storeAd({ dealershipId: otherId, stockNumber: null });
  await storeAd({ dealershipId: otherId, state: "paused", stockNumber: null });
  expect(await listFaultyAds(otherId, "en")).toMatchObject([
    { id, findings: [{ check: "licence_number" }, { check: "stock_number" }] },
  ]);
  const notified = new Map<string, string[]>();
  const lookup = await lintLiveAds(db(), (ad, findings) => {
    notified.set(
      ad.id,
      findings.map(({ check }) => check),
    );
  });
  expect(notified.get(id)).toEqual(expect.arrayContaining(["licence_number", "stock_number"]));
  expect(lookup).toBe(await db().$count(listingTable, eq(listingTable.state, "live")));
  expect(await stateOf(id)).toBe("live");
});
