import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { storeDealershipRow } from "#domain/dealership/dealership.fixture.ts";
import { userTable } from "#domain/identity/identity.table.ts";
import { db } from "#platform/database/database.server.ts";
import { useSite } from "#server/site.fixture.ts";
import type { E164 } from "#values/phone.ts";
import { storeListing, storePerson } from "./listing.fixture.ts";
import { findPublicListing } from "./listing-queries.server.ts";
import { revealPhone } from "./listing-seller.server.ts";

useSite();

const PHONE = "+14165550142" as E164;
const STRANGER = { user: null, ipAddress: "192.0.2.61" };

const DEALERSHIP_PHONE = "+14165550143" as E164;

test.each([
  ["a person who shows it", false, true, PHONE],
  ["a person who does not", false, false, null],
  ["a dealership", true, false, DEALERSHIP_PHONE],
])("the number of %s", async (who, isDealer, showsPhone, phone) => {
  const seller = await storePerson(`Sam ${who}`, { phone: PHONE });
  const dealership = isDealer ? await storeDealershipRow({ phone: DEALERSHIP_PHONE }) : null;
  const sells = { sellerId: seller.id, dealershipId: dealership?.id ?? null };
  const listingId = await storeListing({ ...sells, showsPhone });
  expect(await revealPhone(listingId, STRANGER)).toEqual({ ok: true, phone });
  expect(await findPublicListing(listingId)).toMatchObject({ hasPhone: phone !== null });
});

test.each([
  ["a member", 30, true],
  ["an address of visitors", 60, false],
])(
  "%s is shown %i numbers of sellers an hour, and their own always",
  async (who, most, isMember) => {
    const seller = await storePerson(`Seller of ${who}`);
    await db().update(userTable).set({ phone: PHONE }).where(eq(userTable.id, seller.id));
    const listingId = await storeListing({ sellerId: seller.id });
    const user = isMember ? await storePerson(`Buyer ${who}`) : null;
    const reveal = () => revealPhone(listingId, { user, ipAddress: "192.0.2.60" });
    for (let at = 0; at < most; at++) expect(await reveal()).toEqual({ ok: true, phone: PHONE });
    expect(await reveal()).toMatchObject({ ok: false, code: "too_many_numbers" });
    const own = { user: seller, ipAddress: "192.0.2.60" };
    expect(await revealPhone(listingId, own)).toEqual({ ok: true, phone: PHONE });
  },
);
