import { expect, it } from "vitest";
import { readCarsQuery } from "./cars-address.ts";
import { buildCarsMeta } from "./cars-meta.ts";
import type { CarsView } from "./cars.server.ts";

const origin = "https://cars.example.ca";
const args = {
  location: { pathname: "/cars" },
  matches: [{ id: "root", loaderData: { origin } }],
};
const view = (count: number): CarsView => ({
  cars: [],
  awayKm: {},
  ratings: {},
  count,
  corrected: null,
  next: null,
  counts: {} as CarsView["counts"],
  names: { make: [], model: [], city: [] },
  location: { state: "none" },
  paymentRestriction: null,
  price: { min: null, max: null },
  relaxations: [],
});

function canonical(search: string, count = 5): string | null {
  const meta = buildCarsMeta(args, readCarsQuery(new URLSearchParams(search)), view(count));
  const link = meta.find((each) => "rel" in each && each.rel === "canonical");
  return link && "href" in link ? String(link.href).replace(origin, "") : null;
}

it.each([
  ["", "/cars"],
  ["sort=price&after=newest.1.x", "/cars"],
  ["by=payment", "/cars"],
  ["make=Honda", "/cars/honda"],
  ["sort=km&model=Honda_Civic&make=Honda", "/cars/honda/civic"],
  ["type=suv", "/cars/suv"],
  ["province=NL", "/cars/newfoundland-and-labrador"],
  ["province=NL&city=NL_St. John’s", "/cars/newfoundland-and-labrador/st-johns"],
  ["type=suv&province=ON", "/cars?type=suv&province=ON"],
  ["make=Honda&make=Ram", null],
  ["make=Honda&colour=red", null],
  ["q=civic", null],
  ["near=Toronto", null],
  ["priceMax=20000", null],
  ["sellStatus=sold", null],
])("the address that stands for %j is %s", (search, expected) => {
  expect(canonical(search)).toBe(expected);
});

it("offers no search engine a page without cars", () => {
  expect(canonical("make=Nonsense", 0)).toBeNull();
});
