import { foldText } from "#values/text-fold.ts";

/** What a feed may say about a car, in the order of the mapping form. */
export const FEED_FIELDS = [
  "stockNumber",
  "vin",
  "year",
  "make",
  "model",
  "trim",
  "price",
  "salePrice",
  "currency",
  "odometer",
  "odometerUnit",
  "condition",
  "bodyType",
  "exteriorColour",
  "interiorColour",
  "transmission",
  "fuel",
  "drive",
  "seats",
  "cylinders",
  "features",
  "description",
] as const;
export type FeedField = (typeof FEED_FIELDS)[number];

/** Which column of a feed contains what; a field without a column is absent. */
export type FeedMapping = Partial<Record<FeedField, string>>;

/**
 * The names that programs give their columns, in English and French, folded; of several columns the
 * one whose name comes first here is suggested. `salePrice` counts instead of the price where it is
 * filled in.
 */
// oxfmt-ignore
const COLUMN_NAMES: Readonly<Record<FeedField, readonly string[]>> = {
  stockNumber: ["stock number", "stocknumber", "stock no", "stock", "stockno", "stock id", "stocknum", "no stock", "no de stock", "numero de stock", "numero stock", "no inventaire", "no d inventaire", "numero d inventaire", "inventaire"],
  vin: ["vin", "vin number", "vehicle identification number", "niv", "numero de serie", "no de serie", "no serie", "numero d identification", "serial number", "serial"],
  year: ["year", "model year", "modelyear", "vehicle year", "annee", "annee modele", "annee du modele"],
  make: ["make", "make name", "manufacturer", "marque", "fabricant", "constructeur", "brand"],
  model: ["model", "model name", "modele"],
  trim: ["trim", "trim level", "series", "version", "finition", "trim name", "style"],
  price: ["price", "internet price", "internetprice", "selling price", "sellingprice", "asking price", "advertised price", "web price", "current price", "price current", "prix", "prix de vente", "prix affiche", "prix demande", "prix internet", "price amount", "msrp", "retail price"],
  salePrice: ["sale price", "saleprice", "special price", "promo price", "prix solde", "prix promotionnel", "prix special", "solde"],
  currency: ["currency", "price currency", "currency code", "devise", "monnaie"],
  odometer: ["odometer", "mileage", "kilometers", "kilometres", "km", "kms", "kilometrage", "odometre", "odometer value", "mileage value", "miles", "odometer km", "mileage km"],
  odometerUnit: ["mileage unit", "odometer unit", "unite", "unite odometre", "mileage units"],
  condition: ["condition", "new used", "newused", "vehicle condition", "status new used", "type", "etat", "neuf usage", "inventory type", "sale class"],
  bodyType: ["body", "body type", "bodytype", "body style", "bodystyle", "vehicle type", "carrosserie", "type de carrosserie", "categorie", "category"],
  exteriorColour: ["exterior colour", "exterior color", "exteriorcolour", "exteriorcolor", "ext colour", "ext color", "exterior", "colour", "color", "couleur", "couleur exterieure", "couleur exterieur", "exterieur"],
  interiorColour: ["interior colour", "interior color", "interiorcolour", "interiorcolor", "int colour", "int color", "interior", "couleur interieure", "couleur interieur", "interieur"],
  transmission: ["transmission", "transmission type", "trans", "gearbox", "boite de vitesses", "boite", "type de transmission"],
  fuel: ["fuel", "fuel type", "fueltype", "carburant", "type de carburant", "energie"],
  drive: ["drive", "drivetrain", "drive train", "drive type", "drivetype", "rouage", "motricite", "entrainement", "roues motrices"],
  seats: ["seats", "passengers", "passenger limit", "seating", "passenger capacity", "places", "passagers", "nombre de places", "nombre de passagers"],
  cylinders: ["cylinders", "cylinder", "engine cylinders", "cylindres", "nombre de cylindres"],
  features: ["features", "options", "equipment", "equipements", "equipement", "caracteristiques", "accessories"],
  description: ["description", "comments", "comment", "seller comments", "dealer comments", "vehicle description", "remarks", "commentaires", "commentaire", "remarques", "descriptif"],
};

/** Without these there is no car: the others can come from the VIN, or stay open. */
export const REQUIRED_FIELDS = ["price", "odometer"] as const satisfies readonly FeedField[];

/** The columns whose names we know; each column at most once. */
export function suggestMapping(columns: readonly string[]): FeedMapping {
  const byName = new Map(
    columns.map((column) => [foldColumn(column), column] as const).toReversed(),
  );
  const taken = new Set<string>();
  const mapping: FeedMapping = {};
  for (const field of FEED_FIELDS) {
    const name = COLUMN_NAMES[field].find((each) => {
      const column = byName.get(each);
      return column !== undefined && !taken.has(column);
    });
    const column = name === undefined ? undefined : byName.get(name);
    if (column === undefined) continue;
    mapping[field] = column;
    taken.add(column);
  }
  return mapping;
}

/** "ExteriorColour", "exterior_colour" and "Exterior Colour" are one name. */
function foldColumn(column: string): string {
  return foldText(column.replaceAll(/(?<=[a-zé])(?=[A-Z])/gu, " "));
}

/** The mapping that a source used before, as far as its columns are still there. */
export function reuseMapping(mapping: FeedMapping, columns: readonly string[]): FeedMapping {
  return Object.fromEntries(
    Object.entries(mapping).filter(([, column]) => columns.includes(column)),
  );
}
