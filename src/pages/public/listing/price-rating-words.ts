import type { PriceRating } from "#domain/pricing/price-model/price-rating.ts";
import { m } from "#messages/messages.js";

/** The name of a rating, and the style of its chip: never by colour alone. */
export const PRICE_RATING_WORDS: Readonly<
  Record<PriceRating, { words: () => string; className: string }>
> = {
  great: { words: m.price_rating_great, className: "chip--ok" },
  good: { words: m.price_rating_good, className: "chip--ok" },
  fair: { words: m.price_rating_fair, className: "chip--info" },
  high: { words: m.price_rating_high, className: "chip--warn" },
  above_market: { words: m.price_rating_above_market, className: "chip--warn" },
};
