import { beforeAll, expect, test } from "vitest";
import { desc, eq } from "drizzle-orm";
import { auditTable } from "#domain/audit/audit.table.ts";
import { storeLead } from "#domain/lead/lead.fixture.ts";
import { leadTable } from "#domain/lead/lead.table.ts";
import { storePerson } from "#domain/listing/listing.fixture.ts";
import { deleteExpiredData } from "#domain/retention/expired-data.server.ts";
import { KEEP_OF } from "#domain/setting/retention-settings.ts";
import { settingTable } from "#domain/setting/setting.table.ts";
import { readSettings } from "#domain/setting/settings.server.ts";
import { readSiteFacts } from "#domain/setting/site-facts.server.ts";
import { listPeriods } from "#pages/public/information/privacy-facts.server.ts";
import { resultOf } from "#pages/public/form-journey/journey.fixture.ts";
import { db } from "#platform/database/database.server.ts";
import { makeContext } from "#platform/request/visitor.fixture.ts";
import type { SignedInUser } from "#platform/request/visitor.server.ts";
import { DEFAULT_FACTS } from "#site/site-facts.ts";
import { useSite } from "#server/site.fixture.ts";
import { listSettingChanges } from "#domain/setting/setting-history.server.ts";
import * as page from "./setting-group.page.tsx";
import * as file from "./settings-file.page.tsx";
import * as overview from "./settings.page.tsx";

useSite();

let admin: SignedInUser;
beforeAll(async () => {
  admin = await storePerson("Ada Admin", { role: "admin" });
});

function args(user: SignedInUser, fields?: Record<string, string>, group = "financing") {
  const asked: Record<string, string> = group === "financing" ? { dealerAnswerHours: "24" } : {};
  const body = new URLSearchParams({ form: group, intent: "save", ...asked, ...fields });
  const request = new Request(`http://site.test/staff/settings/${group}`, {
    ...(fields && { method: "POST", body }),
  });
  return { request, context: makeContext({ user }), params: { group } } as never;
}

const post = (fields: Record<string, string>, group?: string) =>
  resultOf<unknown>(async () => page.action(args(admin, fields, group)));

const listRecords = () =>
  db()
    .select()
    .from(auditTable)
    .where(eq(auditTable.action, "settings_changed"))
    .orderBy(desc(auditTable.position));

test("what an administrator sets is so from then on, on record with what was before", async () => {
  expect(await readSettings()).toMatchObject({ passingOn: "at_once" });
  expect(await post({ passingOn: "after_staff" })).toMatchObject({ status: 303 });
  expect(await readSettings()).toMatchObject({ passingOn: "after_staff" });
  const [record] = await listRecords();
  expect(record).toMatchObject({ actorKind: "admin", accountId: admin.id, outcome: "done" });
  expect(JSON.parse(record?.changes ?? "")).toMatchObject({
    passingOn: ["at_once", "after_staff"],
  });
  // Saving the same value again is not a change.
  await post({ passingOn: "after_staff" });
  expect(await listRecords()).toHaveLength(1);
});

test("what is no choice is refused and changes nothing", async () => {
  expect(await post({ passingOn: "never" })).toMatchObject({ status: 422 });
  expect(await readSettings()).toMatchObject({ passingOn: "after_staff" });
});

test.each(["staff", "dealer", "buyer"] as const)(
  "a %s neither reads nor changes them",
  async (role) => {
    const user = await storePerson(`A ${role}`, { role });
    const refused = async (ask: () => unknown) => {
      const thrown = await Promise.resolve()
        .then(ask)
        .catch((error: unknown) => error);
      return (thrown as { init?: { status: number } }).init?.status;
    };
    expect(await refused(() => page.loader(args(user)))).toBe(403);
    expect(await refused(() => page.action(args(user, { passingOn: "at_once" })))).toBe(403);
    expect(await readSettings()).toMatchObject({ passingOn: "after_staff" });
  },
);

test("what an older release stored, and this one cannot read, is its default", async () => {
  await db().update(settingTable).set({ value: "by_pigeon" });
  expect(await readSettings()).toMatchObject({ passingOn: "at_once" });
});

test.each([
  ["pigeons", { passingOn: "at_once" }, 404],
  ["retention", { intent: "draft" }, 404],
  ["logo", { intent: "draft" }, 404],
  ["logo", {}, 422],
] as const)("a post to %s with %o is answered %i", async (group, fields, status) => {
  expect(await post(fields, group)).toMatchObject({ status });
});

test("a shorter period is asked about, with what goes, and then deletes it", async () => {
  const monthsAgo = (months: number) => new Date(Date.now() - months * 31 * 24 * 60 * 60_000);
  await storeLead({ receivedAt: monthsAgo(20) });
  await storeLead({ receivedAt: monthsAgo(10) });
  const fields = Object.fromEntries(
    Object.entries(KEEP_OF).map(([period, name]): [string, string] => [
      name,
      String(DEFAULT_FACTS.retention[period as keyof typeof KEEP_OF]),
    ]),
  );
  const save = (changed: Record<string, string>) => post({ ...fields, ...changed }, "retention");
  expect(await save({ keepLeadMonths: "17" })).toMatchObject({ status: 422 });
  expect(await save({ keepLeadMonths: "18" })).toMatchObject({
    status: 422,
    page: { view: { hidden: [{ name: "form" }, { name: "sure", value: "1" }] } },
  });
  // The number that was said is agreed to, not any.
  expect(await save({ keepLeadMonths: "18", sure: "7" })).toMatchObject({ status: 422 });
  expect(await readSettings()).toMatchObject({ keepLeadMonths: 24 });
  expect(await deleteExpiredData()).toMatchObject({ leads: 0 });
  expect(await save({ keepLeadMonths: "18", sure: "1" })).toMatchObject({ status: 303 });
  expect(await deleteExpiredData()).toMatchObject({ leads: 1 });
  expect(await db().$count(leadTable)).toBe(1);
  await save({ keepLeadMonths: "24" });
  await save({ keepLeadMonths: "36" });
  await storeLead({ receivedAt: monthsAgo(30) });
  const [longer] = await listSettingChanges();
  const undo = (sure?: string) =>
    resultOf<unknown>(async () =>
      overview.action(
        args(admin, {
          intent: "undo",
          position: String(longer?.position),
          setting: "keepLeadMonths",
          ...(sure && { sure }),
        }),
      ),
    );
  const text = JSON.stringify({ format: "site-settings", settings: { keepLeadMonths: 18 } });
  const load = (sure = "") =>
    resultOf<unknown>(async () => file.action(args(admin, { intent: "import", text, sure })));
  expect(await undo()).toMatchObject({ status: 422, page: { asked: { sure: "1" } } });
  expect(await load()).toMatchObject({ status: 422, page: { asked: { sure: "1" }, text } });
  expect(await readSettings()).toMatchObject({ keepLeadMonths: 36 });
  expect(await undo("1")).toMatchObject({ status: 303 });
  expect(await load("0")).toMatchObject({ status: 303 });
  await deleteExpiredData();
  // A longer one is not asked about.
  expect(await save({ keepLeadMonths: "36" })).toMatchObject({ status: 303 });
  await readSiteFacts();
  expect(listPeriods()[0]).toContain("36");
  await db().delete(settingTable);
  await readSiteFacts();
  expect(listPeriods()[0]).toContain("24");
});
