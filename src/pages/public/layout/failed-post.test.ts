import { afterEach, expect, test } from "vitest";
import { findFailedPost, forgetFailedPost, saveFailedPost } from "./failed-post.ts";

afterEach(forgetFailedPost);

const FIELDS = { firstName: "Zoé", note: "a\nb" };

function send(body: BodyInit = new URLSearchParams(FIELDS)): Request {
  return new Request("http://site.test/call-back?x=1", { method: "POST", body });
}

const failing = async () => ({ root: { type: "error", result: new Error("Failed to fetch") } });

test("where the answer is an outage or none at all, what was typed is kept", async () => {
  const request = send();
  await saveFailedPost(request, failing);
  expect(findFailedPost()).toEqual({
    action: "/call-back?x=1",
    fields: Object.entries(FIELDS),
    isPartial: false,
  });
  // The body of the request itself can still be read and sent.
  expect((await request.formData()).get("firstName")).toBe("Zoé");
  forgetFailedPost();
  expect(findFailedPost()).toBeNull();
});

test("a photo is not kept, which the page says", async () => {
  const form = new FormData();
  form.set("firstName", "Zoé");
  form.set("photo", new File(["x"], "car.jpg"));
  await saveFailedPost(send(form), failing);
  expect(findFailedPost()).toMatchObject({ fields: [["firstName", "Zoé"]], isPartial: true });
});

test.each([
  ["an answer", { page: { type: "data", result: {} } }],
  ["a redirect", { page: { type: "error", result: new Response(null, { status: 302 }) } }],
])("%s leaves nothing behind, also of a post that failed before", async (_what, results) => {
  await saveFailedPost(send(), failing);
  await saveFailedPost(send(), async () => results);
  expect(findFailedPost()).toBeNull();
});

test("looking at a page keeps nothing and forgets nothing", async () => {
  await saveFailedPost(send(), failing);
  await saveFailedPost(new Request("http://site.test/cars"), failing);
  expect(findFailedPost()?.action).toBe("/call-back?x=1");
});
