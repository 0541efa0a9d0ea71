import type { TermSpace } from "./car-terms.ts";
import type { Coefficients } from "./shared-terms.ts";
import type { Variances } from "./variances.ts";

/** How prices of one stock of listings hang together, all in ln(CAD): see fit-price-model.ts. */
export type PriceModel = Coefficients & {
  space: TermSpace;
  /** The mean row of terms: what is usual in this market. */
  usualTerms: Float64Array;
  models: ReadonlyMap<string, ModelFacts>;
  years: ReadonlyMap<string, GroupFacts>;
  trims: ReadonlyMap<string, GroupFacts>;
  variances: Variances;
  listingCount: number;
};

/** What is known of one make+model, beside what its terms say. */
export type ModelFacts = {
  listingCount: number;
  /** The sum of ln(price), less what its cars' years and trims explain. */
  sumLogPrice: number;
  /** The sum of its cars' rows of terms. */
  sumTerms: Float64Array;
};

/** One model year, or one trim of a model: what the other parts leave of its prices. */
export type GroupFacts = { listingCount: number; sumResiduals: number };
