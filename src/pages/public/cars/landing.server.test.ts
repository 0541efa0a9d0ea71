import { beforeAll, describe, expect, it } from "vitest";
import { storeListing, storePerson } from "#domain/listing/listing.fixture.ts";
import { useTestDatabase } from "#platform/database/test-database.server.ts";
import { describeLanding } from "./landing-words.ts";
import { loadLanding, loadPopularLandings } from "./landing.server.ts";

useTestDatabase();
beforeAll(async () => {
  const { id: sellerId } = await storePerson("Camille Seller", { role: "seller" });
  const location = { city: "Toronto", provinceCode: "ON" } as const;
  await storeListing({ sellerId, ...location });
  await storeListing({ sellerId, ...location, model: "Corolla", bodyType: "sedan" });
  await storeListing({
    sellerId,
    city: "Barrie",
    provinceCode: "ON",
    make: "Honda",
    model: "Civic",
  });
});

const load = (subject: string, within?: string) =>
  loadLanding({ subject, within }, { locale: "en" });

async function refused(subject: string, within?: string): Promise<unknown> {
  return load(subject, within).then(
    () => "shown",
    (thrown: unknown) => thrown,
  );
}

describe("a landing page", () => {
  it("shows its cars, what stands above it and what stands beside it", async () => {
    const { landing, facts, view, parent, related } = await load("toyota", "rav4");
    expect(landing).toMatchObject({ path: "/cars/toyota/rav4", count: 1 });
    expect(view.cars.map(({ model }) => model)).toEqual(["RAV4"]);
    expect(parent).toMatchObject({ path: "/cars/toyota", count: 2 });
    expect(related.map(({ about, landings }) => [about, landings.map(({ path }) => path)])).toEqual(
      [
        ["model", ["/cars/toyota/corolla"]],
        ["make", expect.arrayContaining(["/cars/toyota", "/cars/honda"])],
      ],
    );
    expect(describeLanding(facts)).toMatch(/^One car is for sale right now, at \$29,990/);
  });

  it("of a city lies in its province", async () => {
    const { parent, related } = await load("ontario", "barrie");
    expect(parent?.path).toBe("/cars/ontario");
    expect(related[0]?.landings.map(({ path }) => path)).toContain("/cars/ontario/toronto");
  });

  it.each([
    ["lada", undefined],
    ["toyota", "civic"],
    ["suv", "toyota"],
    ["coupe", undefined],
    ["toyota%00", undefined],
  ])("is not there for %s %s", async (subject, within) => {
    expect(await refused(subject, within)).toMatchObject({ init: { status: 404 } });
  });

  it("has one address: another way to write it leads there for good", async () => {
    const response = await refused("Toyota", "RAV4");
    expect(response).toBeInstanceOf(Response);
    const { status, headers } = response as Response;
    expect([status, headers.get("location")]).toEqual([301, "/cars/toyota/rav4"]);
  });
});

it("links from elsewhere lead to the pages with the most cars, of each kind", async () => {
  const groups = await loadPopularLandings(1);
  expect(groups.map(({ landings }) => landings.map(({ path }) => path))).toEqual([
    ["/cars/suv"],
    ["/cars/toyota"],
    ["/cars/ontario"],
  ]);
});
