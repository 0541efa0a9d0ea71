import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Bitmap, intersect, listBits, unite } from "./bitmap.ts";
import { FacetedIndex, type Point, type Row } from "./faceted-index.ts";

/** By the chord: one way of measuring on a sphere. */
const measure = {
  distanceKm: (from: Point, to: Point) => 6_371 * 2 * Math.asin(Math.min(1, chord(from, to) / 2)),
  earthRadiusKm: 6_371,
};

function chord(from: Point, to: Point): number {
  const [a, b] = [from, to].map(({ lat, lon }) => {
    const [north, east] = [(lat * Math.PI) / 180, (lon * Math.PI) / 180];
    return [
      Math.cos(north) * Math.cos(east),
      Math.cos(north) * Math.sin(east),
      Math.sin(north),
    ] as const;
  });
  return Math.hypot(a![0] - b![0], a![1] - b![1], a![2] - b![2]);
}

type Facet = "colour" | "year" | "extras" | "maker";
type Amount = "price" | "posted";
type Shoe = Row<Facet, Amount>;

const NAMES = Array.from({ length: 90 }, (_, at) => `Maker ${at}`);
const RADII_KM = [5, 50, 500];

function createIndex(expected = 0) {
  return new FacetedIndex<Facet, Amount>(
    {
      facets: {
        colour: { kind: "value", values: 6 },
        // Too many values to share a column with two others.
        year: { kind: "value", values: 2_000 },
        extras: { kind: "bits", bits: 11 },
        maker: { kind: "name" },
      },
      amounts: ["price", "posted"],
      measure,
    },
    expected,
  );
}

function idOf(number: number): string {
  return `0198a000-0000-7000-8000-${String(number).padStart(12, "0")}`;
}

const anyPoint = fc.record({
  lat: fc.double({ min: 43, max: 47, noNaN: true }),
  lon: fc.double({ min: -80, max: -70, noNaN: true }),
});
const anyShoe: fc.Arbitrary<Shoe> = fc.record({
  id: fc.integer({ min: 0, max: 2_500 }).map(idOf),
  point: anyPoint,
  facets: fc.record({
    colour: fc.integer({ min: 0, max: 5 }),
    year: fc.integer({ min: 0, max: 1_999 }),
    extras: fc.integer({ min: 0, max: 2 ** 11 - 1 }),
    maker: fc.constantFrom(...NAMES),
  }),
  amounts: fc.record({
    price: fc.integer({ min: 0, max: 40 }),
    posted: fc.integer({ min: -5, max: 1_000_000 }),
  }),
});

/**
 * An index of rows, some of which were changed, removed or added again; and its expected contents.
 */
function fill(seed: number): { index: FacetedIndex<Facet, Amount>; shoes: Shoe[] } {
  const index = createIndex();
  const has = new Map<string, Shoe>();
  for (const [at, shoe] of fc.sample(anyShoe, { numRuns: 4_000, seed }).entries()) {
    if (at % 7 === 6) {
      index.remove(shoe.id);
      has.delete(shoe.id);
    } else {
      index.put(shoe);
      has.set(shoe.id, shoe);
    }
  }
  return { index, shoes: [...has.values()] };
}

function listIds(index: FacetedIndex<Facet, Amount>, rows: Bitmap): string[] {
  return [...listBits(rows)].map((row) => index.id(row)).toSorted();
}

function idsOf(shoes: readonly Shoe[]): string[] {
  return shoes.map(({ id }) => id).toSorted();
}

const { index, shoes } = fill(1);

it("has what was put and not removed", () => {
  expect(index.size).toBe(shoes.length);
  expect(shoes.length).toBeGreaterThan(1_500);
  expect(listIds(index, index.all)).toEqual(idsOf(shoes));
});

describe("finds just the rows", () => {
  const expectRows = (rows: Bitmap, isWanted: (shoe: Shoe) => boolean) => {
    const wanted = shoes.filter(isWanted);
    expect(wanted.length).toBeGreaterThan(0);
    expect(listIds(index, rows)).toEqual(idsOf(wanted));
  };

  it("of some values, and none of a value that nobody has", () => {
    expectRows(index.havingValue("colour", [1, 3, 9]), ({ facets }) =>
      [1, 3].includes(Number(facets.colour)),
    );
    expect(listIds(index, index.havingValue("colour", []))).toEqual([]);
  });

  it("with all of some bits", () => {
    expectRows(
      index.havingBits("extras", [2, 9]),
      ({ facets }) => (Number(facets.extras) & 0b10_0000_0100) === 0b10_0000_0100,
    );
    expect(listIds(index, index.havingBits("extras", [2, -1]))).toEqual([]);
  });

  it("of some names", () => {
    expectRows(
      index.havingName("maker", (name) => name.endsWith("7")),
      ({ facets }) => String(facets.maker).endsWith("7"),
    );
  });

  it("of amounts between two, both included", () => {
    expectRows(
      index.between("price", 10, 20, index.havingValue("colour", [2])),
      ({ facets, amounts }) => facets.colour === 2 && amounts.price >= 10 && amounts.price <= 20,
    );
  });

  it("within circles, kept or not, on the very edge, and after rows have moved", () => {
    const own = fill(2);
    const [first] = own.shoes;
    const centre = { lat: 45, lon: -75 };
    const edge = measure.distanceKm(centre, first!.point);
    const radii = [...RADII_KM, edge].toSorted((one, other) => one - other);
    const expectCircles = (isCached: boolean) => {
      own.index.circles(centre, radii, isCached).forEach((rows, at) => {
        const wanted = own.shoes.filter(
          ({ point }) => measure.distanceKm(centre, point) <= radii[at]!,
        );
        expect(listIds(own.index, rows)).toEqual(idsOf(wanted));
      });
    };
    expectCircles(true);
    for (const shoe of own.shoes.slice(1, 300)) {
      shoe.point = { lat: shoe.point.lat + 0.4, lon: shoe.point.lon };
      own.index.put(shoe);
    }
    own.index.remove(own.shoes.pop()!.id);
    expectCircles(true);
    expectCircles(false);
  });

  it("that are marked, also after the index has grown, but not one that was removed", () => {
    const own = createIndex();
    const all = shoes.slice(0, 1_100);
    own.put(all[0]!);
    own.beginMark("worn");
    own.setMark("worn", all[0]!.id, true);
    own.setMark("worn", idOf(9_999), true);
    for (const shoe of all) own.put(shoe);
    own.setMark("worn", all[1_099]!.id, true);
    own.setMark("worn", all[500]!.id, true);
    own.remove(all[500]!.id);
    own.put(all[500]!);
    expect(listIds(own, own.marked("worn")!)).toEqual([all[0]!.id, all[1_099]!.id].toSorted());
    own.endMark("worn");
    expect(own.marked("worn")).toBeUndefined();
  });
});

describe("counts", () => {
  it.each([
    ["few rows", () => index.havingName("maker", (name) => name === "Maker 7")],
    ["most rows", () => index.havingValue("colour", [0, 1, 2, 4, 5])],
    ["all rows", () => index.all],
    ["none", () => index.none()],
  ])("%s by every facet", (_, select) => {
    const rows = select();
    const has = new Set(listIds(index, rows));
    const found = shoes.filter(({ id }) => has.has(id));
    const counts = index.count(rows, ["colour", "extras", "maker", "year"]);
    const expectCounts = (facet: Facet, isAt: (shoe: Shoe, value: number) => boolean) => {
      const expected = [...counts.get(facet)!.keys()].map(
        (value) => found.filter((shoe) => isAt(shoe, value)).length,
      );
      expect([...counts.get(facet)!]).toEqual(expected);
    };
    expectCounts("colour", ({ facets }, value) => facets.colour === value);
    expectCounts("extras", ({ facets }, bit) => (Number(facets.extras) & (1 << bit)) !== 0);
    const names = index.names("maker");
    expectCounts("maker", ({ facets }, at) => facets.maker === names[at]);
    expect(counts.get("year")!.reduce((sum, count) => sum + count, 0)).toBe(found.length);
  });

  it("only the facets that are asked for", () => {
    expect([...index.count(index.all, ["colour"]).keys()]).toEqual(["colour"]);
  });
});

describe("pages", () => {
  const centre = { lat: 45.1, lon: -74.9 };
  const metres = ({ point }: Shoe) => Math.floor(measure.distanceKm(centre, point) * 1_000);

  it.each([
    ["a price that many share", "price" as const, false],
    ["a price, descending", "price" as const, true],
    ["when they came, descending", "posted" as const, true],
    ["distance", { distanceFrom: centre }, false],
  ])("by %s to the end, without loss or repeat", (_, by, isDescending) => {
    const rows = unite(index.havingValue("colour", [1, 2]), index.havingValue("year", [5]));
    const has = new Set(listIds(index, rows));
    const key = (shoe: Shoe) => (typeof by === "object" ? metres(shoe) : shoe.amounts[by]);
    const sign = isDescending ? -1 : 1;
    const expected = shoes
      .filter(({ id }) => has.has(id))
      .toSorted((one, other) => sign * (key(one) - key(other) || (one.id < other.id ? -1 : 1)));
    const ids: string[] = [];
    let after: { key: number; id: string } | null = null;
    for (;;) {
      const page = index.first(rows, { by, isDescending, after, limit: 37 });
      ids.push(...page.map(({ id }) => id));
      const last = page.at(-1);
      if (!last) break;
      after = { key: last.key, id: last.id };
    }
    expect(ids).toEqual(expected.map(({ id }) => id));
  });

  it("to nothing, where nothing is wanted", () => {
    const request = { by: "price", isDescending: false, after: null, limit: 0 } as const;
    expect(index.first(index.all, request)).toEqual([]);
  });
});

it("says so where a facet is none of its own", () => {
  expect(() => index.count(index.all, ["size" as Facet])).toThrow("There is no facet size.");
});

it("joins sets without changing them", () => {
  const [one, other] = [index.havingValue("colour", [1]), index.havingBits("extras", [1])];
  const before = [one.slice(), other.slice()];
  intersect(one, other);
  unite(one, other);
  expect([one, other]).toEqual(before);
});
