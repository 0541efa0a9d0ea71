import { describe, expect, it } from "vitest";
import { type Candidate, chooseDealership, type Location } from "./dealership.ts";

type CandidateLocation = Pick<Candidate, "provinceCode" | "lat" | "lon">;

const TORONTO: CandidateLocation = { provinceCode: "ON", lat: 43.7, lon: -79.42 };
const OTTAWA: CandidateLocation = { provinceCode: "ON", lat: 45.42, lon: -75.7 };
const LONDON: CandidateLocation = { provinceCode: "ON", lat: 42.98, lon: -81.25 };
const GATINEAU: CandidateLocation = { provinceCode: "QC", lat: 45.48, lon: -75.7 };
const THUNDER_BAY: CandidateLocation = { provinceCode: "ON", lat: 48.38, lon: -89.25 };
const MONTREAL: CandidateLocation = { provinceCode: "QC", lat: 45.51, lon: -73.59 };

function dealership(
  name: string,
  at: typeof TORONTO,
  recentLeadCount: number,
  servedRadiusKm = 150,
): Candidate {
  return {
    id: name,
    name,
    leadEmail: `${name}@example.com`,
    ...at,
    recentLeadCount,
    servedRadiusKm,
  };
}

describe("chooseDealership", () => {
  it.each<[string, Candidate[], Location, string | null]>([
    ["nobody", [], TORONTO, null],
    [
      "the least loaded that reaches the place",
      [dealership("near", TORONTO, 5), dealership("far", LONDON, 2, 200)],
      TORONTO,
      "far",
    ],
    [
      "the nearest of those equally loaded",
      [dealership("far", LONDON, 3, 200), dealership("near", TORONTO, 3)],
      TORONTO,
      "near",
    ],
    [
      "one in reach, however loaded, before an idle one out of reach",
      [dealership("busy", TORONTO, 90), dealership("idle", OTTAWA, 0)],
      TORONTO,
      "busy",
    ],
    [
      "across the border where it serves the province",
      [dealership("ottawa", OTTAWA, 1), dealership("montreal", MONTREAL, 0)],
      GATINEAU,
      "ottawa",
    ],
    [
      "the nearest in the province where none reaches the place",
      [dealership("ottawa", OTTAWA, 0), dealership("toronto", TORONTO, 9)],
      THUNDER_BAY,
      "toronto",
    ],
    [
      "nobody where none reaches it and none stands in the province",
      [dealership("ottawa", OTTAWA, 0, 50)],
      { ...MONTREAL },
      null,
    ],
    [
      "the least loaded of the province where the place is not known",
      [
        dealership("toronto", TORONTO, 4),
        dealership("ottawa", OTTAWA, 1),
        dealership("mtl", MONTREAL, 0),
      ],
      { provinceCode: "ON", lat: null, lon: null },
      "ottawa",
    ],
    [
      "nobody where nothing is known",
      [dealership("toronto", TORONTO, 0)],
      { provinceCode: null, lat: null, lon: null },
      null,
    ],
    [
      "by distance alone where the province is not known",
      [dealership("toronto", TORONTO, 3), dealership("ottawa", OTTAWA, 0)],
      { provinceCode: null, lat: 43.6, lon: -79.6 },
      "toronto",
    ],
  ])("%s", (_, candidates, location, expected) => {
    expect(chooseDealership(candidates, location)?.name ?? null).toBe(expected);
  });
});
