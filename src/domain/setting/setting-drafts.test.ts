import { beforeEach, expect, test } from "vitest";
import { storePerson } from "#domain/listing/listing.fixture.ts";
import { db } from "#platform/database/database.server.ts";
import { useSite } from "#server/site.fixture.ts";
import type { Role } from "#values/role.ts";
import { settingDraftTable } from "./setting-draft.table.ts";
import {
  discardSettingDrafts,
  draftSettings,
  listSettingDrafts,
  publishSettingDrafts,
  readDraftedSettings,
} from "./setting-drafts.server.ts";
import { listSettingChanges } from "./setting-history.server.ts";
import { settingTable } from "./setting.table.ts";
import { changeSettings, readSettings } from "./settings.server.ts";

useSite();

let ada: { id: string; role: Role };
let bo: { id: string; role: Role };
beforeEach(async () => {
  ada ??= await storePerson("Ada Admin", { role: "admin" });
  bo ??= await storePerson("Bo Admin", { role: "admin" });
  await db().delete(settingDraftTable);
  await db().delete(settingTable);
});

const listDrafts = async () =>
  (await listSettingDrafts()).map(({ name, value, accountId }) => [name, value, accountId]);

test("a draft says who drafted what, and changes nothing until it is published", async () => {
  const before = await listSettingChanges();
  expect(await draftSettings(ada, { siteName: "Autos Nord", licences: "" })).toBe(1);
  expect(await draftSettings(bo, { sitePhone: "+15145550188" })).toBe(1);
  expect(await listDrafts()).toEqual([
    ["siteName", "Autos Nord", ada.id],
    ["sitePhone", "+15145550188", bo.id],
  ]);
  expect(await readSettings()).toMatchObject({ siteName: "Rouvia" });
  expect(await listSettingChanges()).toEqual(before);
  expect(await readDraftedSettings()).toMatchObject({
    siteName: "Autos Nord",
    sitePhone: "+15145550188",
  });

  expect(await publishSettingDrafts(bo)).toEqual({ refused: [] });
  expect(await listDrafts()).toEqual([]);
  expect(await readSettings()).toMatchObject({
    siteName: "Autos Nord",
    sitePhone: "+15145550188",
  });
  const changes = (await listSettingChanges()).slice(0, 2);
  expect(changes.every(({ accountId }) => accountId === bo.id)).toBe(true);
});

test("who drafted a value stays, when somebody else drafts another one of its form", async () => {
  await draftSettings(ada, { siteName: "Autos Nord" });
  await draftSettings(bo, { siteName: "Autos Nord", officeCity: "Laval" });
  expect(await listDrafts()).toEqual([
    ["siteName", "Autos Nord", ada.id],
    ["officeCity", "Laval", bo.id],
  ]);
});

test("what is drafted as it is already, or saved meanwhile, is no draft any more", async () => {
  await draftSettings(ada, { siteName: "Autos Nord", officeCity: "Laval" });
  expect(await draftSettings(ada, { siteName: "Rouvia" })).toBe(0);
  expect(await listDrafts()).toEqual([["officeCity", "Laval", ada.id]]);
  await changeSettings(bo, { officeCity: "Gatineau" });
  expect(await readDraftedSettings()).toBeNull();
});

test("all drafts are published, or none", async () => {
  await draftSettings(ada, { siteName: "Autos Nord", rateFair: 12 });
  await db()
    .insert(settingDraftTable)
    .values({
      name: "officeProvince",
      value: "XX",
      draftedAt: new Date("2026-11-01"),
      byAccountId: ada.id,
    });
  expect(await publishSettingDrafts(ada)).toEqual({ refused: ["officeProvince"] });
  expect(await readSettings()).toMatchObject({ siteName: "Rouvia" });
  expect(await listDrafts()).toHaveLength(3);
  await discardSettingDrafts();
  expect(await listDrafts()).toEqual([]);
  expect(await readSettings()).toMatchObject({ siteName: "Rouvia" });
});
