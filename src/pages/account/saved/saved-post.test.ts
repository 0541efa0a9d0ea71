import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { startSession } from "#domain/identity/session.server.ts";
import { storeListing, storePerson } from "#domain/listing/listing.fixture.ts";
import { listSavedListingIds } from "#domain/listing/saved-listing.server.ts";
import { browser, ORIGIN, useAccounts } from "#pages/account/account.fixture.ts";
import { findNotice } from "#pages/account/notices.ts";
import type { PageArgs } from "#pages/session/guards.server.ts";
import { handleSavePost, finishPendingSave } from "./saved-post.server.ts";

useAccounts();
let listing: string;
let memberId: string;
beforeAll(async () => {
  listing = await storeListing({ sellerId: (await storePerson("Jordan Seller")).id });
  memberId = (await storePerson("Camille Member")).id;
});

const press = (listingId: string, intent = "save") => ({ listingId, intent, returnTo: "/cars" });
const openSession = async ({ request: { headers } }: PageArgs) =>
  new Response(null, {
    headers: (await startSession(memberId, { headers, origin: ORIGIN })).map((cookie) => [
      "set-cookie",
      cookie,
    ]),
  });

test("a visitor's press waits while they sign in, is done once, and only then forgotten", async () => {
  const visitor = browser();
  const led = await visitor.post(handleSavePost, press(listing), "/saved");
  const signIn = new URL(led.location ?? "", ORIGIN);
  expect([led.status, signIn.pathname]).toEqual([303, "/login"]);
  const pending = signIn.searchParams.get("returnTo") ?? "";
  expect(pending).toBe("/saved/pending?returnTo=%2Fcars");
  await visitor.get(openSession);
  expect((await visitor.get(finishPendingSave, pending)).location).toBe("/cars");
  expect(await listSavedListingIds(memberId)).toEqual([listing]);
  expect(visitor.cookieHeader()).not.toContain("pending-save=");
  await visitor.post(handleSavePost, press(listing, "remove"), "/saved");
  expect((await visitor.get(finishPendingSave, pending)).location).toBe("/cars");
  expect(await listSavedListingIds(memberId)).toEqual([]);
});

test("a car that is not listed any more is not saved, and the saved cars say so", async () => {
  const gone = randomUUID();
  const [member, visitor] = [browser(), browser()];
  await member.get(openSession);
  const pressed = await member.post(handleSavePost, press(gone), "/fr/saved");
  await visitor.post(handleSavePost, press(gone), "/saved");
  await visitor.get(openSession);
  const waited = await visitor.get(finishPendingSave, "/saved/pending?returnTo=/cars");
  for (const { location } of [pressed, waited]) {
    const { pathname, searchParams } = new URL(location ?? "", ORIGIN);
    expect(pathname).toBe("/saved");
    expect(findNotice(searchParams.get("notice"))).toMatchObject({ isError: true });
  }
});
