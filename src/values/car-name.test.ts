import { expect, it } from "vitest";
import { formatCarName } from "./car-name.ts";

it.each([
  [
    { year: 2021, make: "Toyota", model: "RAV4", trim: "XLE" },
    "2021 Toyota RAV4 XLE",
    "Toyota RAV4 XLE 2021",
  ],
  [{ year: 2014, make: "Ram", model: "1500", trim: null }, "2014 Ram 1500", "Ram 1500 2014"],
  [{ year: "2014", make: "Ram", model: "1500", trim: "" }, "2014 Ram 1500", "Ram 1500 2014"],
  [{ year: 2018, make: "Honda" }, "2018 Honda", "Honda 2018"],
  [{ year: 0, make: "Honda", model: "Civic" }, "Honda Civic", "Honda Civic"],
  [{}, "", ""],
])("%o is %j, in French %j", (car, english, french) => {
  expect(formatCarName(car, "en")).toBe(english);
  expect(formatCarName(car, "fr")).toBe(french);
});
