import { describe, expect, it } from "vitest";
import { boxAround, distanceKm } from "./distance.ts";

const TORONTO = { lat: 43.7, lon: -79.42 };

describe("distanceKm", () => {
  // Great-circle distances between city centres, to the kilometre.
  it.each([
    ["nowhere", TORONTO, 0],
    ["Montréal", { lat: 45.51, lon: -73.59 }, 504],
    ["Vancouver", { lat: 49.25, lon: -123.12 }, 3358],
    ["St. John’s", { lat: 47.56, lon: -52.71 }, 2115],
  ])("from Toronto to %s", (_, location, expectedKm) => {
    expect(Math.abs(distanceKm(TORONTO, location) - expectedKm)).toBeLessThan(
      expectedKm * 0.01 + 0.001,
    );
    expect(distanceKm(location, TORONTO)).toBeCloseTo(distanceKm(TORONTO, location), 9);
  });

  it("holds half around the world and across the date line", () => {
    expect(distanceKm({ lat: 0, lon: 0 }, { lat: 0, lon: 180 })).toBeCloseTo(20_015.1, 0);
    expect(distanceKm({ lat: 0, lon: 179.5 }, { lat: 0, lon: -179.5 })).toBeCloseTo(111.2, 0);
  });
});

describe("boxAround", () => {
  it("holds every point within the distance, and touches it on each side", () => {
    const box = boxAround(TORONTO, 100);
    expect(distanceKm(TORONTO, { ...TORONTO, lat: box.maxLat })).toBeCloseTo(100, 3);
    for (let degrees = 0; degrees < 360; degrees += 5) {
      const bearing = (degrees * Math.PI) / 180;
      const lat = TORONTO.lat + Math.cos(bearing) * 0.89;
      const lon = TORONTO.lon + Math.sin(bearing) * 1.2;
      if (distanceKm(TORONTO, { lat, lon }) > 100) continue;
      expect(lat).toBeGreaterThanOrEqual(box.minLat);
      expect(lat).toBeLessThanOrEqual(box.maxLat);
      expect(lon).toBeGreaterThanOrEqual(box.minLon);
      expect(lon).toBeLessThanOrEqual(box.maxLon);
    }
  });
});
