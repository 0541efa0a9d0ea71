import { expect, test } from "vitest";
import { gazetteerGeocoder } from "./geocoder.server.ts";

test("it suggests towns in the person's language", async () => {
  const geocoder = gazetteerGeocoder();
  const english = await geocoder.suggest("saint-jérô", { locale: "en", limit: 3 });
  const french = await geocoder.suggest("london, on", { locale: "fr", limit: 3 });
  expect(english).toMatchObject({
    source: "gazetteer",
    places: [
      {
        formatted: "Saint-Jérôme, QC",
        placeId: "saint-jerome-qc",
        provinceCode: "QC",
        city: "Saint-Jérôme",
      },
    ],
  });
  expect(french.places[0]?.formatted).toBe("London (Ontario)");
});

test("it keeps to the limit", async () => {
  const { places } = await gazetteerGeocoder().suggest("s", { locale: "en", limit: 4 });
  expect(places).toHaveLength(4);
});
