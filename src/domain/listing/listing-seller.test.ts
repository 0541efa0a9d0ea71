import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { userTable } from "#domain/identity/identity.table.ts";
import { db } from "#platform/database/database.server.ts";
import { useSite } from "#server/site.fixture.ts";
import { storeListing, storePerson } from "./listing.fixture.ts";
import { revealPhone } from "./listing-seller.server.ts";

useSite();

test.each([
  ["a member", 30, true],
  ["an address of visitors", 60, false],
])(
  "%s is shown %i numbers of sellers an hour, and their own always",
  async (who, most, isMember) => {
    const seller = await storePerson(`Seller of ${who}`);
    const phone = "+14165550142";
    await db().update(userTable).set({ phone }).where(eq(userTable.id, seller.id));
    const listingId = await storeListing({ sellerId: seller.id });
    const user = isMember ? await storePerson(`Buyer ${who}`) : null;
    const reveal = () => revealPhone(listingId, { user, ipAddress: "192.0.2.60" });
    for (let at = 0; at < most; at++) expect(await reveal()).toEqual({ ok: true, phone });
    expect(await reveal()).toMatchObject({ ok: false, code: "too_many_numbers" });
    const own = { user: seller, ipAddress: "192.0.2.60" };
    expect(await revealPhone(listingId, own)).toEqual({ ok: true, phone });
  },
);
