import type { TermSpace } from "./car-terms.ts";
import type { Coefficients } from "./shared-terms.ts";
import type { Variances } from "./variances.ts";

/** The fitted model of the prices of a set of listings, all in ln(CAD): see fit-price-model.ts. */
export type PriceModel = Coefficients & {
  space: TermSpace;
  /** The mean row of terms of all listings. */
  usualTerms: Float64Array;
  models: ReadonlyMap<string, ModelFacts>;
  years: ReadonlyMap<string, GroupFacts>;
  trims: ReadonlyMap<string, GroupFacts>;
  variances: Variances;
  listingCount: number;
};

/** Statistics of one make and model, beside its terms. */
export type ModelFacts = {
  listingCount: number;
  /** The sum of ln(price) without the effects of years and trims. */
  sumLogPrice: number;
  /** The sum of its cars' rows of terms. */
  sumTerms: Float64Array;
};

/** Statistics of one model year or one trim of a model: the residuals of its prices. */
export type GroupFacts = { listingCount: number; sumResiduals: number };
