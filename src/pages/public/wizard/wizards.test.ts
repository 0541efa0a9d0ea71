import { expect, test } from "vitest";
import { requireWizard } from "./wizards.server.ts";

const formAt = (path: string) =>
  requireWizard(new Request(new URL(path, "http://site.test"))).handler.form.name;

test.each([
  ["/allListings", "pre-approval"],
  ["/fr/allListings/qualified", "pre-approval"],
  ["/sell-car?year=2021", "sell-car"],
  ["/sell-Car", "sell-car"],
  // As the router's scripts ask for the first step, and post to it.
  ["/sell-car.data?_routes=sell-car", "sell-car"],
  ["/fr/sell-car/terms.data", "sell-car"],
])("%s belongs to the form %s", (path, form) => {
  expect(formAt(path)).toBe(form);
});

test("an address of no form is not found", () => {
  expect(() => formAt("/sell-carriages")).toThrow(
    expect.objectContaining({ init: { status: 404 } }),
  );
});
