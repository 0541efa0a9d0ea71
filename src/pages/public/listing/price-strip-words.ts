import type { PriceRange } from "#domain/pricing/price-estimate.ts";
import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { formatCad } from "#values/money.ts";

/** Everything that the strip shows, as text. */
export function describeStrip(range: PriceRange, askedCad?: number): string {
  const cad = (amountCad: number) => formatCad(amountCad, getLocale());
  const adjusted = range.comparables.map(({ adjustedCad }) => adjustedCad);
  const sentences = [
    m.price_estimate_drawing({
      low: cad(range.lowCad),
      middle: cad(range.fairCad),
      high: cad(range.highCad),
      fairFrom: cad(range.fairFromCad),
      fairTo: cad(range.fairToCad),
    }),
  ];
  if (adjusted.length === 1)
    sentences.push(m.price_estimate_drawing_one({ price: cad(adjusted[0] ?? 0) }));
  if (adjusted.length > 1)
    sentences.push(
      m.price_estimate_drawing_listings({
        cheapest: cad(Math.min(...adjusted)),
        dearest: cad(Math.max(...adjusted)),
      }),
    );
  if (askedCad !== undefined)
    sentences.push(m.price_estimate_drawing_asked({ price: cad(askedCad) }));
  return sentences.join(" ");
}
