import { expect, test } from "vitest";
import { formHandlers } from "#domain/lead-forms.server.ts";
import { contracts } from "./calls.fixture.ts";
import { openApiDocument } from "./openapi.ts";

const document = openApiDocument(contracts);

test("docs/api/openapi.json says what the site says (update it with `vitest -u`)", async () => {
  const text = `${JSON.stringify(document, null, 2)}\n`;
  await expect(text).toMatchFileSnapshot("../../docs/api/openapi.json");
});

test("every form that is taken in has its call", () => {
  expect(Object.keys(document.paths)).toEqual(
    expect.arrayContaining(formHandlers.map(({ postName }) => `/forms/${postName}`)),
  );
});
