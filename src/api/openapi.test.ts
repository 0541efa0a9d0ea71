import { expect, test } from "vitest";
import { callContracts } from "./calls.ts";
import { intakes } from "#server/intakes.ts";
import { openApiDocument } from "./openapi.ts";

test("docs/api/openapi.json says what the site says (update it with `vitest -u`)", async () => {
  const document = `${JSON.stringify(openApiDocument(intakes, callContracts), null, 2)}\n`;
  await expect(document).toMatchFileSnapshot("../../docs/api/openapi.json");
});

test("every form that is taken in has its call", () => {
  const { paths } = openApiDocument(intakes, callContracts) as { paths: Record<string, unknown> };
  expect(Object.keys(paths)).toEqual(
    expect.arrayContaining(intakes.map(({ postName }) => `/forms/${postName}`)),
  );
});
