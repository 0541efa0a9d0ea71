import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test } from "vitest";
import type { Declared } from "#domain/declaration/declaration.ts";
import type { ListingCardFacts } from "#domain/listing/listing-card.ts";
import type { WantedCar } from "#domain/pre-approval/wanted-car.server.ts";
import { overwriteGetLocale } from "#messages/runtime.js";
import type { Locale } from "#values/locale.ts";
import { MatchRow } from "./match-row.tsx";
import { WantedCarLine } from "./request-summary.tsx";

const CAR: ListingCardFacts = {
  id: "0198a000-0000-7000-8000-000000000000",
  make: "Toyota",
  model: "RAV4",
  trim: null,
  year: 2021,
  bodyType: "suv",
  exteriorColour: "blue",
  transmission: "automatic",
  odometerKm: 62_400,
  priceCad: 18_900,
  city: "Halifax",
  provinceCode: "NS",
  state: "live",
  isDealer: false,
  brand: null,
  accidents: null,
  illustration: { body: "SUV", colour: "Blue", trim: "Luxury", seed: "42" },
  photo: null,
  photoCount: 0,
};

afterEach(() => overwriteGetLocale(() => "en"));

function read(locale: Locale, element: ReactElement): string {
  overwriteGetLocale(() => locale);
  const html = renderToStaticMarkup(<MemoryRouter>{element}</MemoryRouter>);
  return html.replaceAll(/<[^>]+>/g, "|");
}

test.each<[Partial<Declared>, Locale, string | null]>([
  [{ brand: "salvage" }, "en", "Declared: salvage title"],
  [{ brand: "clean", accidents: "some" }, "en", "Declared: accident"],
  [{ brand: "rebuilt", accidents: "some" }, "en", "Declared: rebuilt title, accident"],
  [{ brand: "clean", accidents: "none" }, "en", null],
  [{}, "en", null],
])("of %j it says in %s %j", (declared, locale, said) => {
  const text = read(locale, <MatchRow listing={{ ...CAR, ...declared }} />);
  expect(text).toContain("2021 Toyota RAV4");
  if (said === null) expect(text).not.toContain("Declared");
  else expect(text).toContain(said);
});

test("the car that one came from says it too, in French as well", () => {
  const listing = { ...CAR, brand: "salvage", accidents: "some" } as const;
  const car: WantedCar = { listing, isForSale: true, isAgreed: false, nearest: [] };
  expect(read("en", <WantedCarLine car={car} />)).toContain("Declared: salvage title, accident");
  expect(read("fr", <WantedCarLine car={car} />)).toMatch(
    /Déclaré\s: véhicule gravement accidenté, accident/u,
  );
});
