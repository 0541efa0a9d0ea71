import type { BodyType } from "#values/vehicle.ts";
import type { LeadStatus } from "#domain/lead/lead.ts";
import type { DeclineReason } from "#domain/sell-request/dealer-offer/dealer-offer.ts";
import type { E164 } from "#values/phone.ts";
import type { Locale } from "#values/locale.ts";
import type { Role } from "#values/role.ts";

// People of the demo who sent a request. No real person is meant: addresses are at example.com,
// phones from the 555-01xx block that is reserved for fiction. One line per request, so that they
// read as a table.

type Asker = {
  name: string;
  /** A city that the demo has (cities.ts). */
  city: string;
  phone: E164;
  locale: Locale;
};

/** What every request has, whatever its form. */
type DemoRequest = {
  /** The demo account that sent it; absent for a person without an account. */
  by?: Role;
  daysAgo: number;
  /** The stage that staff have reached with it. */
  stage: LeadStatus;
};

export type DemoPreApproval = DemoRequest &
  Asker & {
    carType: string;
    budget: string;
    creditRating: string;
    annualIncome: number;
    /** The listing that it came from, by its index among the demo's. */
    listing?: number;
  };

// oxfmt-ignore
export const DEMO_PRE_APPROVALS: readonly DemoPreApproval[] = [
  { name: "Chloé Gagnon", city: "Calgary", phone: "+14035550101", locale: "fr", daysAgo: 0.05, stage: "new", carType: "suv", budget: "400_499", creditRating: "good", annualIncome: 64_000, listing: 6 },
  { name: "Devon Clarke", city: "Toronto", phone: "+16475550102", locale: "en", daysAgo: 0.2, stage: "new", carType: "sedan", budget: "under_400", creditRating: "none", annualIncome: 41_000 },
  { name: "Sukhpreet Dhaliwal", city: "Surrey", phone: "+17785550103", locale: "en", daysAgo: 0.6, stage: "new", carType: "truck", budget: "over_600", creditRating: "very_good", annualIncome: 96_000 },
  { name: "Maude Pelletier", city: "Sherbrooke", phone: "+18195550104", locale: "fr", daysAgo: 1.2, stage: "contacted", carType: "hatchback", budget: "under_400", creditRating: "fair", annualIncome: 38_500 },
  { name: "Grace Kimani", city: "Ottawa", phone: "+16135550105", locale: "en", daysAgo: 1.9, stage: "contacted", carType: "suv", budget: "500_600", creditRating: "good", annualIncome: 72_000 },
  { name: "Ryan Peters", city: "Winnipeg", phone: "+12045550106", locale: "en", daysAgo: 3.1, stage: "documents", carType: "truck", budget: "over_600", creditRating: "fair", annualIncome: 81_000 },
  { name: "Leila Haddad", city: "Mississauga", phone: "+19055550107", locale: "en", daysAgo: 4.4, stage: "documents", carType: "minivan", budget: "500_600", creditRating: "poor", annualIncome: 58_000 },
  { name: "Benoît Lavoie", city: "Québec", phone: "+14185550108", locale: "fr", daysAgo: 6.3, stage: "lender", carType: "suv", budget: "400_499", creditRating: "good", annualIncome: 61_000 },
  { name: "Kayla Robichaud", city: "Moncton", phone: "+15065550109", locale: "en", daysAgo: 8.8, stage: "lender", carType: "sedan", budget: "400_499", creditRating: "fair", annualIncome: 49_000 },
  { name: "Thomas Okonkwo", city: "Edmonton", phone: "+17805550110", locale: "en", daysAgo: 12.5, stage: "approved", carType: "suv", budget: "over_600", creditRating: "excellent", annualIncome: 118_000 },
  { name: "Jolène Savard", city: "Laval", phone: "+14505550111", locale: "fr", daysAgo: 19.2, stage: "delivered", carType: "hatchback", budget: "under_400", creditRating: "good", annualIncome: 44_000 },
  { name: "Peter Nakamura", city: "Vancouver", phone: "+16045550112", locale: "en", daysAgo: 26.7, stage: "closed", carType: "coupe", budget: "500_600", creditRating: "very_good", annualIncome: 88_000 },
];

export type DemoCreditApplication = DemoRequest &
  Asker & {
    street: string;
    postalCode: string;
    employer: string;
    jobTitle: string;
    monthlyIncome: number;
    rent: number;
  };

// oxfmt-ignore
export const DEMO_CREDIT_APPLICATIONS: readonly DemoCreditApplication[] = [
  { by: "buyer", name: "Amara Okafor", city: "Toronto", phone: "+14165550141", locale: "en", daysAgo: 2.3, stage: "documents", street: "18 Sample Crescent", postalCode: "M5V 0C1", employer: "Lakeview Clinic", jobTitle: "Nurse", monthlyIncome: 6_200, rent: 1_750 },
  { name: "Marcus Bell", city: "Hamilton", phone: "+12895550113", locale: "en", daysAgo: 0.4, stage: "new", street: "7 Example Lane", postalCode: "L8P 0C2", employer: "Harbour Steelworks", jobTitle: "Welder", monthlyIncome: 5_400, rent: 1_450 },
  { name: "Noémie Bergeron", city: "Montréal", phone: "+15145550114", locale: "fr", daysAgo: 1.6, stage: "contacted", street: "22, rue du Spécimen", postalCode: "H2Y 0C3", employer: "Boulangerie du Coin", jobTitle: "Pâtissière", monthlyIncome: 3_900, rent: 1_100 },
  { name: "Dylan Fraser", city: "Halifax", phone: "+19025550115", locale: "en", daysAgo: 5.2, stage: "lender", street: "40 Mockup Street", postalCode: "B3H 0C4", employer: "Atlantic Ferries", jobTitle: "Deckhand", monthlyIncome: 4_700, rent: 1_300 },
  { name: "Aisha Rahman", city: "Regina", phone: "+13065550116", locale: "en", daysAgo: 10.7, stage: "approved", street: "61 Placeholder Avenue", postalCode: "S4P 0C5", employer: "Prairie School Division", jobTitle: "Teacher", monthlyIncome: 6_800, rent: 1_600 },
  { name: "Gord Halvorsen", city: "Red Deer", phone: "+14035550117", locale: "en", daysAgo: 23.4, stage: "delivered", street: "9 Specimen Close", postalCode: "T4N 0C6", employer: "Foothills Drilling", jobTitle: "Operator", monthlyIncome: 8_100, rent: 1_900 },
];

export type DemoCallBack = DemoRequest & {
  name: string;
  phone?: E164;
  locale: Locale;
  subject: string;
  message: string;
  bestTime?: "morning" | "afternoon" | "evening";
};

// oxfmt-ignore
export const DEMO_CALL_BACKS: readonly DemoCallBack[] = [
  { name: "Wendy Fitzgerald", phone: "+17095550118", locale: "en", daysAgo: 0.1, stage: "new", subject: "Trade-in", message: "I still owe on my car. Can I trade it in anyway?", bestTime: "evening" },
  { name: "Samir Bouzid", phone: "+14385550119", locale: "fr", daysAgo: 0.7, stage: "new", subject: "Premier crédit", message: "Je suis au Canada depuis un an. Est-ce que je peux faire une demande ?", bestTime: "afternoon" },
  { by: "buyer", name: "Amara Okafor", phone: "+14165550141", locale: "en", daysAgo: 6.1, stage: "contacted", subject: "Pay stubs", message: "Which pay stubs do you need from me?", bestTime: "evening" },
  { name: "Linda Sorensen", locale: "en", daysAgo: 2.8, stage: "contacted", subject: "Down payment", message: "Do I need a down payment for a car under $15,000?" },
  { name: "Étienne Roy", phone: "+18195550121", locale: "fr", daysAgo: 4.9, stage: "contacted", subject: "Livraison", message: "Est-ce que l’auto peut être livrée à Gatineau ?", bestTime: "morning" },
  { name: "Harpreet Singh", phone: "+12045550122", locale: "en", daysAgo: 9.5, stage: "closed", subject: "Two drivers", message: "Can my brother and I apply together?", bestTime: "evening" },
  { name: "Carol Beaton", phone: "+19025550123", locale: "en", daysAgo: 15.3, stage: "closed", subject: "Insurance", message: "Do I need insurance before I pick up the car?" },
];

export type DemoVinRequest = DemoRequest & {
  /** With the check digit that the standard requires. */
  vin: string;
  city: string;
  locale: Locale;
  /** The e-mail address for the offer; absent if the person gave none. */
  contact?: string;
};

// oxfmt-ignore
export const DEMO_VIN_REQUESTS: readonly DemoVinRequest[] = [
  { vin: "2HGFC2F53JH000007", city: "London", locale: "en", daysAgo: 0.3, stage: "new" },
  { vin: "2T3R1RFV6MW000002", city: "Gatineau", locale: "fr", daysAgo: 2.1, stage: "new", contact: "lise.arsenault@example.com" },
  { vin: "1FTEW1EP2KF000000", city: "Lethbridge", locale: "en", daysAgo: 3.6, stage: "contacted", contact: "+14035550124" },
  { by: "buyer", vin: "JM1BN1V76H1000001", city: "Toronto", locale: "en", daysAgo: 8.2, stage: "contacted", contact: "buyer@example.com" },
];

/** A dealership's offer, and the seller's answer to it. `afterDays` counts from the request. */
export type DemoOffer = {
  dealershipKey: string;
  amountCad: number;
  validDays: number;
  conditions: string;
  afterDays: number;
  /** The amount of the offer that replaced it a few hours later. */
  raisedToCad?: number;
  /** The seller's answer to the newer of the two; absent while it waits. */
  answer?: "accepted" | "declined";
  /** The seller's counter-offer; the dealership has not answered it. */
  counterCad?: number;
};

export type DemoSellRequest = DemoRequest &
  Asker & {
    year: number;
    make: string;
    model: string;
    style: string;
    /** If it is none of the three styles. */
    bodyType?: BodyType;
    bodyTrim: string;
    colour: string;
    odometerKm: number;
    sellOrTrade: "sell" | "trade";
    /** If other data refers to it by this reference. */
    reference?: string;
    /** No dealership sees it. */
    isPrivate?: true;
    offers?: readonly DemoOffer[];
    /** Why the demo dealer's dealership makes no offer. */
    passedFor?: DeclineReason;
  };

// oxfmt-ignore
export const DEMO_SELL_REQUESTS: readonly DemoSellRequest[] = [
  { reference: "DEMSELL2", by: "seller", name: "Jordan Mitchell", city: "Hamilton", phone: "+19055550142", locale: "en", daysAgo: 2, stage: "new", year: 2018, make: "Honda", model: "Civic", style: "sedan", bodyTrim: "sport", colour: "blue", odometerKm: 84_300, sellOrTrade: "sell",
    offers: [
      { dealershipKey: "lakeshore-lane", amountCad: 15_400, validDays: 12, conditions: "After a look at the car in Toronto. Winter tires included.", afterDays: 0.25 },
      { dealershipKey: "forest-city", amountCad: 15_900, validDays: 6, conditions: "", afterDays: 0.5 },
    ] },
  { reference: "DEMSELL3", by: "buyer", name: "Amara Okafor", city: "Toronto", phone: "+14165550141", locale: "en", daysAgo: 1, stage: "new", year: 2016, make: "Mazda", model: "Mazda3", style: "hatchback", bodyTrim: "luxury", colour: "red", odometerKm: 121_900, sellOrTrade: "sell" },
  { name: "Alicia Moreno", city: "Toronto", phone: "+14375550125", locale: "en", daysAgo: 0.5, stage: "new", year: 2020, make: "Toyota", model: "Corolla", style: "sedan", bodyTrim: "base", colour: "silver", odometerKm: 61_200, sellOrTrade: "sell",
    offers: [{ dealershipKey: "lakeshore-lane", amountCad: 16_900, validDays: 14, conditions: "", afterDays: 0.1, counterCad: 17_800 }] },
  { by: "seller", name: "Jordan Mitchell", city: "Mississauga", phone: "+19055550142", locale: "en", daysAgo: 9.4, stage: "contacted", year: 2015, make: "Ford", model: "Escape", style: "hatchback", bodyType: "suv", bodyTrim: "sport", colour: "red", odometerKm: 148_700, sellOrTrade: "sell",
    offers: [{ dealershipKey: "lakeshore-lane", amountCad: 8_200, validDays: 21, conditions: "Brakes to be done by us.", afterDays: 1, raisedToCad: 8_700, answer: "declined" }] },
  { name: "Frank Delaney", city: "Toronto", phone: "+14165550126", locale: "en", daysAgo: 11.8, stage: "approved", year: 2019, make: "Mazda", model: "CX-5", style: "hatchback", bodyType: "suv", bodyTrim: "luxury", colour: "grey", odometerKm: 73_900, sellOrTrade: "sell",
    offers: [{ dealershipKey: "lakeshore-lane", amountCad: 21_400, validDays: 30, conditions: "", afterDays: 0.4, answer: "accepted" }] },
  { name: "Yasmin Farouk", city: "Hamilton", phone: "+12895550127", locale: "en", daysAgo: 5.7, stage: "contacted", year: 2017, make: "Nissan", model: "Rogue", style: "hatchback", bodyType: "suv", bodyTrim: "base", colour: "white", odometerKm: 102_300, sellOrTrade: "trade", passedFor: "enough_stock" },
  { name: "Réjean Thibault", city: "Trois-Rivières", phone: "+18195550128", locale: "fr", daysAgo: 7.6, stage: "contacted", year: 2018, make: "Hyundai", model: "Elantra", style: "sedan", bodyTrim: "sport", colour: "blue", odometerKm: 88_400, sellOrTrade: "sell",
    offers: [{ dealershipKey: "autos-du-fleuve", amountCad: 11_300, validDays: 25, conditions: "Après un essai routier.", afterDays: 1.1 }] },
  { name: "Colleen Hatfield", city: "Victoria", phone: "+12505550129", locale: "en", daysAgo: 21.9, stage: "closed", year: 2014, make: "Honda", model: "Fit", style: "hatchback", bodyTrim: "base", colour: "green", odometerKm: 176_500, sellOrTrade: "sell", isPrivate: true },
];
