import { expect, test } from "vitest";
import { fillTemplate, listUnknownFields } from "./template.ts";

const VALUES = {
  first_name: "Noah {reference}",
  reference: "K7M2PX4R",
  my_name: "Camille",
  company: "Rouvia",
  company_phone: "514 555-0100",
};

test("fills its fields once, and leaves what is none", () => {
  expect(fillTemplate("Hi {first_name}, {reference} {other} { my_name }", VALUES)).toBe(
    "Hi Noah {reference}, K7M2PX4R {other} { my_name }",
  );
});

test("names the fields that nobody knows", () => {
  expect(listUnknownFields("{first_name} {firstname} {my_name} {car}")).toEqual([
    "firstname",
    "car",
  ]);
});
