import type { ProvinceCode } from "#values/province.ts";

/**
 * What the law of each place may require of a dealership's ad and we do not know. It is printed
 * with the rules (docs/ad-rules.md), so that nobody takes a missing rule for permission.
 */
export const NOT_KNOWN: Readonly<Record<ProvinceCode | "CA", readonly string[]>> = {
  CA: [
    "Whether a sold car’s page that stays up, marked as sold, is an ad of a car that cannot be had (British Columbia’s regulator wants such ads taken down).",
    "What the law wants of the drawn picture that stands in for missing photos, outside Manitoba and Quebec.",
    "How the rules on credit in ads (rate, term, cost) apply to a dealership that offers no credit of its own in its text.",
  ],
  AB: [
    "Clauses 11(1) and 11(2)(a) to (k) of the Automotive Business Regulation: the regulator’s pages name them, and only (l) and (m) were read.",
    "In which words an ad says that the business is licensed, and whether its number must stand there.",
    "What an ad with a rate or a payment must state besides (Cost of Credit Disclosure Regulation, sections 6 and 7).",
  ],
  BC: [
    "Whether the VIN must stand in the ad beside the stock number: the bulletin of 2022 names both, the headings of the guidelines of 2018 say “stock number or VIN”. This site shows no VIN to buyers.",
    "The paragraphs of the Motor Dealer Act Regulation behind the bulletin.",
    "Whether a documentation fee may stand apart from the advertised price where the ad discloses it.",
  ],
  MB: [
    "The regulation under Part XXIV of The Consumer Protection Act: the province’s pages were read, not its text.",
    "Whether the dealer’s permit number must stand in an ad.",
  ],
  NB: [
    "Whether an ad’s price must be all-in beyond the Competition Act.",
    "Whether the dealer’s licence number must stand in an ad, and what must be said of a car’s earlier use.",
    "Whether section 30 speaks to a dealership that arranges credit with a lender. The text read is that of 2006.",
  ],
  NL: [
    "Section 11, “Advertisements”, of the Automobile Dealers Regulations (C.N.R. 984/96), and whether it still holds after the Dealer Regulations of 2023.",
    "Whether an ad’s price must be all-in beyond the Competition Act, and whether the licence number must stand in it.",
    "The advertising sections of the law on the cost of credit.",
  ],
  NS: [
    "Whether the Dealers’ Licenses Regulations (N.S. Reg. 11/95) or any other ask something of ads: only their first sections were read.",
    "Whether an ad’s price must be all-in beyond the Competition Act, and whether the licence number must stand in it.",
    "What exactly an ad with a rate or a payment must state.",
  ],
  ON: [
    "The wording of section 36 of O. Reg. 333/08: OMVIC’s pages on it were read, and the regulation’s table of contents.",
    "Whether the registration number must stand in an ad: what was read names the registered name, address and phone.",
    "The statement for a car that is not certified, since emissions tests ended.",
    "What an ad that names a payment must state under the Consumer Protection Act, 2002, and what changes with the act of 2023.",
  ],
  PE: [
    "Whether the Dealer’s Trade License Regulations ask something of an ad’s content.",
    "Whether an ad’s price must be all-in beyond the Competition Act, and whether the licence number must stand in it.",
    "The list of unfair practices in the Business Practices Act: only its contents were found.",
  ],
  QC: [
    "Paragraphs (6) and following of the schedule to the rules of conduct for used automobile merchants.",
    "Whether the licence number must stand in an ad: it must in the contract and on the premises.",
    "Whether the duty to tell a car’s earlier use on its label holds for an ad on a site.",
    "What the Charter of the French language asks of the text of an ad that a merchant writes in English only.",
  ],
  SK: [
    "The sections on ads in Part V of The Consumer Protection and Business Practices Regulations: the regulator’s bulletins were read, not the Regulations.",
    "Whether an ad’s price must be all-in beyond the Competition Act, and whether the licence number must stand in it.",
  ],
};
