import { describe, expect, it } from "vitest";
import { FACET_NAMES, findFacet } from "./facets.ts";
import { facetsIn, PACKED_COLUMNS, packedExpression, packedPlace } from "./packed-columns.ts";

describe("the packed columns", () => {
  it("hold every facet once, but the make, which its model says, and the distance", () => {
    const packed = PACKED_COLUMNS.flatMap(facetsIn);
    expect(new Set(packed).size).toBe(packed.length);
    expect(new Set([...packed, "make", "distance"])).toEqual(new Set(FACET_NAMES));
  });

  it("give each facet a place of its own", () => {
    const places = FACET_NAMES.map(findFacet).flatMap((facet) =>
      facet.kind !== "distance" && facet.packed ? [facet.packed.join(" ")] : [],
    );
    expect(new Set(places).size).toBe(places.length);
  });

  it.each(PACKED_COLUMNS)("keep within what %s can hold", (column) => {
    const highest = facetsIn(column).reduce((sum, name) => {
      const { shift, mask } = packedPlace(name);
      return sum + mask * 2 ** shift;
    }, 0);
    const isInteger = column === "model_body" || column === "city_id";
    expect(highest).toBeLessThanOrEqual(isInteger ? 2 ** 31 - 1 : 2 ** 15 - 1);
  });

  it("count amounts in SQL as in the code", () => {
    expect(packedExpression("year_price")).toBe(
      "least(greatest(year - 1925, 0), 127) * 64 + least(greatest(price_cad, 0) / 2500, 40)",
    );
    expect(packedExpression("km_driveline")).toBe(
      "least((greatest(odometer_km, 0)::bigint + 9999) / 10000, 31) * 32 + fuel * 4 + transmission",
    );
  });
});
