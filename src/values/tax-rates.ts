import type { ProvinceCode } from "./province.ts";

/**
 * Sales taxes on a used passenger car, by province, seller and date: the defaults, to which the
 * operator adds changes (domain/setting/tax-settings.ts). Checked 2026-11. To correct a rate, add an
 * entry with its first day and its source; never change one that was in force.
 */

export type Seller = "dealer" | "private";

export type TaxCode = "gst" | "hst" | "pst" | "qst" | "rst";

export type RatedTax = {
  tax: TaxCode;
  /**
   * Percent; if the rate depends on the value, the steps, each with the dollar amount at which it
   * begins.
   */
  ratePercent: number | readonly (readonly [fromCad: number, ratePercent: number])[];
  /** Taxed on the book value (average wholesale) if that is more than the price. */
  bookValueCounts?: true;
  /** A trade-in to a dealer is deducted before this tax. */
  lessTradeIn?: boolean;
  /** No tax is due up to this value. */
  exemptUpToCad?: number;
};

/** What a person should be told with the numbers. */
export type TaxNote =
  /** BC: public sources disagree on whether a trade-in lowers the PST. It is not deducted here. */
  | "trade_in_pst_disputed"
  /** Not confirmed in the province's own publication; ask before relying on it. */
  | "unconfirmed";

export type TaxRule = {
  province: ProvinceCode;
  seller: Seller;
  /** First day, `YYYY-MM-DD`. */
  from: string;
  taxes: readonly RatedTax[];
  notes?: readonly TaxNote[];
  source: string;
};

const gst = { tax: "gst", ratePercent: 5, lessTradeIn: true } as const satisfies RatedTax;

/**
 * HST is on the price less the trade-in in every harmonized province (Excise Tax Act s. 153(4)).
 */
function hst(ratePercent: number): RatedTax {
  return { tax: "hst", ratePercent, lessTradeIn: true };
}

const CRA = "Canada Revenue Agency, GST/HST rates by province; Excise Tax Act s. 153(4), trade-ins";
const ICBC = "ICBC, PST on vehicles, icbc.com/pa/brochures/pst-on-vehicles; bulletins PST 116, 308";
const SASKATCHEWAN = "Saskatchewan, Information Notice 2018-07, Provincial Sales Tax on Vehicles";
const MANITOBA = "Manitoba Public Insurance, mpi.mb.ca/retail-sales-tax; bulletin 054";
const ONTARIO =
  "Ontario Retail Sales Tax Act, specified vehicles; used vehicle information package";
const QUEBEC = "Revenu Québec, Purchase of a used road vehicle, revenuquebec.ca";
const NEWFOUNDLAND = "gov.nl.ca/motorregistration/vehicle-ownership/sales-tax-private-sale-hst";
const NOVA_SCOTIA =
  "Service Nova Scotia, Tax on privately purchased vehicles; HST 14 % from 2025-04-01";

// oxfmt-ignore
const BC_DEALER_STEPS = [[0, 7], [55_000, 8], [56_000, 9], [57_000, 10], [125_000, 15], [150_000, 20]] as const;
const BC_PRIVATE_STEPS = [
  [0, 12],
  [125_000, 15],
  [150_000, 20],
] as const;

function provincial(tax: TaxCode, ratePercent: RatedTax["ratePercent"]): RatedTax {
  return { tax, ratePercent, bookValueCounts: true };
}

// oxfmt-ignore
export const TAX_RULES: readonly TaxRule[] = [
  { province: "AB", seller: "dealer", from: "2008-01-01", taxes: [gst], source: CRA },
  { province: "AB", seller: "private", from: "2008-01-01", taxes: [], source: CRA },
  { province: "BC", seller: "dealer", from: "2018-04-01", taxes: [gst, { tax: "pst", ratePercent: BC_DEALER_STEPS }], notes: ["trade_in_pst_disputed"], source: ICBC },
  { province: "BC", seller: "private", from: "2022-10-01", taxes: [provincial("pst", BC_PRIVATE_STEPS)], source: ICBC },
  { province: "SK", seller: "dealer", from: "2018-04-11", taxes: [gst, { tax: "pst", ratePercent: 6, lessTradeIn: true }], source: SASKATCHEWAN },
  { province: "SK", seller: "private", from: "2018-04-11", taxes: [{ ...provincial("pst", 6), exemptUpToCad: 5000 }], source: SASKATCHEWAN },
  { province: "MB", seller: "dealer", from: "2019-07-01", taxes: [gst, { tax: "rst", ratePercent: 7, lessTradeIn: true }], source: MANITOBA },
  { province: "MB", seller: "private", from: "2019-07-01", taxes: [provincial("rst", 7)], source: MANITOBA },
  { province: "ON", seller: "dealer", from: "2010-07-01", taxes: [hst(13)], source: CRA },
  { province: "ON", seller: "private", from: "2010-07-01", taxes: [provincial("rst", 13)], source: ONTARIO },
  { province: "QC", seller: "dealer", from: "2013-01-01", taxes: [gst, { ...provincial("qst", 9.975), lessTradeIn: true }], source: QUEBEC },
  { province: "QC", seller: "private", from: "2013-01-01", taxes: [provincial("qst", 9.975)], source: QUEBEC },
  { province: "NB", seller: "dealer", from: "2016-07-01", taxes: [hst(15)], source: CRA },
  { province: "NB", seller: "private", from: "2016-07-01", taxes: [provincial("pst", 15)], notes: ["unconfirmed"], source: CRA },
  { province: "NL", seller: "dealer", from: "2016-07-01", taxes: [hst(15)], source: CRA },
  { province: "NL", seller: "private", from: "2016-07-01", taxes: [provincial("rst", 15)], source: NEWFOUNDLAND },
  { province: "NS", seller: "dealer", from: "2010-07-01", taxes: [hst(15)], source: CRA },
  { province: "NS", seller: "dealer", from: "2025-04-01", taxes: [hst(14)], source: NOVA_SCOTIA },
  { province: "NS", seller: "private", from: "2010-07-01", taxes: [provincial("pst", 15)], source: NOVA_SCOTIA },
  { province: "NS", seller: "private", from: "2025-04-01", taxes: [provincial("pst", 14)], notes: ["unconfirmed"], source: NOVA_SCOTIA },
  { province: "PE", seller: "dealer", from: "2016-10-01", taxes: [hst(15)], source: CRA },
  { province: "PE", seller: "private", from: "2016-10-01", taxes: [provincial("pst", 15)], notes: ["unconfirmed"], source: CRA },
];
