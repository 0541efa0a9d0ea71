import { afterAll, beforeAll, expect, test } from "vitest";
import { serveApp } from "./app.fixture.ts";

const BROWSER = { accept: "text/html,application/xhtml+xml" };
const TYPED = { name: 'Zoé "<b>"', note: "a\nb", price: "29500" };
const SECRET = { password: "hunter22", sinNumber: "046454286" };

let site: Awaited<ReturnType<typeof serveApp>>;
beforeAll(async () => {
  // Every page requires an account; the response to a program is JSON.
  const respondWithPage = async ({ url }: Request) =>
    url.endsWith("/call")
      ? Response.json({ error: "not_signed_in" }, { status: 401 })
      : new Response("a page", { status: 401, headers: { "content-type": "text/html" } });
  site = await serveApp({}, { respondWithPage });
});
afterAll(() => site.close());

const post = (path: string, body: BodyInit, headers: Record<string, string> = BROWSER) =>
  fetch(site.origin + path, { method: "POST", body, headers });

test.each([
  ["/account/profile?x=1", "You’re signed out", "Send again"],
  ["/fr/account/profile?x=1", "Votre session est terminée", "Envoyer de nouveau"],
])("what was sent to %s waits in the page", async (path, title, again) => {
  const response = await post(path, new URLSearchParams({ ...TYPED, ...SECRET }));
  expect([response.status, response.headers.get("cache-control")]).toEqual([401, "no-store"]);
  const page = await response.text();
  expect(page).toContain(`<h1>${title}</h1>`);
  expect(page).toContain(`<form action="${path}" method="post">`);
  for (const shown of [again, 'name="price" value="29500"', 'name="note" value="a\nb"'])
    expect(page).toContain(shown);
  expect(page).toContain('value="Zoé &quot;&lt;b&gt;&quot;"');
  expect(page).toMatch(/href="(\/fr)?\/login" target="_blank"/);
  for (const value of Object.values(SECRET)) expect(page).not.toContain(value);
});

test("a photo does not wait in it, which the page says", async () => {
  const form = new FormData();
  form.set("note", "kept");
  form.set("photo", new File(["x"], "car.jpg"));
  const page = await (await post("/account/photo", form)).text();
  expect(page).toContain('name="note" value="kept"');
  expect(page).toContain("photos");
});

test.each([
  ["the router in the browser", "/account.data", BROWSER],
  ["a program", "/account", { accept: "*/*" }],
])("%s gets the answer as it is", async (_who, path, headers) => {
  expect(await (await post(path, new URLSearchParams(TYPED), headers)).text()).toBe("a page");
});

test("so does a browser whose form was answered by a call", async () => {
  expect(await (await post("/call", new URLSearchParams(TYPED))).json()).toEqual({
    error: "not_signed_in",
  });
});
