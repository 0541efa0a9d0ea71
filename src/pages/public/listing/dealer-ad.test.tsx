import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { storeDealershipRow } from "#domain/dealership/dealership.fixture.ts";
import { findListingDetails } from "#domain/listing/listing-queries.server.ts";
import { storeListing, storePerson } from "#domain/listing/listing.fixture.ts";
import { overwriteGetLocale } from "#messages/runtime.js";
import { useTestDatabase } from "#platform/database/test-database.server.ts";
import type { SignedInUser } from "#platform/request/visitor.server.ts";
import { SellerCard } from "./seller-card.tsx";

// What the law wants of a dealership's ad (docs/ad-rules.md), as its page shows it.

let seller: SignedInUser;

useTestDatabase();
beforeAll(async () => {
  seller = await storePerson("Dana Dealer", { role: "dealer" });
});
afterEach(() => overwriteGetLocale(() => "en"));

async function findListing(given: Partial<Parameters<typeof storeListing>[0]>) {
  const listing = await findListingDetails(await storeListing({ sellerId: seller.id, ...given }));
  if (!listing) throw new Error("The listing is not public.");
  return listing;
}

describe("beside the dealership's name", () => {
  async function showSeller(dealershipId: string | null) {
    const listing = await findListing({ dealershipId });
    return renderToStaticMarkup(
      <MemoryRouter>
        <SellerCard listing={listing} viewerEmail={null} shown={null} isAskable />
      </MemoryRouter>,
    );
  }

  test("stands its number and who gave it", async () => {
    const { id } = await storeDealershipRow({ licenceNumber: "DEMO-000" });
    expect(await showSeller(id)).toContain("OMVIC registration DEMO-000");
    overwriteGetLocale(() => "fr");
    expect(await showSeller(id)).toContain("Inscription OMVIC DEMO-000");
  });

  test("stands nothing where no number is known, and for a private seller", async () => {
    const { id } = await storeDealershipRow({ name: "Nameless Number Autos" });
    for (const dealershipId of [id, null])
      expect(await showSeller(dealershipId)).not.toContain("OMVIC");
  });
});
