import { eq } from "drizzle-orm";
import { renderToStaticMarkup } from "react-dom/server";
import { createElement } from "react";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { auditTable } from "#domain/audit/audit.table.ts";
import { storeListing, storePerson } from "#domain/listing/listing.fixture.ts";
import { listingTable } from "#domain/listing/listing.table.ts";
import { m } from "#messages/messages.js";
import { db } from "#platform/database/database.server.ts";
import { makeContext } from "#platform/request/visitor.fixture.ts";
import type { SignedInUser } from "#platform/request/visitor.server.ts";
import * as editPage from "./edit-listing.page.tsx";
import * as managePage from "./manage-listing.page.tsx";
import { FactorState } from "./on-behalf.tsx";
import { GOOD_FIELDS, GOOD_POST, useSellerSite } from "./seller.fixture.ts";

let seller: SignedInUser;
let staff: SignedInUser;
let id: string;

useSellerSite();
beforeAll(async () => {
  seller = await storePerson("Jordan Seller", { role: "seller" });
  staff = await storePerson("Samuel Staff", { role: "staff" });
});
beforeEach(async () => {
  id = await storeListing({ ...GOOD_FIELDS, sellerId: seller.id });
});

type Page = { loader: unknown; action: unknown };

function ask(page: Page, user: SignedInUser, post?: Record<string, string>) {
  const call = (post ? page.action : page.loader) as (args: unknown) => Promise<unknown>;
  return call({
    request: new Request(
      `http://site.test/account/listings/${id}`,
      post ? { method: "POST", body: new URLSearchParams(post) } : {},
    ),
    context: makeContext({ user }),
    params: { id },
  });
}

/** What a post was answered: the view with its status, or where it leads. */
async function responseTo(page: Page, user: SignedInUser, post: Record<string, string>) {
  try {
    const { data, init } = (await ask(page, user, post)) as {
      data: unknown;
      init: { status: number };
    };
    return { status: init.status, text: JSON.stringify(data) };
  } catch (thrown) {
    if (thrown instanceof Response) return { status: thrown.status, text: "" };
    throw thrown;
  }
}

const findPrice = async () =>
  (await db().select().from(listingTable).where(eq(listingTable.id, id)))[0]?.priceCad;
const stale = () => ({ ...staff, lacksFreshFactor: true });
const NEEDED = m.staff_change_price_reason_error_needed();
const CONFIRM = "Confirm your second factor in the other tab, then save again.";

describe.each([
  ["the whole form", editPage, { ...GOOD_POST, price: "12345", trim: "Kept trim" }, "Kept trim"],
  ["the price alone", managePage, { intent: "price", price: "12345" }, "12345"],
] as const)("another price by staff in %s", (_name, page, post, typed) => {
  test("without a reason is refused at the field, with everything typed kept", async () => {
    const { status, text } = await responseTo(page, staff, post);
    expect(status).toBe(422);
    expect(text).toContain(NEEDED);
    expect(text).toContain(typed);
    expect(await findPrice()).toBe(GOOD_FIELDS.priceCad);
  });

  test("without a fresh second factor is refused with the reason kept", async () => {
    const priceReason = "The advertised price was a typing error";
    const { status, text } = await responseTo(page, stale(), { ...post, priceReason });
    expect(status).toBe(422);
    expect(text).toContain(CONFIRM);
    expect(text).toContain(priceReason);
    expect(text).toContain(typed);
    expect(await findPrice()).toBe(GOOD_FIELDS.priceCad);
    expect(await db().$count(auditTable, eq(auditTable.thingId, id))).toBe(0);
  });

  test("with both is written", async () => {
    const priceReason = "The advertised price was a typing error";
    expect(await responseTo(page, staff, { ...post, priceReason })).toMatchObject({ status: 303 });
    expect(await findPrice()).toBe(12_345);
  });

  test("asks its own seller for neither", async () => {
    expect(await responseTo(page, seller, post)).toMatchObject({ status: 303 });
    expect(await findPrice()).toBe(12_345);
  });

  test("is asked for with the state of the second factor, and of the seller with nothing", async () => {
    expect(await ask(page, stale())).toMatchObject({
      onBehalf: {
        isFactorFresh: false,
        confirmHref: expect.stringMatching(/^\/account\/confirm\?returnTo=/),
      },
    });
    expect(await ask(page, staff)).toMatchObject({ onBehalf: { isFactorFresh: true } });
    expect(await ask(page, seller)).toMatchObject({ onBehalf: null });
  });
});

test("the link to the second factor leaves what was typed where it is", () => {
  const state = { isFactorFresh: false, confirmHref: "/account/confirm?returnTo=%2F" };
  const html = renderToStaticMarkup(createElement(FactorState, state));
  expect(html).toContain('href="/account/confirm?returnTo=%2F" target="_blank" rel="noreferrer"');
  expect(html).toContain(m.staff_change_factor_stale());
});
