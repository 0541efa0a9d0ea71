import { beforeAll, describe, expect, it } from "vitest";
import { storeListing, storePerson } from "#domain/listing/listing.fixture.ts";
import { useTestDatabase } from "#platform/database/test-database.server.ts";
import { findLanding, listLandings, readLandingFacts } from "./landing-queries.server.ts";
import { landingPath, type LandingSubject } from "./landing.ts";

useTestDatabase();

const DAY_MS = 24 * 60 * 60_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);
let sellerId: string;

beforeAll(async () => {
  ({ id: sellerId } = await storePerson("Camille Seller", { role: "seller" }));
  const car = (input: Omit<Parameters<typeof storeListing>[0], "sellerId">) =>
    storeListing({ sellerId, city: "Toronto", provinceCode: "ON", ...input });
  await car({ priceCad: 20_000, odometerKm: 40_000, postedAt: daysAgo(4) });
  await car({ priceCad: 30_000, odometerKm: 60_000, postedAt: daysAgo(6) });
  await car({ priceCad: 50_000, odometerKm: 90_000, postedAt: daysAgo(20) });
  await car({ make: "Honda", model: "CR-V", city: "Montréal", provinceCode: "QC" });
  await car({
    make: "Honda",
    model: "CRV.",
    bodyType: "sedan",
    city: "St. John’s",
    provinceCode: "NL",
  });
  await car({ make: "honda", model: "Civic", bodyType: "sedan" });
  // No page may list these.
  await car({ make: "Lada", model: "Niva", state: "paused", bodyType: "coupe" });
  await car({ make: "Saab", model: "900", state: "sold", soldAt: daysAgo(1), bodyType: "coupe" });
  for (const days of [10, 20, 30, 40, 90])
    await car({ state: "sold", postedAt: daysAgo(days + 1), soldAt: daysAgo(1), priceCad: 1_000 });
});

describe("the address of a landing page", () => {
  it.each<[LandingSubject, string | null]>([
    [{ kind: "bodyType", bodyType: "suv" }, "/cars/suv"],
    [{ kind: "make", make: "Mercedes-Benz" }, "/cars/mercedes-benz"],
    [{ kind: "model", make: "Toyota", model: "RAV4" }, "/cars/toyota/rav4"],
    [{ kind: "province", provinceCode: "QC" }, "/cars/quebec"],
    [
      { kind: "city", provinceCode: "NL", city: "St. John’s" },
      "/cars/newfoundland-and-labrador/st-johns",
    ],
    [{ kind: "city", provinceCode: "QC", city: "Trois-Rivières" }, "/cars/quebec/trois-rivieres"],
    [{ kind: "make", make: "***" }, null],
  ])("of %o is %s", (subject, path) => {
    expect(landingPath(subject)).toBe(path);
  });
});

describe("the landing pages", () => {
  it("are those that a car for sale stands on, by how many", async () => {
    const found = (await listLandings()).map(({ path, count }) => `${path} ${count}`);
    expect(found.toSorted()).toEqual([
      "/cars/honda 3",
      "/cars/honda/civic 1",
      "/cars/honda/cr-v 1",
      "/cars/honda/crv 1",
      "/cars/newfoundland-and-labrador 1",
      "/cars/newfoundland-and-labrador/st-johns 1",
      "/cars/ontario 4",
      "/cars/ontario/toronto 4",
      "/cars/quebec 1",
      "/cars/quebec/montreal 1",
      "/cars/sedan 2",
      "/cars/suv 4",
      "/cars/toyota 3",
      "/cars/toyota/rav4 3",
    ]);
  });

  it("hold every spelling of their name", async () => {
    const honda = await findLanding("/cars/honda");
    expect(honda?.filters.make?.toSorted()).toEqual(["Honda", "honda"]);
    expect(await readLandingFacts(honda?.filters ?? {})).toMatchObject({ count: 3 });
  });

  it.each(["/cars/lada", "/cars/saab/900", "/cars/coupe", "/cars/nonsense", "/cars/toyota/civic"])(
    "%s is none",
    async (path) => {
      expect(await findLanding(path)).toBeNull();
    },
  );

  it("say what is true of their cars, and of those that sold", async () => {
    const found = await findLanding("/cars/toyota/rav4");
    expect(await readLandingFacts(found?.filters ?? {})).toEqual({
      count: 3,
      minCad: 20_000,
      medianCad: 30_000,
      maxCad: 50_000,
      medianKm: 60_000,
      listedDays: 6,
      sold: { count: 5, days: 30 },
    });
  });

  it("say nothing of how fast cars sell where fewer than five did", async () => {
    const found = await findLanding("/cars/quebec");
    expect(await readLandingFacts(found?.filters ?? {})).toMatchObject({ count: 1, sold: null });
    expect(await readLandingFacts({ make: ["Lada"] })).toBeNull();
  });
});
