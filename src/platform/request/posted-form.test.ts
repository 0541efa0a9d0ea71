import { expect, test } from "vitest";
import { postedForm, postedText } from "./posted-form.server.ts";

test("a page that reads its fields by itself is given nothing that no database holds", async () => {
  const body = new URLSearchParams({ id: "a\0b\ud800", name: "Zoé \u{1f697}" });
  const fields = await postedForm(new Request("http://site.test", { method: "POST", body }));
  expect(postedText(fields, "id")).toBe("ab\ufffd");
  expect(postedText(fields, "name")).toBe("Zoé \u{1f697}");
});

test.each([
  ["no body", undefined, undefined, 415],
  ["JSON", "{}", "application/json", 415],
  ["half a form", "--x\r\nbroken", "multipart/form-data; boundary=x", 400],
])("%s is answered with a status, not a fault", async (_what, body, type, status) => {
  const request = new Request("http://site.test", {
    method: "POST",
    body: body ?? null,
    headers: type ? { "content-type": type } : {},
  });
  await expect(postedForm(request)).rejects.toMatchObject({ init: { status } });
});
