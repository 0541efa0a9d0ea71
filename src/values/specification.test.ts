import { expect, test } from "vitest";
import {
  describeSpecifications,
  findSpecification,
  NO_SPECIFICATIONS,
  readSpecifications,
  SPECIFICATION_NAMES,
  type Specifications,
  writeSpecifications,
} from "./specification.ts";

const STATED: Specifications = {
  ...NO_SPECIFICATIONS,
  drive: "4wd",
  engineCapacityCc: 3604,
  seats: 7,
};

test("what is stated comes back from the form as it was", () => {
  const answers = writeSpecifications(STATED);
  expect(answers).toMatchObject({
    drive: "4wd",
    engineCapacity: 3604,
    seats: "7",
    cylinders: null,
  });
  expect(readSpecifications(answers)).toEqual(STATED);
});

test.each(SPECIFICATION_NAMES)("any %s that the form offers is stored, and said", (name) => {
  const { codes, question } = findSpecification(name);
  for (const value of codes ?? [1, 9_000]) {
    const answer = codes ? String(value) : value;
    expect(readSpecifications({ [question.name]: answer })).toEqual({
      ...NO_SPECIFICATIONS,
      [name]: value,
    });
    for (const locale of ["en", "fr"] as const)
      expect(describeSpecifications({ ...NO_SPECIFICATIONS, [name]: value }, locale)).toEqual([
        { name, label: expect.stringMatching(/\w/), value: expect.stringMatching(/\w/) },
      ]);
  }
});

test("what nobody said stays unsaid", () => {
  expect(readSpecifications({})).toEqual(NO_SPECIFICATIONS);
  expect(describeSpecifications(NO_SPECIFICATIONS, "en")).toEqual([]);
});
