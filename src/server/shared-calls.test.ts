import { request } from "node:http";
import { eq } from "drizzle-orm";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signIn } from "#api/calls.fixture.ts";
import { storeListing, storePerson } from "#domain/listing/listing.fixture.ts";
import { listingTable } from "#domain/listing/listing.table.ts";
import { useAccounts } from "#pages/account/account.fixture.ts";
import { countQueries } from "#platform/database/count-queries.fixture.ts";
import { db } from "#platform/database/database.server.ts";
import { serveApp } from "./app.fixture.ts";

useAccounts();
let listing: string;
let token: string;
let empty = () => {};
let staticSite: Awaited<ReturnType<typeof serveApp>>;
let whole: typeof staticSite;
beforeAll(async () => {
  const seller = await storePerson("Jordan Seller", { role: "seller", phone: "+19055550142" });
  listing = await storeListing({ sellerId: seller.id });
  ({ token } = await signIn(await storePerson("Camille Member")));
  staticSite = await serveApp({}, { onPagesChanged: (then) => void (empty = then) });
  whole = await serveApp({}, { onPagesChanged: () => {}, sendsStatic: false });
});
afterAll(async () => {
  await staticSite.close();
  await whole.close();
});

function ask(
  headers: Record<string, string> = {},
  { path = "", method = "GET", site = staticSite } = {},
) {
  return new Promise<{ status: number; headers: object; body: string }>((done, failed) => {
    const url = `${site.origin}/singleListing/${listing}${path}`;
    request(url, { headers, method, agent: false }, (response) => {
      const { date: _date, ...said } = response.headers;
      text(response).then(
        (body) => done({ status: response.statusCode ?? 0, headers: said, body }),
        failed,
      );
    })
      .on("error", failed)
      .end();
  });
}

test.each<[string, Record<string, string>]>([
  ["a program", {}],
  ["one that wants JSON", { accept: "application/json", "accept-encoding": "gzip" }],
  ["a browser", { accept: "text/html", cookie: "theme=dark", "accept-language": "fr" }],
])("%s is answered as the whole way would, without a query", async (_who, headers) => {
  await ask(headers);
  const before = staticSite.answeredEarly();
  let response: Awaited<ReturnType<typeof ask>> | undefined;
  expect(await countQueries(async () => void (response = await ask(headers)))).toBe(0);
  expect(response).toMatchObject({ status: 200 });
  expect(response).toEqual(await ask(headers, { site: whole }));
  expect(staticSite.answeredEarly()).toBe(before + 1);
});

test("who brings a token, or anything of their own, is never answered with what was kept", async () => {
  await ask();
  const stranger = JSON.parse((await ask()).body);
  expect(stranger.sellerPhone).toBeNull();
  const before = staticSite.answeredEarly();
  const member = await ask({ authorization: `Bearer ${token}` });
  expect(JSON.parse(member.body).sellerPhone).toBe("+19055550142");
  expect((await ask({ authorization: "Bearer forged" })).status).toBe(401);
  expect((await ask({ authorization: "" })).status).toBe(401);
  expect((await ask({ cookie: "session=none" })).status).toBe(200);
  expect((await ask({}, { path: "?fresh" })).status).toBe(200);
  expect((await ask({}, { method: "HEAD" })).status).toBe(200);
  expect(staticSite.answeredEarly()).toBe(before);
  expect(JSON.parse((await ask()).body)).toEqual(stranger);
});

test("what has changed is said, and what is no answer is not kept", async () => {
  const priceOf = async () => JSON.parse((await ask()).body).price as number;
  const price = await priceOf();
  const change = (set: Partial<typeof listingTable.$inferInsert>) =>
    db().update(listingTable).set(set).where(eq(listingTable.id, listing));
  await change({ priceCad: price - 1 });
  empty();
  expect(await priceOf()).toBe(price - 1);
  await change({ state: "removed" });
  empty();
  expect((await ask()).status).toBe(404);
  await change({ state: "live" });
  expect((await ask()).status).toBe(200);
});
