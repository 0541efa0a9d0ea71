import { MIN_MODEL_LISTINGS } from "#domain/pricing/min-model-listings.ts";
import type { PriceRange } from "#domain/pricing/price-estimate.ts";
import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { formatNumber } from "#values/format.ts";

/** How many listings an estimate is based on, and its limits. */
export function describeBasis({
  ofModel,
  ofMake,
  ofBodyType,
  inMarket,
}: PriceRange["basis"]): string {
  const count = (listings: number) => formatNumber(listings, getLocale());
  if (ofModel >= MIN_MODEL_LISTINGS) return m.price_basis_many({ count: count(ofModel) });
  if (ofModel > 1) return m.price_basis_few({ count: count(ofModel) });
  if (ofModel === 1) return m.price_basis_one();
  if (ofMake > 0 && ofBodyType > 0)
    return m.price_basis_kind({ ofMake: count(ofMake), ofBodyType: count(ofBodyType) });
  if (ofMake > 0) return m.price_basis_make({ ofMake: count(ofMake) });
  return m.price_basis_market({ count: count(inMarket) });
}
