import { expect, it } from "vitest";
import type { KnownNames } from "#domain/search/known-names.ts";
import { buildCarsSearch, readCarsQuery } from "./cars-address.ts";
import { applyTypedText } from "./apply-typed-text.server.ts";

const known: KnownNames = {
  make: { names: ["Honda", "Toyota"] },
  model: { names: ["Honda_Civic", "Honda_CR-V", "Toyota_Corolla"] },
  city: { names: ["QC_Montréal"] },
};

const take = (search: string, locale: "en" | "fr" = "en") =>
  decodeURIComponent(
    buildCarsSearch(applyTypedText(readCarsQuery(new URLSearchParams(search)), known, locale)),
  ).replaceAll("+", " ");

it.each([
  ["q=honda civic under 20000", "?priceMax=20000&make=Honda&model=Honda_Civic"],
  ["q=suv under $350 a month", "?by=payment&payMax=350&every=month&type=suv"],
  ["q=civic spaceship", "?q=spaceship&make=Honda&model=Honda_Civic"],
  // What is typed takes the place of what was chosen of the same kind, and leaves the rest.
  ["q=honda&make=Toyota&model=Toyota_Corolla&colour=red", "?make=Honda&colour=red"],
  ["q=under 15k&by=payment&payMax=200", "?priceMax=15000"],
  ["q=200 a month&priceMax=20000", "?by=payment&payMax=200&every=month"],
  ["q=in ontario&province=QC&city=QC_Montréal", "?province=ON"],
  ["q=within 40 km of calgary&near=Laval", "?near=Calgary, AB&within=50"],
  ["q=cheapest&sort=km", "?sort=price"],
  // Nobody can look it up: the field of places asks for a town.
  ["q=suv near me", "?near=near me&type=suv"],
  ["q=suv near me&near=Laval", "?near=Laval&type=suv"],
  // Words that read differently by themselves are held as they were typed.
  ["q=black leather", "?q=black&exact=black&feature=leather_seats"],
  ["q=under 20000 under 300 a month", "?q=under 300 month&exact=under 300 month&priceMax=20000"],
  ["q=honda&exact=honda", "?q=honda&exact=honda"],
  ["q=spaceship", "?q=spaceship"],
])("takes %j in as %j", (search, expected) => {
  expect(take(search)).toBe(expected);
  // Read again from its address, it is the same.
  expect(take(expected)).toBe(expected);
});

it("names a place in the visitor's language", () => {
  expect(take("q=VUS près de Montréal", "fr")).toBe("?near=Montréal (Québec)&type=suv");
});
