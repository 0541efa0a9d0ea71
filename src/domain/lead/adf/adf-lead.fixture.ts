import type { AdfLead } from "./adf-lead.ts";

/** A lead of the demo with only the facts that every lead has. */
export const leastLead: AdfLead = {
  reference: "K7M2PX4R",
  language: "en",
  requestedAt: new Date("2026-11-21T15:04:05.678Z"),
  interest: "buy",
  vehicle: {},
  customer: { firstName: "Zoé", lastName: "Trépanier", preferredLanguage: "fr", comments: "" },
  vendor: { name: "Autos Démo de l’Érable" },
  provider: {
    name: "Rouvia",
    url: "https://rouvia.example",
    email: "hello@rouvia.example",
    phone: "+14165550123",
  },
};

/** The same with every fact that ADF can contain. */
export const fullLead: AdfLead = {
  ...leastLead,
  interest: "buy",
  vehicle: {
    year: 2022,
    make: "Honda",
    model: "CR-V",
    vin: "2HKRW2H20NH207506",
    stockNumber: "D-104",
    trim: "LX",
    doors: 4,
    bodyStyle: "SUV",
    transmission: "Automatic",
    odometerKm: 48_200,
    condition: "good",
    exteriorColour: "Blue",
    interiorColour: "Black",
    price: { type: "offer", amountCad: 28_990.5 },
    finance: {
      method: "finance",
      amounts: [
        { type: "monthly", limit: "maximum", amountCad: 499 },
        { type: "monthly", limit: "minimum", amountCad: 400 },
      ],
    },
    comments: "Winter tires wanted",
  },
  tradeIn: { year: 2016, make: "Mazda", model: "3", odometerKm: 131_000 },
  customer: {
    ...leastLead.customer,
    email: "zoe@example.com",
    phone: "+14165550188",
    address: {
      street: "12, rue de l’Église",
      city: "Lévis",
      provinceCode: "QC",
      postalCode: "G6V 1A1",
    },
    comments: "Ligne un\nLigne deux <b>& plus</b>",
  },
  vendor: {
    ...leastLead.vendor,
    email: "leads@erable.example",
    phone: "+14185550101",
    address: { street: "1 Demo Road", city: "Lévis", provinceCode: "QC", postalCode: "G6V 1A1" },
  },
};
