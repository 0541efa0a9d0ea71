/** A complete sell form with SPEC.md §3's fields, as a program posts it. */
export const SELLER = {
  formname: "SellYourCar",
  year: "2021",
  make: "Toyota",
  model: "RAV4",
  city: "Guelph",
  province: "ON",
  style: "hatchback",
  bodyTrim: "luxury",
  exteriorColour: "blue",
  interiorColour: "black",
  transmission: "automatic",
  manufactureYear: "2020",
  totalRun: "64,200 km",
  exteriorDamage: "no",
  interiorDamage: "no",
  accidentHistory: "yes",
  smoked: "no",
  windshieldDamage: "yes",
  keyFobs: "two_plus",
  tireReplacement: "2_to_4_years",
  brakes: "no",
  mechanicalIssues: "no",
  salvageStatus: "no",
  ownership: "financed",
  sellOrTrade: "sell",
  sellerEmail: "simone.dube@example.com",
  sellerPhone: "519 555 0147",
  termsAccepted: "yes",
} as const;

/** The same with what our own pages ask in addition. */
export const SELLER_ON_PAGES = {
  ...SELLER,
  bodyType: "suv",
  shareWithDealerships: "no",
  sellerName: "Simone Dubé",
} as const;
