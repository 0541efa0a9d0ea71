import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { storeListing } from "#domain/listing/listing.fixture.ts";
import { listingTable } from "#domain/listing/listing.table.ts";
import { db } from "#platform/database/database.server.ts";
import { makeContext } from "#platform/request/visitor.fixture.ts";
import type { SignedInUser } from "#platform/request/visitor.server.ts";
import * as editPage from "./edit-listing.page.tsx";
import type { ListingFormView } from "./listing-form-page.server.ts";
import * as newPage from "./new-listing.page.tsx";
import { GOOD_FIELDS, GOOD_POST, storeSellers, useSellerSite } from "./seller.fixture.ts";

let person: SignedInUser;
let dealer: SignedInUser;
let staff: SignedInUser;
let dealershipId: string;

useSellerSite();
beforeAll(async () => {
  ({ person, dealer, staff, dealershipId } = await storeSellers());
});

type Page = { loader: unknown; action: unknown };

async function ask(page: Page, user: SignedInUser, id?: string, post?: Record<string, string>) {
  const call = (post ? page.action : page.loader) as (args: unknown) => Promise<unknown>;
  const body = post ? { method: "POST", body: new URLSearchParams(post) } : {};
  return call({
    request: new Request("http://site.test/account/listings/new", body),
    context: makeContext({ user }),
    params: { id },
  });
}

const { isOwnCar: _, ...carPost } = GOOD_POST;

/** The listing that a post made, or the messages with which it was refused. */
async function send(user: SignedInUser, post: Record<string, string>) {
  try {
    const { data, init } = (await ask(newPage, user, undefined, { ...carPost, ...post })) as {
      data: ListingFormView;
      init: { status: number };
    };
    return { status: init.status, errors: data.errorSummary?.items.map(({ text }) => text) };
  } catch (thrown) {
    if (!(thrown instanceof Response)) throw thrown;
    const [, id = ""] = /listings\/([\w-]{36})/.exec(thrown.headers.get("location") ?? "") ?? [];
    const [row] = await db().select().from(listingTable).where(eq(listingTable.id, id));
    return row;
  }
}

function controlsOf(view: ListingFormView): string[] | undefined {
  return view.adStatement?.questions.map(({ name }) => name);
}

describe("the form of a new listing", () => {
  test("asks a dealership for the all-in price and a stock number, and a person whose car it is", async () => {
    const shown = async (user: SignedInUser) =>
      controlsOf((await ask(newPage, user)) as ListingFormView);
    expect(await shown(dealer)).toEqual(["isAllInPrice", "stockNumber"]);
    expect(await shown(person)).toEqual(["isOwnCar", "showsPhone"]);
  });

  test.each([
    ["a dealership", () => dealer, "Confirm that the price includes every fee"],
    ["a person", () => person, "Confirm that you own this car"],
  ])("takes no listing of %s without the tick", async (_who, user, error) => {
    expect(await send(user(), {})).toEqual({ status: 422, errors: [error] });
  });

  test("stores what was ticked, and nothing that was not asked", async () => {
    const everything = { isAllInPrice: "yes", stockNumber: " S 1001 ", isOwnCar: "yes" };
    expect(await send(dealer, everything)).toMatchObject({
      dealershipId,
      isAllInPrice: true,
      stockNumber: "S 1001",
      isOwnCar: false,
      showsPhone: false,
    });
    expect(await send(person, everything)).toMatchObject({
      dealershipId: null,
      isAllInPrice: false,
      stockNumber: null,
      isOwnCar: true,
      showsPhone: false,
    });
    const shown = await send(person, { isOwnCar: "yes", showsPhone: "yes" });
    expect(shown).toMatchObject({ isOwnCar: true, showsPhone: true });
  });
});

test("staff who edit somebody's listing are not asked, and leave it said", async () => {
  const said = { isAllInPrice: true, stockNumber: "S 7", isOwnCar: false };
  const input = { ...GOOD_FIELDS, ...said, sellerId: dealer.id, dealershipId };
  const id = await storeListing(input);
  const shown = (await ask(editPage, staff, id)) as { view: ListingFormView };
  expect(shown.view.adStatement).toBeNull();
  const own = (await ask(editPage, dealer, id)) as { view: ListingFormView };
  expect(own.view.adStatement?.questions).toMatchObject([{ checked: true }, { value: "S 7" }]);
  await ask(editPage, staff, id, { ...carPost, trim: "LE" }).catch(() => {});
  const [row] = await db().select().from(listingTable).where(eq(listingTable.id, id));
  expect(row).toMatchObject({ trim: "LE", ...said });
});
