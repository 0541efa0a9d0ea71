import { beforeAll, expect, test } from "vitest";
import { storeStaff } from "#domain/lead/lead.fixture.ts";
import { useTestDatabase } from "#platform/database/test-database.server.ts";
import {
  deleteInboxView,
  findInboxView,
  listInboxViews,
  saveInboxView,
} from "./inbox-views.server.ts";

useTestDatabase();

let ana: string;
let ben: string;
beforeAll(async () => {
  ana = await storeStaff("Ana");
  ben = await storeStaff("Ben");
});

const names = async (userId: string) => (await listInboxViews(userId)).map(({ name }) => name);

test("a view is its owner’s until they share it, and only they remove it", async () => {
  const mine = { userId: ana, name: "Québec", query: "province=QC", isShared: false };
  const id = await saveInboxView(mine);
  if (id === null) throw new Error("It was not saved.");
  expect(await names(ana)).toEqual(["Québec"]);
  expect(await names(ben)).toEqual([]);
  expect(await findInboxView(id, ben)).toBeNull();
  expect(await saveInboxView({ ...mine, query: "province=QC&owner=me", isShared: true })).toBe(id);
  expect(await listInboxViews(ben)).toMatchObject([{ isOwn: false, ownerName: "Ana" }]);
  expect(await findInboxView(id, ben)).toBe("province=QC&owner=me");
  expect(await deleteInboxView(id, ben)).toBe(false);
  expect(await deleteInboxView(id, ana)).toBe(true);
  expect(await names(ana)).toEqual([]);
});

test("a person has at most fifty", async () => {
  const save = (name: string) => saveInboxView({ userId: ben, name, query: "", isShared: false });
  for (let view = 0; view < 50; view += 1) await save(`View ${view}`);
  expect(await save("One more")).toBeNull();
  expect(await save("View 7")).not.toBeNull();
});
