import { expect, test } from "vitest";
import { readOne, viewOne } from "#forms/one-question.fixture.ts";
import { type LocationQuestion, location } from "./location.ts";

const question: LocationQuestion = { kind: "place", name: "vehicleLocation" };

test.each([
  ["Red Deer, Alberta", { text: "Red Deer, Alberta", province: "AB", city: "Red Deer" }],
  ["moncton nb", { text: "moncton nb", province: "NB", city: "moncton" }],
  ["Gaspé (Québec)", { text: "Gaspé (Québec)", province: "QC", city: "Gaspé" }],
  [
    "Gander, Newfoundland and Labrador",
    { text: "Gander, Newfoundland and Labrador", province: "NL", city: "Gander" },
  ],
  ["m5v3l9", { text: "M5V 3L9", province: "ON" }],
  ["Whitehorse YT", "!not_served"],
  ["X0A 0H0", "!not_served"],
  ["Ontario", "!unknown_place"],
  ["Seattle, WA", "!unknown_place"],
  ["Ottawa\u0000, ON", "!unaccepted_character"],
  ["x".repeat(10_000), "!too_long"],
  ["", "!missing"],
])("reads %j by hand", (typed, expected) => {
  expect(readOne(question, typed)).toEqual(expected);
});

const calgary = { text: "Calgary, AB", region: "AB", lat: 51.05, lon: -114.07 } as const;

test("asks the place index what a chosen suggestion is, and does not believe the browser", () => {
  const requested: unknown[] = [];
  const typed = {
    vehicleLocation: "Calgary",
    "vehicleLocation-placeId": "calgary-ab",
    "vehicleLocation-lat": "10",
    "vehicleLocation-lon": "not a number",
  };
  const answer = readOne(question, typed, {
    resolveLocation(claimed) {
      requested.push(claimed);
      return { ...calgary, placeId: "calgary-ab" };
    },
  });
  expect(requested).toEqual([{ text: "Calgary", placeId: "calgary-ab" }]);
  expect(answer).toEqual({
    text: "Calgary, AB",
    province: "AB",
    lat: 51.05,
    lon: -114.07,
    placeId: "calgary-ab",
  });
});

test("falls back to reading by hand where the index knows nothing", () => {
  const read = (typed: string) => readOne(question, typed, { resolveLocation: () => null });
  expect(read("Tiny Hamlet, SK")).toMatchObject({ province: "SK" });
  expect(read("Tiny Hamlet")).toBe("!unknown_place");
});

test("carries a chosen place on in hidden fields", () => {
  const written = location.write(
    { text: "Calgary, AB", province: "AB", lat: 51.05, lon: -114.07 },
    question,
  );
  expect(written).toEqual({
    vehicleLocation: "Calgary, AB",
    "vehicleLocation-lat": "51.05",
    "vehicleLocation-lon": "-114.07",
  });
  expect(viewOne(question, written, "en")).toMatchObject({
    value: "Calgary, AB",
    hidden: [{ part: "placeId", value: "" }, { value: "51.05" }, { value: "-114.07" }],
  });
});
