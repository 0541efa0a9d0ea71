import fc from "fast-check";
import { expect, it } from "vitest";
import { dot, invert, multiply } from "./matrix.ts";

const vectors = fc.array(
  fc.array(fc.double({ min: -10, max: 10, noNaN: true }), { minLength: 4, maxLength: 4 }),
  { maxLength: 12 },
);

it("inverts what is positive definite: the product is the vector again", () => {
  fc.assert(
    fc.property(vectors, (rows) => {
      const matrix = Float64Array.from({ length: 16 }, (_, at) =>
        // X'X + I
        rows.reduce((sum, row) => sum + row[at >> 2]! * row[at % 4]!, at % 5 === 0 ? 1 : 0),
      );
      const vector = [1, -2, 3, 0.5];
      const back = multiply(matrix, multiply(invert(matrix, 4), vector));
      vector.forEach((each, index) => expect(back[index]).toBeCloseTo(each, 6));
    }),
  );
});

it("multiplies", () => {
  expect(Array.from(multiply(Float64Array.from([2, 1, 1, 3]), [1, 2]))).toEqual([4, 7]);
  expect(dot([1, 2, 3], [4, 5, 6])).toBe(32);
});
