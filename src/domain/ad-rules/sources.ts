import type { Locale } from "#values/locale.ts";

/**
 * The names of the laws in both languages; a province that writes its laws in English only has one
 * name.
 */
export const LAWS = {
  competition: { en: "Competition Act", fr: "Loi sur la concurrence" },
  on_dealers: {
    en: "O. Reg. 333/08 (Motor Vehicle Dealers Act, 2002)",
    fr: "Règl. de l’Ont. 333/08 (Loi de 2002 sur le commerce des véhicules automobiles)",
  },
  on_omvic: { en: "OMVIC’s rules for ads", fr: "Règles d’OMVIC sur les annonces" },
  on_consumer: {
    en: "Consumer Protection Act, 2002 (Ontario)",
    fr: "Loi de 2002 sur la protection du consommateur (Ontario)",
  },
  ab_business: {
    en: "Automotive Business Regulation (Alberta)",
    fr: "Automotive Business Regulation (Alberta)",
  },
  ab_consumer: {
    en: "Consumer Protection Act (Alberta)",
    fr: "Consumer Protection Act (Alberta)",
  },
  ab_credit: {
    en: "Cost of Credit Disclosure Regulation (Alberta)",
    fr: "Cost of Credit Disclosure Regulation (Alberta)",
  },
  bc_vsa: {
    en: "VSA bulletin of August 31, 2022 (British Columbia)",
    fr: "Bulletin de la VSA du 31 août 2022 (Colombie-Britannique)",
  },
  bc_consumer: {
    en: "Business Practices and Consumer Protection Act (British Columbia)",
    fr: "Business Practices and Consumer Protection Act (Colombie-Britannique)",
  },
  sk_as_is: {
    en: "FCAA bulletin of February 16, 2022 (Saskatchewan)",
    fr: "Bulletin de la FCAA du 16 février 2022 (Saskatchewan)",
  },
  sk_unfair: {
    en: "Consumer Protection and Business Practices Act (Saskatchewan)",
    fr: "Consumer Protection and Business Practices Act (Saskatchewan)",
  },
  mb_consumer: {
    en: "Consumer Protection Act (Manitoba)",
    fr: "Loi sur la protection du consommateur (Manitoba)",
  },
  qc_consumer: {
    en: "Consumer Protection Act (Quebec)",
    fr: "Loi sur la protection du consommateur (Québec)",
  },
  qc_merchants: {
    en: "Rules of conduct for used automobile merchants (CQLR, c. P-40.1, r. 4)",
    fr: "Règles de conduite des commerçants d’automobiles d’occasion (RLRQ, c. P-40.1, r. 4)",
  },
  qc_opc: {
    en: "Office de la protection du consommateur (Quebec)",
    fr: "Office de la protection du consommateur (Québec)",
  },
  nb_credit: {
    en: "Cost of Credit Disclosure and Payday Loans Act (New Brunswick)",
    fr: "Loi sur la communication du coût du crédit et sur les prêts sur salaire (Nouveau-Brunswick)",
  },
  ns_consumer: {
    en: "Consumer Protection Act (Nova Scotia)",
    fr: "Consumer Protection Act (Nouvelle-Écosse)",
  },
  pe_dealers: {
    en: "Vehicle dealer’s trade licence (Prince Edward Island)",
    fr: "Permis de commerçant de véhicules (Île-du-Prince-Édouard)",
  },
  nl_dealers: {
    en: "Dealer Regulations (Newfoundland and Labrador)",
    fr: "Dealer Regulations (Terre-Neuve-et-Labrador)",
  },
  nl_consumer: {
    en: "Consumer Protection and Business Practices Act (Newfoundland and Labrador)",
    fr: "Consumer Protection and Business Practices Act (Terre-Neuve-et-Labrador)",
  },
} as const satisfies Record<string, Readonly<Record<Locale, string>>>;

export type LawName = keyof typeof LAWS;

/** The day on which the pages below were read. */
const READ_ON = "2026-11-26";

type PageRead = {
  address: string;
  textOf: string | null;
  read: "text" | "contents" | "named";
};

/**
 * Where each rule was read: its address, and the date of the text if the page states one. The page
 * has the rule's `text` (the law itself, or an account of it by a regulator or a lawyer), or only
 * its `contents`. A law that is only `named` on another page was not read at all.
 */
export const SOURCES = {
  competition: {
    address: "https://laws-lois.justice.gc.ca/eng/acts/C-34/section-74.01.html",
    textOf: "2026",
    read: "text",
  },
  competition_price: {
    address: "https://laws-lois.justice.gc.ca/eng/acts/C-34/section-74.05.html",
    textOf: "2026",
    read: "text",
  },
  on_all_in: { address: "https://www.omvic.ca/?p=9763", textOf: "2026-01-26", read: "text" },
  on_reminder: {
    address:
      "https://www.omvic.ca/omvic-reminds-registrants-of-advertising-guidelines-and-responsibilities/",
    textOf: "2023-04-04",
    read: "text",
  },
  on_blog: {
    address:
      "https://www.omvic.on.ca/portal/NewsPublications/OMVICBlog/tabid/450/EntryId/43/What-Consumers-Should-Know-About-Car-Dealer-Advertising.aspx",
    textOf: "2016-05-27",
    read: "text",
  },
  on_law: {
    address: "https://www.ontario.ca/laws/regulation/080333",
    textOf: "2024-07-01",
    read: "contents",
  },
  on_consumer: {
    address: "https://www.ontario.ca/laws/statute/02c30",
    textOf: null,
    read: "named",
  },
  ab_all_in: {
    address: "https://www.amvic.org/consumer/your-rights/all-inpricingisthelaw/",
    textOf: null,
    read: "text",
  },
  ab_stock: {
    address: "https://www.amvic.org/advertising-with-stock-numbers/",
    textOf: null,
    read: "text",
  },
  ab_conduct: {
    address: "http://www.amvic.org/about-us/laws-and-regulations/general-code-of-conduct/",
    textOf: null,
    read: "text",
  },
  ab_unfair: { address: "https://www.amvic.org/unfair-practices/", textOf: null, read: "text" },
  ab_credit: {
    address: "http://www.amvic.org/advertising-credit-info-need/",
    textOf: null,
    read: "text",
  },
  bc_bulletin: {
    address:
      "https://vsabc.ca/salespeople/salesperson-resources/bulletins-alerts/vsa-industry-bulletin-august-31-2022/",
    textOf: "2022-08-31",
    read: "text",
  },
  bc_unfair: {
    address: "https://quickscribe.bc.ca/secure/bills/2004_bill002_p02.html",
    textOf: "2004",
    read: "text",
  },
  sk_as_is: {
    address:
      "http://fcaa.gov.sk.ca/regulated-businesses-persons/businesses/vehicle-dealers/bulletins",
    textOf: "2022-02-16",
    read: "text",
  },
  sk_unfair: {
    address:
      "https://fcaa.gov.sk.ca/consumers-investors-pension-plan-members/consumers/purchasing-goods-and-services/rules-to-protect-consumers/unfair-practices",
    textOf: null,
    read: "text",
  },
  mb_ads: {
    address: "https://web40.gov.mb.ca/cp/cpo/info/vehicle_advertising.html",
    textOf: null,
    read: "text",
  },
  mb_bulletin: {
    address: "https://news.gov.mb.ca/news/print,index.html?archive=&item=36898",
    textOf: "2015-11-27",
    read: "text",
  },
  qc_merchants: {
    address:
      "https://legisquebec.gouv.qc.ca/en/version/cr/P-40.1,%20r.%204?code=sc-nb%3A1&history=20240726",
    textOf: "2024-07-26",
    read: "text",
  },
  qc_price: {
    address:
      "http://legisquebec.gouv.qc.ca/fr/showversion/cs/P-40.1?code=se:224&pointInTime=20200703",
    textOf: "2020-07-03",
    read: "text",
  },
  qc_reduction: {
    address: "http://mvtechnologie.com/siteprivepromo/loisqc/lpc/arti0696.htm",
    textOf: "1999",
    read: "text",
  },
  qc_practices: {
    address:
      "https://lacombeavocats.ca/loi-protection-consommateur-pratiques-commerciales-interdites/",
    textOf: null,
    read: "text",
  },
  qc_forbidden: {
    address:
      "https://www.opc.gouv.qc.ca/consommateur/bien-service/vehicule/auto-achat/occasion/publicite/publicites-interdites/",
    textOf: "2018-08-02",
    read: "text",
  },
  qc_credit: {
    address:
      "https://www.opc.gouv.qc.ca/en/consumer/good-service/credit-collection-of-debts-and-personal-finances/high-cost-credit/advertising-business-practice/",
    textOf: null,
    read: "text",
  },
  qc_credit_urge: {
    address:
      "https://www.arrondissement.com/tout-get-document/t1/u3625-publicite-credit-certaines-pratiques-sont-illegales",
    textOf: null,
    read: "text",
  },
  qc_label: { address: "https://lpc.quebec/articles/art-156", textOf: "2022-07-04", read: "text" },
  qc_licence: {
    address:
      "https://www.opc.gouv.qc.ca/en/consumer/good-service/vehicle/car-purchase/advice/used-dealer/conducting-verifications/",
    textOf: "2021-05-03",
    read: "text",
  },
  nb_credit: {
    address: "https://laws.gnb.ca/fr/version/lc/C-28.3?code=se%3A30&historique=20061231",
    textOf: "2006-12-31",
    read: "text",
  },
  ns_rights: {
    address: "https://novascotia.ca/sns/access/individuals/your-consumer-rights.asp",
    textOf: null,
    read: "text",
  },
  pe_dealers: {
    address:
      "https://princeedwardisland.ca/en/information/transportation-and-infrastructure/vehicle-dealers-trade-license",
    textOf: null,
    read: "text",
  },
  nl_dealers: {
    address: "https://rricanada.org/2023/05/07/regulatory-framework-for-vehicle-dealers/",
    textOf: "2023-05-07",
    read: "text",
  },
  nl_consumer: {
    address: "http://www.assembly.nl.ca/legislation/sr/annualstatutes/2009/c31-1.c09.htm",
    textOf: "2009-05-28",
    read: "contents",
  },
} as const satisfies Record<string, PageRead>;

export type SourceName = keyof typeof SOURCES;

/** A page with the day on which it was read. */
export type Source = PageRead & { readOn: string };

export function findSource(name: SourceName): Source {
  return { ...SOURCES[name], readOn: READ_ON };
}
