import { expect, test } from "vitest";
import { readPost, requirePost } from "./read-post.server.ts";

const FORM = "application/x-www-form-urlencoded";

const request = (body: BodyInit, type?: string) =>
  new Request("http://site.test/", {
    method: "POST",
    body,
    ...(type && { headers: { "content-type": type } }),
  });

const post = (body: BodyInit, type?: string) => readPost(request(body, type));

test("reads fields in order, from a url-encoded or a multipart post", async () => {
  const fields = new Map([
    ["name", ["Zoé"]],
    ["colour", ["red", "blue"]],
  ]);
  const encoded = new URLSearchParams("name=Zo%C3%A9&colour=red&colour=blue");
  expect(await post(encoded)).toEqual({ ok: true, fields, files: new Map() });
  const parts = new FormData();
  for (const [name, value] of encoded) parts.append(name, value);
  parts.append("photo", new File(["x"], "car.jpg", { type: "image/jpeg" }));
  const read = await post(parts);
  expect(read).toMatchObject({ ok: true, fields });
  expect(read.ok && read.files.get("photo")?.map((file) => file.name)).toEqual(["car.jpg"]);
});

test.each([
  ["a NUL", "name=a%00b", "a\u0000b"],
  ["half a surrogate pair", "name=%ED%A0%80", "\uFFFD\uFFFD\uFFFD"],
  ["bytes that are no UTF-8", "name=%FF", "\uFFFD"],
])("%s arrives as text, for the form to refuse or take", async (_what, body, value) => {
  const read = await post(body, FORM);
  expect(read.ok && read.fields.get("name")).toEqual([value]);
});

test.each([
  ["JSON", "{}", "application/json", 415],
  ["text", "name=a", "text/plain", 415],
  ["multipart without its parts", "name=a", "multipart/form-data; boundary=x", 400],
  ["multipart without a boundary", "name=a", "multipart/form-data", 400],
  ["thousands of fields", "a=&".repeat(5_000), FORM, 413],
])("%s is refused with a status, not a fault", async (_what, body, type, status) => {
  expect(await post(body, type)).toEqual({ ok: false, status });
  await expect(requirePost(request(body, type))).rejects.toMatchObject({ init: { status } });
});

test("a post without a body is no form", async () => {
  const empty = () => new Request("http://site.test/", { method: "POST" });
  expect(await readPost(empty())).toEqual({ ok: false, status: 415 });
  await expect(requirePost(empty())).rejects.toMatchObject({ init: { status: 415 } });
});
