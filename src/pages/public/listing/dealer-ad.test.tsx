import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { storeDealershipRow } from "#domain/dealership/dealership.fixture.ts";
import { findListingDetails } from "#domain/listing/listing-queries.server.ts";
import { storeListing, storePerson } from "#domain/listing/listing.fixture.ts";
import { overwriteGetLocale } from "#messages/runtime.js";
import { useTestDatabase } from "#platform/database/test-database.server.ts";
import type { SignedInUser } from "#platform/request/visitor.server.ts";
import { AskingPrice } from "./listing-price.tsx";
import { SellerCard } from "./seller-card.tsx";

// What the law wants of a dealership's ad (docs/ad-rules.md), as its page shows it.

let seller: SignedInUser;

useTestDatabase();
beforeAll(async () => {
  seller = await storePerson("Dana Dealer", { role: "dealer" });
});
afterEach(() => overwriteGetLocale(() => "en"));

async function findListing(input: Partial<Parameters<typeof storeListing>[0]>) {
  const listing = await findListingDetails(await storeListing({ sellerId: seller.id, ...input }));
  if (!listing) throw new Error("The listing is not public.");
  return listing;
}

describe("beside the dealership's name", () => {
  async function showSeller(dealershipId: string | null) {
    const listing = await findListing({ dealershipId });
    return renderToStaticMarkup(
      <MemoryRouter>
        <SellerCard listing={listing} viewerEmail={null} phoneResult={null} isAskable />
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

describe("with the price", () => {
  async function showPrice(input: Partial<Parameters<typeof storeListing>[0]>, locale = "en") {
    overwriteGetLocale(() => locale as "en");
    return renderToStaticMarkup(<AskingPrice listing={await findListing(input)} />);
  }

  test.each([
    ["en", "This price includes every fee except tax and licensing.", "All-in price"],
    ["fr", "Ce prix comprend tous les frais, sauf les taxes", "Prix tout compris"],
  ])("stands in %s that it is all-in", async (locale, sentence, chip) => {
    const { id } = await storeDealershipRow({ name: `All In ${locale}` });
    const shown = await showPrice({ dealershipId: id, isAllInPrice: true }, locale);
    expect(shown).toContain(sentence);
    expect(shown).toContain(chip);
    // A person has no fees, and says nothing of them.
    expect(await showPrice({ isAllInPrice: true }, locale)).not.toContain(chip);
  });

  test("stand the kilometres, as large, where a dealership sells in Quebec", async () => {
    const { id } = await storeDealershipRow({ name: "Autos du Bas" });
    const car = { odometerKm: 62_400, city: "Montréal" } as const;
    const km = /listing-price__km[^>]*>62,400\skm/u;
    expect(await showPrice({ ...car, provinceCode: "QC", dealershipId: id })).toMatch(km);
    for (const other of [{ provinceCode: "ON", dealershipId: id }, { provinceCode: "QC" }] as const)
      expect(await showPrice({ ...car, ...other })).not.toMatch(km);
  });
});
