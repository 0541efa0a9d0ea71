import { expect, it } from "vitest";
import { seededRandom } from "#packages/car-illustration/seeded-random";
import { distanceKm, type Point } from "#values/distance.ts";
import { type Bitmap, createBitmap, listBits } from "./bitmap.ts";
import { CarPoints } from "./car-points.ts";
import { CIRCLES_KM } from "./cars-around.ts";

const COUNT = 3_000;
const MOVED = 500;
const TORONTO = { lat: 43.7, lon: -79.42 };

const random = seededRandom("points");
/** Half of them around one place, the others anywhere in the country. */
function drawPoint(): Point {
  const isNear = random() < 0.5;
  return isNear
    ? { lat: TORONTO.lat + random() - 0.5, lon: TORONTO.lon + random() - 0.5 }
    : { lat: 42 + random() * 40, lon: -140 + random() * 87 };
}

const places = Array.from({ length: COUNT }, drawPoint);
const points = new CarPoints(COUNT);
places.forEach((place, slot) => points.load(slot, place));
await points.fillCells();
const centres = [TORONTO, ...Array.from({ length: 20 }, drawPoint)];

function list(cars: Bitmap | null): number[] {
  const slots = new Int32Array(COUNT);
  return cars ? [...slots.subarray(0, listBits(cars, slots))] : [];
}

function listWithin(centre: Point, radiusKm: number): number[] {
  return [...places.keys()].filter((slot) => distanceKm(centre, places[slot]!) <= radiusKm);
}

it("finds just the cars within each circle, for the first time and after some have moved", () => {
  const cached = points.around(TORONTO);
  const expectAll = () => {
    for (const centre of centres) {
      const around = points.aroundOnce(centre);
      for (const radiusKm of CIRCLES_KM) {
        expect(list(around.findWithin(radiusKm))).toEqual(listWithin(centre, radiusKm));
      }
    }
    for (const radiusKm of CIRCLES_KM) {
      expect(list(cached.findWithin(radiusKm))).toEqual(listWithin(TORONTO, radiusKm));
    }
  };
  expectAll();
  for (let slot = 0; slot < MOVED; slot += 1) {
    const place = drawPoint();
    places[slot] = place;
    points.set(slot, place);
  }
  expectAll();
});

it("finds a car on the very edge of a circle", () => {
  for (const place of places.slice(0, 200)) {
    const radiusKm = distanceKm(TORONTO, place);
    const cars = createBitmap(COUNT);
    points.aroundOnce(TORONTO).addWithin(radiusKm, cars);
    expect(list(cars)).toEqual(listWithin(TORONTO, radiusKm));
  }
});
