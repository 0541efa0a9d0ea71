import { describe, expect, it } from "vitest";
import {
  type Candidate,
  chooseDealership,
  type Considered,
  explainRoute,
  type Location,
} from "./dealership.ts";

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
    expect(chooseDealership(candidates, location)?.chosen.name ?? null).toBe(expected);
  });
});

describe("why a dealership gets a lead, and why the others do not", () => {
  const considered = (
    name: string,
    at: CandidateLocation,
    changes: Partial<Considered> = {},
  ): Considered => ({
    ...dealership(name, at, 2),
    active: true,
    takesLeadKinds: ["pre_approval"],
    servedProvinces: ["ON"],
    ...changes,
  });
  const all = [
    considered("chosen", TORONTO, { recentLeadCount: 1 }),
    considered("busier", TORONTO, { recentLeadCount: 7 }),
    considered("farther", LONDON, { recentLeadCount: 1, servedRadiusKm: 300 }),
    considered("out of reach", OTTAWA),
    considered("paused", TORONTO, { active: false }),
    considered("other kinds", TORONTO, { takesLeadKinds: ["call_back"] }),
    considered("other provinces", GATINEAU, { servedProvinces: ["QC"] }),
  ];

  it("says it of each", () => {
    const { route, others } = explainRoute(all, { ...TORONTO, kind: "pre_approval" });
    expect(route?.chosen.name).toBe("chosen");
    expect(route?.reason).toEqual({
      rule: "nearest",
      among: 2,
      recentLeadCount: 1,
      awayKm: 0,
    });
    expect(others.map(({ name, why }) => [name, why])).toEqual([
      ["busier", "more_leads"],
      ["farther", "farther"],
      ["out of reach", "too_far"],
      ["paused", "paused"],
      ["other kinds", "other_kinds"],
      ["other provinces", "other_provinces"],
    ]);
  });

  it.each<[string, Location, string | null]>([
    ["nearest_in_province", THUNDER_BAY, "farther"],
    ["in_province", { provinceCode: "ON", lat: null, lon: null }, "chosen"],
    ["fewest_leads", OTTAWA, "out of reach"],
  ])("by the rule %s", (rule, location, name) => {
    const { route } = explainRoute(all, { ...location, kind: "pre_approval" });
    expect([route?.reason.rule, route?.chosen.name]).toEqual([rule, name]);
  });

  it("says so where only the province is known", () => {
    const elsewhere = considered("elsewhere", GATINEAU, { servedProvinces: ["ON", "QC"] });
    const place = { provinceCode: "ON", lat: null, lon: null } as const;
    const { others } = explainRoute([...all, elsewhere], { ...place, kind: "pre_approval" });
    const why = new Map(others.map((other) => [other.name, other.why]));
    expect([why.get("farther"), why.get("elsewhere")]).toEqual(["later_by_name", "place_unknown"]);
  });

  it("names nobody for a kind that none takes", () => {
    expect(explainRoute(all, { ...TORONTO, kind: "bid" }).route).toBeNull();
  });
});
