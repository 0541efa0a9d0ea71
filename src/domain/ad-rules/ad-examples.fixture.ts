import { NOTHING_DECLARED } from "#domain/declaration/declaration.ts";
import type { ProvinceCode } from "#values/province.ts";
import type { Ad, AdDealership } from "./ad.ts";
import type { AdRule } from "./ad-rules.ts";
import type { CheckName } from "./checks.ts";

const DEALERSHIP: Omit<AdDealership, "provinceCode"> = {
  name: "Lakeshore Auto",
  phone: "+14165550171",
  licenceNumber: "DEMO-000",
};

/** A dealership's ad in which no rule of a province finds anything. */
export function goodAd(provinceCode: ProvinceCode): Ad & { dealership: AdDealership } {
  const { brand, accidents, owners, odometerReading } = NOTHING_DECLARED;
  return {
    brand,
    accidents,
    owners,
    odometerReading,
    earlierUse: "personal",
    provinceCode,
    condition: "used",
    odometerKm: 62_400,
    priceCad: 24_990,
    description: "Heated seats, winter tires, serviced here. Tax and licensing extra.",
    vin: "2T3B1RFV0SC582226",
    photoCount: 8,
    isAllInPrice: true,
    stockNumber: "S1001",
    dealership: { ...DEALERSHIP, provinceCode },
  };
}

/** What differs from a good ad. */
type Change = Partial<Omit<Ad, "dealership" | "provinceCode">> & {
  dealership?: Partial<AdDealership>;
};

type Example = { passes: Change; fails: Change };

const text = (passes: string, fails: string): Example => ({
  passes: { description: passes },
  fails: { description: fails },
});

const AS_IS =
  "This vehicle is being sold as-is, unfit, and is not represented as being in road worthy condition.";

/** For each check, an ad that passes and one that fails, as differences from a good ad. */
export const EXAMPLES: Readonly<Record<CheckName, Example>> = {
  all_in_price: { passes: { isAllInPrice: true }, fails: { isAllInPrice: false } },
  fees_on_top: text("No admin fee. Plus HST and licensing.", "Great car, plus $499 admin fee."),
  dealer_named: {
    passes: { dealership: { name: "Lakeshore Auto" } },
    fails: { dealership: { phone: "" } },
  },
  licence_number: {
    passes: { dealership: { licenceNumber: "DEMO-000" } },
    fails: { dealership: { licenceNumber: null } },
  },
  stock_number: { passes: { stockNumber: "S1001" }, fails: { stockNumber: null } },
  vin: { passes: { vin: "2T3B1RFV0SC582226" }, fails: { vin: null } },
  prior_rental: {
    passes: { description: "A former daily rental.", earlierUse: "daily_rental" },
    fails: { description: "A former daily rental.", earlierUse: "personal" },
  },
  prior_taxi: {
    passes: { description: "Ancien taxi, bien entretenu.", earlierUse: "taxi" },
    fails: { description: "Ancien taxi, bien entretenu.", earlierUse: null },
  },
  prior_police: {
    passes: { description: "Ex-police car, many lights.", earlierUse: "police" },
    fails: { description: "Ex-police car, many lights.", earlierUse: "commercial" },
  },
  prior_use_unsaid: { passes: { earlierUse: "personal" }, fails: { earlierUse: null } },
  said_new: text("Four brand new tires.", "A brand new car, come and see it."),
  said_no_accident: {
    passes: { description: "No accidents.", accidents: "none" },
    fails: { description: "Accident-free!", accidents: "some" },
  },
  said_clean_title: {
    passes: { description: "Rebuilt title, all receipts.", brand: "rebuilt" },
    fails: { description: "Clean title.", brand: "rebuilt" },
  },
  said_one_owner: {
    passes: { description: "One owner.", owners: 1 },
    fails: { description: "Un seul propriétaire.", owners: 3 },
  },
  fewer_kilometres: {
    passes: { description: "Only 62,400 km, and only 5 km from the station.", odometerKm: 62_400 },
    fails: { description: "Seulement 45 000 km.", odometerKm: 62_400 },
  },
  kilometres_unknown: {
    passes: { odometerReading: "original" },
    fails: { odometerReading: "unknown" },
  },
  as_is_alone: text(AS_IS, "Priced as-is, no warranty."),
  as_is: text("As quiet as it is quick.", "Sold as is."),
  not_certified: text(
    "This vehicle is not drivable, not certified. Certification available for $600.",
    "Not certified.",
  ),
  not_inspected: text("Inspected last month.", "Sold not inspected."),
  credit_details: text("Financing available.", "Only $99 a week with 0 down."),
  urges_credit: text("Possibilité de financement.", "Bad credit? Everyone approved!"),
  credit_terms: text(
    "$310 monthly, 8.9% APR, 72 months, cash price $24,990.",
    "Take it home for $310 a month.",
  ),
  payment_prominent: text("See our financing page.", "$149 bi-weekly!"),
  finance_price: text(
    "Finance price $23,990, cash price $24,990.",
    "Price when you finance: $23,990.",
  ),
  special_deduction: text("Trade-ins welcome.", "$21,990 after trade-in."),
  reference_price: text("Asking $24,990.", "Was $27,990!"),
  market_price: text("Priced to sell.", "Well below market."),
  savings: text("Serviced here.", "Save $3,000 today."),
  higher_price: {
    passes: { description: "Asking $24,990.", priceCad: 24_990 },
    fails: { description: "Prix : 26 990 $.", priceCad: 24_990 },
  },
  superlative: text("A fair price.", "The lowest price in Canada."),
  comparison: text("Compare for yourself.", "Cheaper than any other dealer."),
  exaggeration: text("Small scratch on the left door.", "Like new, mint condition."),
  warranty_claim: text("Three months of powertrain warranty.", "With a lifetime warranty."),
  performance_claim: text("A quiet engine.", "This engine will last forever."),
  environment_claim: text("Electric, 400 km of range.", "Zero emissions and eco-friendly."),
  not_in_stock: text("On our lot now.", "In transit, reserve yours."),
  wholesale_words: text("Vendue par notre équipe.", "Grossiste : prix de liquidation."),
  cost_price: text("Un prix juste.", "Vendue au prix coûtant."),
  drawn_car: { passes: { photoCount: 1 }, fails: { photoCount: 0 } },
  contact_in_text: text("Call the dealership.", "Text Bob at 902-555-0184."),
};

/** The ad of a rule's example, in the rule's jurisdiction. */
export function adOf({ where, check }: AdRule, outcome: "passes" | "fails"): Ad {
  const ad = goodAd(where === "CA" ? "NB" : where);
  const { dealership, ...change } = EXAMPLES[check][outcome];
  return { ...ad, ...change, dealership: { ...ad.dealership, ...dealership } };
}
