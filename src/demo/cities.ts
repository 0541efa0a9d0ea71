import type { ProvinceCode } from "#values/province.ts";

export type DemoCity = { city: string; provinceCode: ProvinceCode; lat: number; lon: number };

const CITIES: readonly (readonly [ProvinceCode, string, number, number])[] = [
  ["AB", "Calgary", 51.05, -114.07],
  ["AB", "Edmonton", 53.55, -113.47],
  ["AB", "Red Deer", 52.27, -113.81],
  ["AB", "Lethbridge", 49.69, -112.84],
  ["AB", "Grande Prairie", 55.17, -118.8],
  ["BC", "Vancouver", 49.25, -123.12],
  ["BC", "Surrey", 49.11, -122.83],
  ["BC", "Victoria", 48.43, -123.37],
  ["BC", "Kelowna", 49.88, -119.49],
  ["BC", "Prince George", 53.92, -122.75],
  ["MB", "Winnipeg", 49.9, -97.14],
  ["MB", "Brandon", 49.85, -99.95],
  ["NB", "Moncton", 46.09, -64.8],
  ["NB", "Saint John", 45.27, -66.06],
  ["NB", "Fredericton", 45.96, -66.64],
  ["NL", "St. John’s", 47.56, -52.71],
  ["NL", "Corner Brook", 48.95, -57.95],
  ["NS", "Halifax", 44.65, -63.57],
  ["NS", "Sydney", 46.14, -60.18],
  ["NS", "Truro", 45.37, -63.27],
  ["ON", "Toronto", 43.7, -79.42],
  ["ON", "Mississauga", 43.59, -79.64],
  ["ON", "Ottawa", 45.42, -75.7],
  ["ON", "London", 42.98, -81.25],
  ["ON", "Hamilton", 43.26, -79.87],
  ["ON", "Kingston", 44.23, -76.49],
  ["ON", "Sudbury", 46.49, -80.99],
  ["PE", "Charlottetown", 46.24, -63.13],
  ["PE", "Summerside", 46.39, -63.79],
  ["QC", "Montréal", 45.51, -73.59],
  ["QC", "Québec", 46.81, -71.21],
  ["QC", "Laval", 45.57, -73.69],
  ["QC", "Gatineau", 45.48, -75.7],
  ["QC", "Sherbrooke", 45.4, -71.89],
  ["QC", "Trois-Rivières", 46.35, -72.55],
  ["SK", "Saskatoon", 52.13, -106.67],
  ["SK", "Regina", 50.45, -104.62],
  ["SK", "Prince Albert", 53.2, -105.75],
];

const byCity = new Map(
  CITIES.map(([provinceCode, city, lat, lon]) => [city, { city, provinceCode, lat, lon }]),
);

/** The city's centre, to about a kilometre. @throws for a city that the demo does not have */
export function demoCity(city: string): DemoCity {
  const location = byCity.get(city);
  if (!location) throw new Error(`The demo has no city "${city}".`);
  return location;
}
