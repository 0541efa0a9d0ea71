import { expect, test } from "vitest";
import { reuseMapping, suggestMapping } from "./feed-fields.ts";

test.each([
  [
    "English",
    ["VIN", "StockNumber", "Year", "Make", "Model", "Trim", "InternetPrice", "MSRP", "Odometer"],
    {
      vin: "VIN",
      stockNumber: "StockNumber",
      year: "Year",
      make: "Make",
      model: "Model",
      trim: "Trim",
      price: "InternetPrice",
      odometer: "Odometer",
    },
  ],
  [
    "French",
    [
      "NIV",
      "No d'inventaire",
      "Année",
      "Marque",
      "Modèle",
      "Prix de vente",
      "Kilométrage",
      "Couleur extérieure",
      "Boîte de vitesses",
      "Carburant",
    ],
    {
      vin: "NIV",
      stockNumber: "No d'inventaire",
      year: "Année",
      make: "Marque",
      model: "Modèle",
      price: "Prix de vente",
      odometer: "Kilométrage",
      exteriorColour: "Couleur extérieure",
      transmission: "Boîte de vitesses",
      fuel: "Carburant",
    },
  ],
  ["unknown", ["a", "b"], {}],
])("suggests columns by their %s names", (_name, columns, mapping) => {
  expect(suggestMapping(columns)).toEqual(mapping);
});

test("keeps what a source still has", () => {
  expect(reuseMapping({ vin: "A", price: "B" }, ["B", "C"])).toEqual({ price: "B" });
});
