/** Whose cars stand where: a seller of the demo, the cities of their listings, and which are sold. */
export type SellerPlan = {
  /** A person's key, or the role of a demo account. */
  seller: string;
  cities: readonly string[];
  /** Positions in `cities`. */
  sold?: readonly number[];
};

const times = (count: number, city: string): string[] => Array.from({ length: count }, () => city);

/** Every province, more cars where more people live: 72 in all, 8 of them sold. */
// oxfmt-ignore
export const INVENTORY_PLAN: readonly SellerPlan[] = [
  { seller: "dealer", cities: times(9, "Toronto"), sold: [3, 7] },
  { seller: "seller", cities: [...times(5, "Mississauga"), "Hamilton"], sold: [4] },
  { seller: "nadia-rossi", cities: ["Ottawa", "Kingston", "London", "Sudbury", "Ottawa"], sold: [1] },
  { seller: "helene-gagnon", cities: [...times(3, "Montréal"), "Laval", "Sherbrooke", "Gatineau"], sold: [2] },
  { seller: "marc-bouchard", cities: [...times(2, "Québec"), "Trois-Rivières"] },
  { seller: "dale-kowalski", cities: [...times(4, "Calgary"), ...times(3, "Edmonton"), "Red Deer", "Lethbridge", "Grande Prairie"], sold: [5] },
  { seller: "wei-chen", cities: [...times(4, "Vancouver"), "Victoria"], sold: [1] },
  { seller: "simran-gill", cities: [...times(2, "Surrey"), "Kelowna", "Prince George"] },
  { seller: "ruth-penner", cities: [...times(4, "Winnipeg"), "Brandon"] },
  { seller: "noah-fontaine", cities: ["Saskatoon", "Regina", "Saskatoon", "Regina", "Prince Albert"], sold: [3] },
  { seller: "callum-macleod", cities: [...times(3, "Halifax"), "Sydney", "Truro"] },
  { seller: "luc-cormier", cities: ["Moncton", "Saint John", "Moncton", "Fredericton"] },
  { seller: "brenda-power", cities: ["St. John’s", "St. John’s", "Corner Brook"] },
  { seller: "ellen-gallant", cities: ["Charlottetown", "Summerside"] },
];
