import { describe, expect, it } from "vitest";
import { buildNormalEquations } from "./least-squares.ts";

function solved(rows: readonly (readonly number[])[], y: readonly number[]) {
  const equations = buildNormalEquations(rows[0]!.length);
  const xy = new Float64Array(rows[0]!.length);
  for (const [index, row] of rows.entries()) {
    equations.add(Float64Array.from(row));
    row.forEach((value, column) => (xy[column]! += value * y[index]!));
  }
  return { rank: equations.rank(), coefficients: Array.from(equations.solve(xy)) };
}

describe("normalEquations", () => {
  it("finds the plane that points lie on", () => {
    const rows = [1, 2, 3, 5, 8].flatMap((a) => [0.5, 1, 4].map((b) => [1, a, b]));
    const { rank, coefficients } = solved(
      rows,
      rows.map(([, a, b]) => 7 - 2 * a! + 0.25 * b!),
    );
    expect(rank).toBe(3);
    for (const [index, expected] of [7, -2, 0.25].entries())
      expect(coefficients[index]).toBeCloseTo(expected, 9);
  });

  it("lies between points that no line meets", () => {
    const { coefficients } = solved(
      [
        [1, 0],
        [1, 1],
        [1, 2],
      ],
      [0, 3, 0],
    );
    expect(coefficients[0]).toBeCloseTo(1, 9);
    expect(coefficients[1]).toBeCloseTo(0, 9);
  });

  it.each([
    [
      "a column of nothing",
      [
        [1, 0],
        [1, 0],
        [1, 0],
      ],
    ],
    [
      "a column that another one explains",
      [
        [1, 3],
        [1, 3],
        [1, 3],
      ],
    ],
  ])("gives 0 to %s", (_, rows) => {
    const { rank, coefficients } = solved(rows, [4, 5, 6]);
    expect(rank).toBe(1);
    expect(coefficients[0]).toBeCloseTo(5, 9);
    expect(coefficients[1]).toBe(0);
  });

  it("answers zeros to no rows at all", () => {
    const equations = buildNormalEquations(2);
    expect(equations.rank()).toBe(0);
    expect(Array.from(equations.solve(new Float64Array(2)))).toEqual([0, 0]);
  });
});
