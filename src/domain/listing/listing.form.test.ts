import { expect, test } from "vitest";
import { describeForm } from "#forms/describe-form.fixture.ts";
import { readOne } from "#forms/one-question.fixture.ts";
import { listingForm, listingReviewForm, photoAltForm, priceForm } from "./listing.form.ts";

describeForm(listingForm);
describeForm(priceForm);
describeForm(photoAltForm("p1"));
describeForm(listingReviewForm("l1"));

test.each([
  ["24,990", 24_990],
  ["24 990 $", 24_990],
  ["", "!missing"],
  ["a lot", "!not_a_number"],
  ["24990.50", "!not_whole"],
  ["499", "!min"],
  ["2000001", "!max"],
])("another price of %j is read as %j", (typed, expected) => {
  const [price] = priceForm.steps[0].questions;
  expect(readOne(price, typed)).toBe(expected);
});

test.each([
  [" The  front,\nfrom the left ", "The front, from the left"],
  ["x".repeat(200), "x".repeat(200)],
  ["x".repeat(201), "!too_long"],
  ["bell\u0007", "!unaccepted_character"],
  [" ", undefined],
])("the words %j of a photo are read as %j", (typed, expected) => {
  const [alt] = photoAltForm("p1").steps[0].questions;
  expect(readOne(alt, typed)).toBe(expected);
});
