import { expect, test } from "vitest";
import { PROVINCES } from "#values/province.ts";
import { licenceLabel } from "./licence-label.ts";
import { LICENSORS } from "./licensor.ts";

test.each(PROVINCES)("in %s a number names its regulator, in both languages", (provinceCode) => {
  const { name } = LICENSORS[provinceCode];
  for (const locale of ["en", "fr"] as const) {
    const label = licenceLabel({ provinceCode, number: "DEMO-000" }, locale);
    expect(label).toContain("DEMO-000");
    for (const each of ["OMVIC", "AMVIC", "VSA", "OPC", "FCAA"])
      expect(label.split(/[\s’]/).includes(each)).toBe(each === name);
  }
});
