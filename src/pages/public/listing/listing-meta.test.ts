import { beforeAll, describe, expect, it } from "vitest";
import { findListingDetails, isListingGone } from "#domain/listing/listing-queries.server.ts";
import { formatCarName } from "#values/car-name.ts";
import { move, storeListing, storePerson } from "#domain/listing/listing.fixture.ts";
import { reviewListings } from "#pages/account/my-listings/seller.fixture.ts";
import { useTestDatabase } from "#platform/database/test-database.server.ts";
import type { SignedInUser } from "#platform/request/visitor.server.ts";
import { checkStructuredData } from "#ui/structured-data.fixture.ts";
import { buildListingMeta } from "./listing-meta.ts";

const origin = "https://cars.example.ca";
const args = { matches: [{ id: "root", loaderData: { origin } }] };

useTestDatabase();
let seller: SignedInUser;
beforeAll(async () => {
  reviewListings(false);
  seller = await storePerson("Camille Seller", { role: "seller" });
});

async function describeListing(input: Partial<Parameters<typeof storeListing>[0]> = {}) {
  const listing = await findListingDetails(await storeListing({ sellerId: seller.id, ...input }));
  if (!listing) throw new Error("The listing is not public.");
  const parents = [{ name: "Toyota", path: "/cars/toyota" }];
  return { listing, meta: buildListingMeta(args, { listing, parents }) };
}

describe("what a listing's page says to search engines", () => {
  it("is a car, its offer and the way to it, with every property that is demanded", async () => {
    const { listing, meta } = await describeListing({ drive: "awd" });
    expect(checkStructuredData(meta.structuredData)).toEqual({
      types: ["Car", "BreadcrumbList"],
      faults: [],
    });
    const [car, way] = meta.structuredData["@graph"] as Record<string, unknown>[];
    expect(car).toMatchObject({
      url: `${origin}/details/${listing.id}`,
      driveWheelConfiguration: "https://schema.org/AllWheelDriveConfiguration",
      offers: {
        price: listing.priceCad,
        availability: "https://schema.org/InStock",
        seller: { "@type": "Person", name: "Camille S." },
      },
    });
    expect(way).toMatchObject({
      itemListElement: [{}, {}, { name: "Toyota", item: `${origin}/cars/toyota` }, {}],
    });
  });

  it("keeps the VIN that buyers do not see to itself, and offers no car of the demo", async () => {
    const { meta } = await describeListing({ vin: "2T3B1RFV0SC582226", isDemo: true });
    expect(JSON.stringify(meta)).not.toContain("2T3B1RFV0SC582226");
    expect(JSON.stringify(meta)).not.toContain("Offer");
    expect(checkStructuredData(meta.structuredData).faults).toEqual([]);
  });

  it("shows the drawn car beside a shared link, cut as networks show it", async () => {
    const { listing, meta } = await describeListing();
    expect(meta.picture).toEqual({
      path: expect.stringMatching(/^\/pictures\/.+-1200\.jpeg\?v=\d+$/),
      alt: formatCarName(listing),
      widthPx: 1200,
      heightPx: 630,
    });
  });
});

describe("a listing that was taken away", () => {
  it("is gone for good where people saw it, and never was where they did not", async () => {
    const shown = await storeListing({ sellerId: seller.id });
    expect(await isListingGone(shown)).toBe(false);
    await move(seller, shown, "remove");
    expect(await isListingGone(shown)).toBe(true);
    const draft = await storeListing({ sellerId: seller.id, state: "draft", postedAt: null });
    await move(seller, draft, "remove");
    expect(await isListingGone(draft)).toBe(false);
    expect(await isListingGone("nonsense")).toBe(false);
  });
});
