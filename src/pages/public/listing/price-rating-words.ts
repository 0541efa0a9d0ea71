import type { PriceRating } from "#domain/pricing/price-model/price-rating.ts";
import { m } from "#messages/messages.js";

/** What a rating is called, and how its chip looks: never by the colour alone. */
export const PRICE_RATING_WORDS: Readonly<
  Record<PriceRating, { words: () => string; look: string }>
> = {
  great: { words: m.price_rating_great, look: "chip--ok" },
  good: { words: m.price_rating_good, look: "chip--ok" },
  fair: { words: m.price_rating_fair, look: "chip--info" },
  high: { words: m.price_rating_high, look: "chip--warn" },
  above_market: { words: m.price_rating_above_market, look: "chip--warn" },
};
