import { beforeAll, expect, it } from "vitest";
import { storeListing, storePerson } from "#domain/listing/listing.fixture.ts";
import { useTestDatabase } from "#platform/database/test-database.server.ts";
import { BODY_TYPES, DRIVES, FUELS, TRANSMISSIONS } from "#values/vehicle.ts";
import { NO_FILTERS } from "./search.ts";
import { sqlSearch } from "./sql-search.server.ts";

useTestDatabase();

/** What each car is found by: the code that it is there for. */
const codes = new Map<string, string>();

beforeAll(async () => {
  const { id: sellerId } = await storePerson("Camille Seller", { role: "seller" });
  const park = async (code: string, car: Omit<Parameters<typeof storeListing>[0], "sellerId">) =>
    codes.set(
      await storeListing({
        sellerId,
        // Which of the four things that are asked for below, its code alone says.
        bodyType: "coupe",
        fuel: "diesel",
        transmission: "manual",
        drive: null,
        features: code === "coupe" ? ["power_liftgate", "heated_steering_wheel"] : [],
        exteriorColour: "orange",
        description:
          "Service records of all years, alloy wheels. Drives well, every window and the seats are electric.",
        ...car,
      }),
      code,
    );
  for (const bodyType of BODY_TYPES) await park(bodyType, { bodyType });
  for (const drive of DRIVES) await park(drive, { drive });
  for (const fuel of FUELS) await park(fuel, { fuel });
  for (const transmission of TRANSMISSIONS) await park(transmission, { transmission });
  await park("gold", { exteriorColour: "gold" });
});

const HYBRIDS = ["hybrid", "plug_in_hybrid"];
const ALL_WHEELS = ["4wd", "awd"];

it.each<[typed: string, found: readonly string[]]>([
  ["AWD", ["awd"]],
  ["all-wheel drive", ["awd"]],
  ["All wheel drive", ["awd"]],
  ["traction intégrale", ["awd"]],
  ["à traction intégrale", ["awd"]],
  ["transmission intégrale", ["awd"]],
  ["rouage intégral", ["awd"]],
  ["4x4", ALL_WHEELS],
  ["4 x 4", ALL_WHEELS],
  ["4WD", ALL_WHEELS],
  ["four-wheel drive", ALL_WHEELS],
  ["quatre roues motrices", ALL_WHEELS],
  ["4 roues motrices", ALL_WHEELS],
  ["front-wheel drive", ["fwd"]],
  ["traction avant", ["fwd"]],
  ["rear wheel drive", ["rwd"]],
  ["propulsion", ["rwd"]],
  ["propulsion arrière", ["rwd"]],
  ["automatic", ["automatic"]],
  ["automatic transmission", ["automatic"]],
  ["automatique", ["automatic"]],
  ["boîte automatique", ["automatic"]],
  ["transmissions automatiques", ["automatic"]],
  ["hybrid", HYBRIDS],
  ["hybride", HYBRIDS],
  ["hybrides", HYBRIDS],
  ["plug-in hybrid", ["plug_in_hybrid"]],
  ["hybride rechargeable", ["plug_in_hybrid"]],
  ["PHEV", ["plug_in_hybrid"]],
  ["electric", ["electric"]],
  ["EV", ["electric"]],
  ["VE", ["electric"]],
  ["électrique", ["electric"]],
  ["véhicule électrique", ["electric"]],
  ["essence", ["gasoline"]],
  ["gas", ["gasoline"]],
  ["flex fuel", ["flex_fuel"]],
  ["SUV", ["suv"]],
  ["SUVs", ["suv"]],
  ["VUS", ["suv"]],
  ["véhicule utilitaire sport", ["suv"]],
  ["sedan", ["sedan"]],
  ["berline", ["sedan"]],
  ["berlines", ["sedan"]],
  ["hatchback", ["hatchback"]],
  ["voiture à hayon", ["hatchback"]],
  ["hayon motorisé", ["coupe"]],
  ["truck", ["truck"]],
  ["pickup", ["truck"]],
  ["pick-up", ["truck"]],
  ["camion", ["truck"]],
  ["camionnette", ["truck"]],
  ["minivan", ["minivan"]],
  ["fourgonnette", ["minivan"]],
  ["or", ["gold"]],
])("%s finds %j", async (typed, found) => {
  const { ids } = await sqlSearch({
    filters: NO_FILTERS,
    text: typed,
    geo: null,
    sort: "newest",
    after: null,
    limit: 100,
  });
  expect(ids.flatMap((id) => codes.get(id) ?? []).toSorted()).toEqual(found);
});

it.each(["manual", "manuelle", "manuel", "boîte manuelle", "standard", "stick shift"])(
  "%s finds every car but the automatic one",
  async (typed) => {
    const request = { filters: NO_FILTERS, text: typed, geo: null, after: null, limit: 100 };
    const { ids } = await sqlSearch({ ...request, sort: "newest" });
    expect(ids.map((id) => codes.get(id))).not.toContain("automatic");
    expect(ids).toHaveLength(codes.size - 1);
  },
);

it.each(["electric windows", "windows, electric seats"])("%s finds what is said", async (typed) => {
  const request = { filters: NO_FILTERS, text: typed, geo: null, after: null, limit: 100 };
  const { count } = await sqlSearch({ ...request, sort: "newest" });
  expect(count).toBe(codes.size);
});
