import { expect, test } from "vitest";
import { nameProvinces } from "./province-list.ts";
import { PROVINCES } from "./province.ts";

test.each([
  [PROVINCES, "All ten provinces", "Les dix provinces"],
  [["ON", "QC"], "Ontario and Quebec", "Ontario et Québec"],
  [["NS"], "Nova Scotia", "Nouvelle-Écosse"],
] as const)("%j", (codes, en, fr) => {
  expect(nameProvinces(codes, "en")).toBe(en);
  expect(nameProvinces(codes, "fr")).toBe(fr);
});
