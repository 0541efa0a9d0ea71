import type { ProvinceCode } from "#values/province.ts";

// What the two sides do between a deal and its handover, by province. A fact is listed only if the
// public body that decides it publishes it at the given address; for everything else the page says
// whom to ask.

/** In the order in which they are done. */
export const CHECKLIST_ITEMS = [
  "lien_search",
  "package",
  "safety",
  "tax",
  "insurance",
  "transfer",
  "plates",
] as const;
export type ChecklistItem = (typeof CHECKLIST_ITEMS)[number];

export type Source = {
  /** The public body's name: one for both languages, or one for each. */
  name: string | { en: string; fr: string };
  url: string | { en: string; fr: string };
  /**
   * The day (YYYY-MM-DD) on which we last read its page; null if we never did, which the page says.
   */
  checkedOn: string | null;
};

type ProvinceFacts = {
  /** The registry of vehicles, to be asked about what is not listed here. */
  registry: Source;
  /** Where to search for a lien on a car. */
  liens: Source;
  /** The requirements of the province, by checklist item (checklist-words.ts has the texts). */
  facts: Partial<Record<ChecklistItem, Source>>;
};

const CHECKED_ON = "2026-11-26";

const source = (name: Source["name"], url: Source["url"]): Source => ({
  name,
  url,
  checkedOn: CHECKED_ON,
});

/** A source whose page we have not read ourselves. */
const uncheckedSource = (name: Source["name"], url: Source["url"]): Source => ({
  name,
  url,
  checkedOn: null,
});

const ONTARIO = source("ServiceOntario", {
  en: "https://www.ontario.ca/page/buy-or-sell-used-vehicle-ontario",
  fr: "https://www.ontario.ca/fr/page/acheter-ou-vendre-un-vehicule-doccasion-en-ontario",
});
const ONTARIO_PACKAGE = source(
  "ServiceOntario",
  "https://www.ontario.ca/page/used-vehicle-information-package",
);
// The address of the English page, which is the one that we read.
const SAAQ = source(
  "SAAQ",
  "https://saaq.gouv.qc.ca/en/vehicle-registration/registering-vehicle/automobile-motor-home/car-motor-home-sold-between-individuals",
);
const RDPRM = source("RDPRM", "https://www.rdprm.gouv.qc.ca/fr/pages/question_reponse.html");
const OPC = source(
  "Office de la protection du consommateur",
  "https://www.opc.gouv.qc.ca/en/consumer/good-service/vehicle/car-purchase/used-private-vendor/transfer-registration/",
);
const ICBC = source(
  "ICBC",
  "https://www.icbc.com/vehicle-registration/sell-vehicle/Selling-a-used-vehicle",
);
const BC_REGISTRIES = source(
  "BC Registries",
  "https://www2.gov.bc.ca/gov/content/employment-business/business/managing-a-business/bc-registry-services-personal-property-registry/bc-registry-services-personal-property-registry-fees",
);
const ALBERTA = source(
  { en: "Government of Alberta", fr: "Gouvernement de l’Alberta" },
  "https://www.alberta.ca/standard-bill-sale",
);
const MANITOBA = source(
  { en: "Manitoba Public Insurance", fr: "Société d’assurance publique du Manitoba" },
  "https://www.mpi.mb.ca/topic/registration/",
);
const NOVA_SCOTIA = source(
  { en: "Registry of Motor Vehicles", fr: "Registre des véhicules automobiles" },
  "https://www.novascotia.ca/sns/rmv/registration/vetrans.asp",
);
const NEW_BRUNSWICK = source(
  { en: "Government of New Brunswick", fr: "Gouvernement du Nouveau-Brunswick" },
  {
    en: "https://www.gnb.ca/en/topic/driving-transportation/registration-inspection/motor-vehicle-registration.html",
    fr: "https://www.gnb.ca/fr/sujet/conduite-transports/immatriculation-inspection/immatriculer-son-vehicule.html",
  },
);
const ISLAND = source(
  { en: "Government of Prince Edward Island", fr: "Gouvernement de l’Île-du-Prince-Édouard" },
  "https://www.princeedwardisland.ca/en/information/transportation-and-infrastructure/vehicle-registration-ownership-transfers",
);
const NEWFOUNDLAND = source(
  { en: "Motor Registration Division", fr: "Division de l’immatriculation des véhicules" },
  "https://www.gov.nl.ca/motorregistration/vehicle-ownership/registration-transfer/",
);
/** The registry of liens of the four Atlantic provinces. */
const ACOL = source(
  "Atlantic Canada On-Line",
  "https://www.acol.ca/en/service/pprs/about-pprs-what-can-i-do-pprs.html",
);

export const PROVINCE_FACTS: Readonly<Record<ProvinceCode, ProvinceFacts>> = {
  AB: { registry: ALBERTA, liens: ALBERTA, facts: { transfer: ALBERTA } },
  BC: { registry: ICBC, liens: BC_REGISTRIES, facts: { transfer: ICBC } },
  MB: {
    registry: MANITOBA,
    liens: source(
      "Teranet Manitoba",
      "https://teranetmanitoba.ca/personal-property/personal-property-registry-faq/",
    ),
    facts: {},
  },
  NB: { registry: NEW_BRUNSWICK, liens: ACOL, facts: { transfer: NEW_BRUNSWICK } },
  NL: {
    registry: NEWFOUNDLAND,
    liens: ACOL,
    facts: { safety: NEWFOUNDLAND, transfer: NEWFOUNDLAND },
  },
  NS: { registry: NOVA_SCOTIA, liens: ACOL, facts: { transfer: NOVA_SCOTIA } },
  ON: {
    registry: ONTARIO,
    liens: ONTARIO_PACKAGE,
    facts: {
      lien_search: ONTARIO_PACKAGE,
      package: ONTARIO_PACKAGE,
      safety: ONTARIO,
      transfer: ONTARIO,
      plates: ONTARIO,
    },
  },
  PE: { registry: ISLAND, liens: ACOL, facts: { safety: ISLAND, transfer: ISLAND } },
  QC: {
    registry: SAAQ,
    liens: RDPRM,
    facts: { lien_search: SAAQ, tax: OPC, transfer: SAAQ },
  },
  SK: {
    registry: uncheckedSource("SGI", "https://sgi.sk.ca/"),
    liens: uncheckedSource("Information Services Corporation", "https://www.isc.ca/"),
    facts: {},
  },
};

type ChecklistDeal = {
  provinceCode: ProvinceCode | null;
  isBoughtByDealership: boolean;
  isSoldByDealership: boolean;
};

/** The checklist items of one deal. */
export function listChecklist({
  provinceCode,
  isBoughtByDealership,
  isSoldByDealership,
}: ChecklistDeal): ChecklistItem[] {
  // A dealership inspects what it buys and pays its own tax.
  if (isBoughtByDealership) return ["lien_search", "insurance", "transfer", "plates"];
  // Only Ontario requires this package, and only of private sellers.
  const hasPackage = provinceCode === "ON" && !isSoldByDealership;
  return CHECKLIST_ITEMS.filter((item) => item !== "package" || hasPackage);
}

export function isChecklistItem(value: string): value is ChecklistItem {
  return CHECKLIST_ITEMS.some((item) => item === value);
}
