import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { draftTable } from "#domain/draft/draft.table.ts";
import { storePerson } from "#domain/listing/listing.fixture.ts";
import { deleteExpiredData, EXPIRED_DATA } from "#domain/retention/expired-data.server.ts";
import { listPeriods } from "#pages/public/information/privacy-facts.server.ts";
import { db } from "#platform/database/database.server.ts";
import { makeContext } from "#platform/request/visitor.fixture.ts";
import type { SignedInUser } from "#platform/request/visitor.server.ts";
import { useSite } from "#server/site.fixture.ts";
import { loadRetention } from "./retention.server.ts";

useSite();

let admin: SignedInUser;
beforeAll(async () => {
  admin = await storePerson("Ada Admin", { role: "admin" });
});

const load = (user = admin) =>
  loadRetention({
    request: new Request("http://site.test/staff/retention"),
    context: makeContext({ user }),
  });

test("says of everything that runs out when it goes, and how much the next run ends", async () => {
  await deleteExpiredData();
  await db()
    .insert(draftTable)
    .values({
      id: randomUUID(),
      visitorHash: randomUUID(),
      formName: "pre-approval",
      formVersion: 1,
      sealedContent: Buffer.from("sealed"),
      expiresAt: new Date(Date.now() - 60_000),
    });
  const { rows } = await load();
  expect(rows.map(({ kind }) => kind)).toEqual(Object.keys(EXPIRED_DATA));
  expect(rows.find(({ kind }) => kind === "drafts")).toMatchObject({ count: "1" });
});

test("names the figures of the privacy page", async () => {
  const figures = (texts: readonly string[]) => new Set(texts.join(" ").match(/\d+/gu));
  const { rows } = await load();
  const here = figures(rows.map(({ when }) => when));
  // Both pages must give exactly the same numbers, also in the same units.
  const there = figures(listPeriods());
  expect(here).toEqual(there);
});

test("is for administrators", async () => {
  const staff = await storePerson("Samuel Staff", { role: "staff" });
  await expect(load(staff)).rejects.toMatchObject({ init: { status: 403 } });
});
