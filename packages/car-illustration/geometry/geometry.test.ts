import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { convexHull, shorten, simplify } from "./polyline.ts";
import { curveThrough, splineThrough } from "./curve.ts";
import type { Vec2 } from "./vector.ts";

const ROOF: Vec2[] = [
  [-2, 1.2],
  [-1, 1.4],
  [0, 1.4],
  [1, 1],
];

describe("curveThrough", () => {
  it("meets its points", () => {
    const curve = curveThrough(ROOF);
    expect(ROOF.map(([x]) => curve(x))).toEqual(ROOF.map(([, y]) => y));
  });

  it("never overshoots between two points", () => {
    const curve = curveThrough(ROOF);
    fc.assert(
      fc.property(fc.double({ min: -1, max: 0, noNaN: true }), (x) => {
        expect(curve(x)).toBeCloseTo(1.4, 10);
      }),
    );
  });
});

describe("splineThrough", () => {
  it("keeps both ends", () => {
    const spline = splineThrough(ROOF);
    expect([spline[0], spline.at(-1)]).toEqual([ROOF[0], ROOF.at(-1)]);
  });
});

describe("convexHull", () => {
  it("leaves out what lies inside", () => {
    const square: Vec2[] = [
      [0, 0],
      [4, 0],
      [4, 4],
      [0, 4],
    ];
    expect(convexHull([...square, [2, 2], [1, 3]])).toEqual(square);
  });
});

describe("simplify", () => {
  it("drops points on the way, keeps corners", () => {
    const bend: Vec2[] = [
      [0, 0],
      [5, 0.1],
      [10, 0],
      [10, 10],
    ];
    expect(simplify(bend)).toEqual([
      [0, 0],
      [10, 0],
      [10, 10],
    ]);
  });
});

describe("shorten", () => {
  it("cuts both ends", () => {
    expect(
      shorten(
        [
          [0, 0],
          [10, 0],
        ],
        2,
      ),
    ).toEqual([
      [2, 0],
      [8, 0],
    ]);
  });

  it("leaves a short line something to show", () => {
    const [start, end] = shorten(
      [
        [0, 0],
        [10, 0],
      ],
      50,
    );
    expect(end![0] - start![0]).toBeCloseTo(1.6);
  });
});
