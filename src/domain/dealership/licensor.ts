import type { ProvinceCode } from "#values/province.ts";

type Licensor = {
  /** Its own name for itself; null if it is a branch of the government without its own name. */
  name: "OMVIC" | "AMVIC" | "VSA" | "OPC" | "FCAA" | null;
  /** The page where this was read. */
  source: string;
};

/** Which body licenses or registers dealerships in each province (docs/decisions/0052). */
export const LICENSORS: Readonly<Record<ProvinceCode, Licensor>> = {
  AB: {
    name: "AMVIC",
    source: "https://www.amvic.org/consumer/your-rights/all-inpricingisthelaw/",
  },
  BC: {
    name: "VSA",
    source:
      "https://vsabc.ca/salespeople/salesperson-resources/bulletins-alerts/vsa-industry-bulletin-august-31-2022/",
  },
  MB: { name: null, source: "https://web40.gov.mb.ca/cp/cpo/info/vehicle_advertising.html" },
  NB: {
    name: null,
    source: "http://laws.gnb.ca/en/version/cr/83-42?code=se:17&history=20131010",
  },
  NL: {
    name: null,
    source: "http://assembly.nl.ca/Legislation/sr/regulations/rc230036.htm",
  },
  NS: { name: null, source: "https://novascotia.ca/JUST/Regulations/regs/mv1195.htm" },
  ON: {
    name: "OMVIC",
    source:
      "https://www.omvic.ca/omvic-reminds-registrants-of-advertising-guidelines-and-responsibilities/",
  },
  PE: {
    name: null,
    source:
      "https://princeedwardisland.ca/en/information/transportation-and-infrastructure/vehicle-dealers-trade-license",
  },
  // The SAAQ issued licences until the Office took over.
  QC: {
    name: "OPC",
    source:
      "https://www.opc.gouv.qc.ca/en/consumer/good-service/vehicle/car-purchase/advice/used-dealer/conducting-verifications/",
  },
  SK: {
    name: "FCAA",
    source:
      "http://fcaa.gov.sk.ca/regulated-businesses-persons/businesses/vehicle-dealers/bulletins",
  },
};
