import type { E164 } from "#values/phone.ts";
import type { ProvinceCode } from "#values/province.ts";

/**
 * A fictitious dealership: no real business is meant. Phones are from the reserved 555-01xx block.
 */
type DemoDealership = {
  key: string;
  name: string;
  streetAddress: string;
  city: string;
  postalCode: string;
  phone: E164;
  /** Besides its own province. */
  alsoServes?: readonly ProvinceCode[];
  servedRadiusKm: number;
};

/** The dealership that the demo's dealer account works for. */
export const DEMO_DEALER_KEY = "lakeshore-lane";

export const DEMO_DEALERSHIPS: readonly DemoDealership[] = [
  {
    key: DEMO_DEALER_KEY,
    name: "Lakeshore Lane Autos",
    streetAddress: "100 Sample Quay",
    city: "Toronto",
    postalCode: "M5V 0A2",
    phone: "+14165550171",
    servedRadiusKm: 120,
  },
  {
    key: "rideau-wheel",
    name: "Rideau Wheel House",
    streetAddress: "200 Example Road",
    city: "Ottawa",
    postalCode: "K1A 0A3",
    phone: "+16135550172",
    alsoServes: ["QC"],
    servedRadiusKm: 150,
  },
  {
    key: "forest-city",
    name: "Forest City Motor Row",
    streetAddress: "31 Placeholder Street",
    city: "London",
    postalCode: "N6A 0A4",
    phone: "+15195550173",
    servedRadiusKm: 150,
  },
  {
    key: "autos-du-fleuve",
    name: "Autos du Fleuve",
    streetAddress: "40, rue de l’Exemple",
    city: "Montréal",
    postalCode: "H2Y 0A5",
    phone: "+15145550174",
    servedRadiusKm: 150,
  },
  {
    key: "cap-modele",
    name: "Automobiles Cap-Modèle",
    streetAddress: "55, chemin du Spécimen",
    city: "Québec",
    postalCode: "G1R 0A6",
    phone: "+14185550175",
    servedRadiusKm: 250,
  },
  {
    key: "false-creek",
    name: "Pacific Sample Motors",
    streetAddress: "60 Mockup Avenue",
    city: "Vancouver",
    postalCode: "V5K 0A7",
    phone: "+16045550176",
    servedRadiusKm: 150,
  },
  {
    key: "orchard-drive",
    name: "Orchard Drive Auto",
    streetAddress: "7 Demonstration Drive",
    city: "Kelowna",
    postalCode: "V1Y 0A8",
    phone: "+12505550177",
    servedRadiusKm: 300,
  },
  {
    key: "foothills",
    name: "Foothills Example Auto",
    streetAddress: "800 Sample Trail",
    city: "Calgary",
    postalCode: "T2P 0A9",
    phone: "+14035550178",
    servedRadiusKm: 220,
  },
  {
    key: "river-valley",
    name: "River Valley Car Company",
    streetAddress: "90 Specimen Road",
    city: "Edmonton",
    postalCode: "T5J 0B1",
    phone: "+17805550179",
    // Calgary has its own dealership, and people there do not think of Edmonton as near.
    servedRadiusKm: 270,
  },
  {
    key: "bridge-city",
    name: "Bridge City Wheels",
    streetAddress: "11 Placeholder Crescent",
    city: "Saskatoon",
    postalCode: "S7K 0B2",
    phone: "+13065550180",
    servedRadiusKm: 350,
  },
  {
    key: "two-rivers",
    name: "Two Rivers Auto Mart",
    streetAddress: "12 Example Avenue",
    city: "Winnipeg",
    postalCode: "R3C 0B3",
    phone: "+12045550181",
    servedRadiusKm: 300,
  },
  {
    key: "petitcodiac",
    name: "Petitcodiac Auto / Autos Petitcodiac",
    streetAddress: "13 Sample Street",
    city: "Moncton",
    postalCode: "E1C 0B4",
    phone: "+15065550182",
    alsoServes: ["PE", "NS"],
    servedRadiusKm: 220,
  },
  {
    key: "harbour-example",
    name: "Harbour Example Motors",
    streetAddress: "14 Mockup Wharf",
    city: "Halifax",
    postalCode: "B3H 0B5",
    phone: "+19025550183",
    servedRadiusKm: 400,
  },
  {
    key: "red-sand",
    name: "Red Sand Road Autos",
    streetAddress: "15 Specimen Lane",
    city: "Charlottetown",
    postalCode: "C1A 0B6",
    phone: "+19025550184",
    servedRadiusKm: 150,
  },
  {
    key: "signal-point",
    name: "Signal Point Auto",
    streetAddress: "16 Placeholder Hill",
    city: "St. John’s",
    postalCode: "A1C 0B7",
    phone: "+17095550185",
    servedRadiusKm: 700,
  },
];
