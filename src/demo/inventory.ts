import type { SpecificationName, Specifications } from "#values/specification.ts";
import type { BodyType, Drive, Fuel } from "#values/vehicle.ts";

/**
 * A model as it was sold in Canada, with what its demo listings need. Prices are only approximate.
 * Specifications that differ between its trims or years are absent, and so are an engine's for an
 * electric car.
 */
export type DemoModel = {
  [Name in SpecificationName]?: NonNullable<Specifications[Name]>;
} & {
  make: string;
  model: string;
  bodyType: BodyType;
  /** Plainest first, each with its price when new. */
  trims: readonly (readonly [name: string, newPriceCad: number])[];
  years: readonly [first: number, last: number];
  drive: Drive;
  fuel?: Fuel;
  /** Also sold with a manual gearbox. */
  manual?: true;
  /** Loses value faster than most: a premium make, an early electric car. */
  fallsFast?: true;
};

const suv = "suv";
const sedan = "sedan";
const coupe = "coupe";
const hatchback = "hatchback";
const truck = "truck";
const minivan = "minivan";

// One line per model, so that the range can be read as a table.
// oxfmt-ignore
export const DEMO_MODELS: readonly DemoModel[] = [
  { make: "Toyota", model: "RAV4", bodyType: suv, trims: [["LE", 31500], ["XLE", 35200], ["Limited", 42600]], years: [2015, 2024], drive: "awd", seats: 5, cylinders: 4, engineCapacityCc: 2487 },
  { make: "Honda", model: "CR-V", bodyType: suv, trims: [["LX", 32300], ["EX-L", 38600]], years: [2017, 2024], drive: "awd", seats: 5, cylinders: 4, engineCapacityCc: 1498 },
  { make: "Mazda", model: "CX-5", bodyType: suv, trims: [["GX", 31000], ["GS", 33700], ["GT", 39800]], years: [2014, 2024], drive: "awd", seats: 5, cylinders: 4, engineCapacityCc: 2488 },
  { make: "Subaru", model: "Forester", bodyType: suv, trims: [["Base", 29900], ["Touring", 34500]], years: [2014, 2023], drive: "awd", seats: 5, cylinders: 4, engineCapacityCc: 2498 },
  { make: "Nissan", model: "Rogue", bodyType: suv, trims: [["S", 29500], ["SV", 33200]], years: [2014, 2021], drive: "awd", seats: 5, cylinders: 4, engineCapacityCc: 2488 },
  { make: "Hyundai", model: "Tucson", bodyType: suv, trims: [["Essential", 29800], ["Preferred", 33400]], years: [2022, 2025], drive: "awd", seats: 5, cylinders: 4, engineCapacityCc: 2497 },
  { make: "Ford", model: "Escape", bodyType: suv, trims: [["SE", 29900], ["Titanium", 38900]], years: [2017, 2022], drive: "awd", seats: 5, engineCapacityCc: 1499 },
  { make: "Jeep", model: "Wrangler", bodyType: suv, trims: [["Sport", 45500], ["Sahara", 54600]], years: [2015, 2024], drive: "4wd", cylinders: 6, engineCapacityCc: 3604, manual: true },
  { make: "Volkswagen", model: "Tiguan", bodyType: suv, trims: [["Trendline", 30900], ["Comfortline", 35900]], years: [2014, 2023], drive: "awd", seats: 5, cylinders: 4, engineCapacityCc: 1984 },
  { make: "Audi", model: "Q5", bodyType: suv, trims: [["Komfort", 50800], ["Progressiv", 55900]], years: [2015, 2023], drive: "awd", seats: 5, cylinders: 4, engineCapacityCc: 1984, fallsFast: true },

  { make: "Honda", model: "Civic", bodyType: sedan, trims: [["LX", 26300], ["EX", 28900], ["Touring", 33400]], years: [2016, 2025], drive: "fwd", seats: 5, cylinders: 4, engineCapacityCc: 1996, manual: true },
  { make: "Toyota", model: "Corolla", bodyType: sedan, trims: [["L", 23900], ["LE", 26200], ["SE", 27600]], years: [2014, 2025], drive: "fwd", seats: 5, cylinders: 4, engineCapacityCc: 1798, manual: true },
  { make: "Toyota", model: "Camry", bodyType: sedan, trims: [["LE Hybrid", 34900], ["XLE Hybrid", 41800]], years: [2015, 2024], drive: "fwd", fuel: "hybrid", seats: 5, cylinders: 4, engineCapacityCc: 2487 },
  { make: "Hyundai", model: "Elantra", bodyType: sedan, trims: [["Essential", 21900], ["Preferred", 25400]], years: [2017, 2024], drive: "fwd", seats: 5, cylinders: 4, engineCapacityCc: 1999, manual: true },
  { make: "Kia", model: "Forte", bodyType: sedan, trims: [["LX", 20900], ["EX", 24800]], years: [2014, 2024], drive: "fwd", seats: 5, cylinders: 4, engineCapacityCc: 1999 },
  { make: "Volkswagen", model: "Jetta", bodyType: sedan, trims: [["Trendline", 23900], ["Highline", 29600]], years: [2016, 2024], drive: "fwd", seats: 5, cylinders: 4, engineCapacityCc: 1395, manual: true },
  { make: "Subaru", model: "Legacy", bodyType: sedan, trims: [["Convenience", 28500], ["Limited", 36400]], years: [2014, 2022], drive: "awd", seats: 5, cylinders: 4, engineCapacityCc: 2498 },
  { make: "Audi", model: "A4", bodyType: sedan, trims: [["Komfort", 46200], ["Progressiv", 50600]], years: [2014, 2023], drive: "awd", seats: 5, cylinders: 4, engineCapacityCc: 1984, fallsFast: true },
  { make: "Tesla", model: "Model 3", bodyType: sedan, trims: [["Long Range", 61900]], years: [2018, 2024], drive: "awd", fuel: "electric", seats: 5, fallsFast: true },

  { make: "Ford", model: "Mustang", bodyType: coupe, trims: [["EcoBoost", 36500], ["EcoBoost Premium", 42300]], years: [2015, 2024], drive: "rwd", seats: 4, cylinders: 4, engineCapacityCc: 2264, manual: true },
  { make: "Dodge", model: "Challenger", bodyType: coupe, trims: [["SXT", 41700], ["GT", 44900]], years: [2015, 2023], drive: "rwd", seats: 5, cylinders: 6, engineCapacityCc: 3604 },
  { make: "Chevrolet", model: "Camaro", bodyType: coupe, trims: [["1LT", 37600], ["2LT", 42500]], years: [2016, 2023], drive: "rwd", seats: 4, cylinders: 4, engineCapacityCc: 1998, manual: true },
  { make: "BMW", model: "4 Series", bodyType: coupe, trims: [["430i xDrive", 55900]], years: [2017, 2023], drive: "awd", seats: 4, cylinders: 4, engineCapacityCc: 1998, fallsFast: true },
  { make: "Subaru", model: "BRZ", bodyType: coupe, trims: [["Base", 32500], ["Sport-tech", 35900]], years: [2022, 2024], drive: "rwd", seats: 4, cylinders: 4, engineCapacityCc: 2387, manual: true },
  { make: "Infiniti", model: "Q60", bodyType: coupe, trims: [["Pure", 52900], ["Luxe", 58700]], years: [2017, 2022], drive: "awd", seats: 4, cylinders: 6, engineCapacityCc: 2997, fallsFast: true },
  { make: "Audi", model: "A5", bodyType: coupe, trims: [["Komfort", 51900], ["Progressiv", 56800]], years: [2014, 2022], drive: "awd", seats: 4, cylinders: 4, engineCapacityCc: 1984, fallsFast: true },

  { make: "Volkswagen", model: "Golf", bodyType: hatchback, trims: [["Trendline", 22900], ["Highline", 30500]], years: [2019, 2021], drive: "fwd", seats: 5, cylinders: 4, engineCapacityCc: 1395, manual: true },
  { make: "Mazda", model: "Mazda3", bodyType: hatchback, trims: [["GX", 23800], ["GS", 26500], ["GT", 32400]], years: [2017, 2024], drive: "fwd", seats: 5, cylinders: 4, engineCapacityCc: 2488, manual: true },
  { make: "Subaru", model: "Impreza", bodyType: hatchback, trims: [["Touring", 26100], ["Sport", 29400]], years: [2014, 2024], drive: "awd", seats: 5, cylinders: 4, engineCapacityCc: 1995, manual: true },
  { make: "Honda", model: "Fit", bodyType: hatchback, trims: [["LX", 19900], ["EX", 22400]], years: [2015, 2020], drive: "fwd", seats: 5, cylinders: 4, engineCapacityCc: 1498, manual: true },
  { make: "Nissan", model: "LEAF", bodyType: hatchback, trims: [["SV", 41500], ["SL", 45900]], years: [2016, 2023], drive: "fwd", fuel: "electric", seats: 5, fallsFast: true },
  { make: "Chevrolet", model: "Bolt EV", bodyType: hatchback, trims: [["LT", 40900], ["Premier", 45800]], years: [2017, 2023], drive: "fwd", fuel: "electric", seats: 5, fallsFast: true },
  { make: "Kia", model: "Rio", bodyType: hatchback, trims: [["LX+", 19300], ["EX", 22800]], years: [2014, 2023], drive: "fwd", seats: 5, cylinders: 4, engineCapacityCc: 1591 },
  { make: "Hyundai", model: "Veloster", bodyType: hatchback, trims: [["Preferred", 24900], ["Luxury", 28700]], years: [2014, 2021], drive: "fwd", seats: 4, cylinders: 4, engineCapacityCc: 1999, manual: true },

  { make: "Ford", model: "F-150", bodyType: truck, trims: [["XL", 47500], ["XLT", 56200], ["Lariat", 69800]], years: [2015, 2024], drive: "4wd", seats: 6, cylinders: 6, engineCapacityCc: 2694 },
  { make: "Ram", model: "1500", bodyType: truck, trims: [["Tradesman", 48900], ["Big Horn", 57600]], years: [2014, 2024], drive: "4wd", seats: 6, cylinders: 6, engineCapacityCc: 3604 },
  { make: "Chevrolet", model: "Silverado 1500", bodyType: truck, trims: [["WT", 47200], ["LT", 57900]], years: [2014, 2024], drive: "4wd", seats: 6, cylinders: 8, engineCapacityCc: 5328 },
  { make: "GMC", model: "Sierra 1500", bodyType: truck, trims: [["SLE", 56900], ["SLT", 66400]], years: [2014, 2024], drive: "4wd", cylinders: 8, engineCapacityCc: 5328 },
  { make: "Toyota", model: "Tacoma", bodyType: truck, trims: [["SR5", 44600], ["TRD Off-Road", 50900]], years: [2016, 2023], drive: "4wd", seats: 5, cylinders: 6, engineCapacityCc: 3456, manual: true },
  { make: "Honda", model: "Ridgeline", bodyType: truck, trims: [["Sport", 48700], ["Touring", 57900]], years: [2017, 2024], drive: "awd", seats: 5, cylinders: 6, engineCapacityCc: 3471 },
  { make: "Nissan", model: "Frontier", bodyType: truck, trims: [["SV", 43900], ["PRO-4X", 49800]], years: [2020, 2024], drive: "4wd", seats: 5, cylinders: 6, engineCapacityCc: 3799 },

  { make: "Toyota", model: "Sienna", bodyType: minivan, trims: [["LE", 47800], ["XSE", 53700]], years: [2021, 2024], drive: "awd", fuel: "hybrid", cylinders: 4, engineCapacityCc: 2487 },
  { make: "Honda", model: "Odyssey", bodyType: minivan, trims: [["EX", 45600], ["Touring", 57300]], years: [2014, 2024], drive: "fwd", seats: 8, cylinders: 6, engineCapacityCc: 3471 },
  { make: "Chrysler", model: "Pacifica", bodyType: minivan, trims: [["Touring", 48300], ["Touring L", 53900]], years: [2017, 2024], drive: "fwd", seats: 7, cylinders: 6, engineCapacityCc: 3604 },
  { make: "Kia", model: "Carnival", bodyType: minivan, trims: [["LX", 41900], ["EX", 46400]], years: [2022, 2025], drive: "fwd", seats: 8, cylinders: 6, engineCapacityCc: 3470 },
  { make: "Kia", model: "Sedona", bodyType: minivan, trims: [["L", 31800], ["SX", 43500]], years: [2015, 2021], drive: "fwd", seats: 7, cylinders: 6, engineCapacityCc: 3342 },
  { make: "Dodge", model: "Grand Caravan", bodyType: minivan, trims: [["Canada Value Package", 28900], ["Crew", 34600]], years: [2014, 2020], drive: "fwd", seats: 7, cylinders: 6, engineCapacityCc: 3604 },
];

/**
 * Whose cars are where: a seller of the demo, the cities of their listings, and which cars are
 * sold.
 */
type SellerPlan = {
  /** A person's key, or the role of a demo account. */
  seller: string;
  cities: readonly string[];
  /** Indexes in `cities`. */
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
