import { afterEach, expect, test } from "vitest";
import { serveApp } from "./app.fixture.ts";

let site: Awaited<ReturnType<typeof serveApp>> | undefined;
afterEach(async () => {
  await site?.close();
  site = undefined;
});

async function post(environment: Record<string, string>) {
  site = await serveApp(environment, { respondWithPage: async () => new Response("stored") });
  const headers = { origin: site.origin, "sec-fetch-site": "same-origin" };
  const posted = await fetch(`${site.origin}/sell-car`, { method: "POST", headers });
  const read = await fetch(`${site.origin}/about`);
  const names = (response: Response) =>
    response.headers.getSetCookie().map((each) => each.split("=")[0]);
  return { posted: names(posted), read: names(read) };
}

test("who sent something is marked, where there are replicas", async () => {
  const { posted, read } = await post({ DATABASE_READ_URLS: "postgres://replica/cars" });
  expect(posted).toContain("wrote");
  expect(read).toEqual([]);
});

test("who made a call is marked too, and gets the visitor's cookie beside it", async () => {
  site = await serveApp({ DATABASE_READ_URLS: "postgres://replica/cars" });
  const headers = { accept: "application/json", "content-type": "text/plain" };
  const call = { method: "POST", headers, body: "none" };
  const response = await fetch(`${site.origin}/forms/call-back`, call);
  expect(response.status).toBe(415);
  const names = response.headers.getSetCookie().map((each) => each.split("=")[0]);
  expect(names).toEqual(["wrote", "visitor"]);
  expect(await response.json()).toMatchObject({ error: "unsupported_media_type" });
});

test("where there are none, nobody is", async () => {
  expect((await post({})).posted).not.toContain("wrote");
});
