import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { PriceRange } from "#domain/pricing/price-estimate.ts";
import { PriceStrip } from "./price-strip.tsx";

const range: PriceRange = {
  lowCad: 20_000,
  fairFromCad: 21_500,
  fairCad: 22_300,
  fairToCad: 23_200,
  highCad: 25_000,
  basis: { ofModel: 9, ofMake: 20, ofBodyType: 40, inMarket: 300 },
  comparables: [],
};

/** Where each amount is written: its place, from 0 to 100. */
function readPlaces(html: string): Record<string, number> {
  const written = html.matchAll(/<text x="([\d.]+)%"[^>]*>(\$[\d,]+)<\/text>/g);
  return Object.fromEntries([...written].map(([, x, amount]) => [amount!, Number(x)]));
}

test("writes each amount where its value lies between the ends", () => {
  const places = readPlaces(renderToStaticMarkup(<PriceStrip range={range} askedCad={26_000} />));
  const { "$20,000": low, "$25,000": high, "$26,000": requested } = places;
  expect((high! - low!) / (requested! - low!)).toBeCloseTo(5_000 / 6_000, 2);
});

test("says in words what it draws", () => {
  const html = renderToStaticMarkup(<PriceStrip range={range} askedCad={26_000} />);
  for (const amount of ["$20,000", "$21,500", "$22,300", "$23,200", "$25,000", "$26,000"])
    expect(html.match(/aria-label="([^"]*)"/)?.[1]).toContain(amount);
});
