import { describe, expect, it } from "vitest";
import { CODES_A_COLUMN } from "./facet-kinds.ts";
import { FACET_NAMES, FACETS, findFacet, isSetFacet } from "./facets.ts";
import {
  facetsIn,
  PACKED_COLUMNS,
  packedExpression,
  findPackedBitField,
  unpack,
} from "./packed-columns.ts";

describe("the packed columns", () => {
  it("hold every facet once, but the make, which its model says, and the distance", () => {
    const packed = PACKED_COLUMNS.flatMap(facetsIn);
    const single = packed.filter((name) => !isSetFacet(name));
    expect(new Set(single).size).toBe(single.length);
    expect(new Set([...packed, "make", "distance"])).toEqual(new Set(FACET_NAMES));
  });

  it.each(FACET_NAMES.filter(isSetFacet))("hold every code of %s once", (name) => {
    const { packed, codes } = FACETS[name];
    const everyBit = 2 ** CODES_A_COLUMN - 1;
    const numbers = packed.flatMap((column) => unpack(column, everyBit).map(([, code]) => code));
    expect(numbers.slice(0, codes.length)).toEqual(codes.map((_, at) => at + 1));
    expect(packed).toHaveLength(Math.ceil(codes.length / CODES_A_COLUMN));
  });

  it("give each facet a place of its own", () => {
    const places = FACET_NAMES.map(findFacet).flatMap((facet) =>
      facet.kind !== "distance" && facet.kind !== "set" && facet.packed
        ? [facet.packed.join(" ")]
        : [],
    );
    expect(new Set(places).size).toBe(places.length);
  });

  it.each(PACKED_COLUMNS)("keep within what %s can hold", (column) => {
    const highest = facetsIn(column).reduce((sum, name) => {
      if (isSetFacet(name)) return 2 ** CODES_A_COLUMN - 1;
      const { shift, mask } = findPackedBitField(name);
      return sum + mask * 2 ** shift;
    }, 0);
    const isInteger = column === "model_body" || column === "city_id";
    expect(highest).toBeLessThanOrEqual(isInteger ? 2 ** 31 - 1 : 2 ** 15 - 1);
  });

  it("count amounts in SQL as in the code", () => {
    expect(packedExpression("year_price")).toBe(
      "least(greatest(year - 1925, 0), 127) * 64 + least(greatest(price_cad, 0) / 2500, 40)",
    );
    expect(packedExpression("features_last")).toMatch(
      /^\(features @> '\{9\}'::smallint\[\]\)::integer \+ .* \+ \(features @> '\{16\}'::smallint\[\]\)::integer \* 128$/,
    );
    expect(packedExpression("km_driveline")).toBe(
      "least((greatest(odometer_km, 0)::bigint + 9999) / 10000, 31) * 32 + fuel * 4 + transmission",
    );
  });
});
