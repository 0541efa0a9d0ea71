import { beforeAll, expect, test } from "vitest";
import { desc, eq } from "drizzle-orm";
import { auditTable } from "#domain/audit/audit.table.ts";
import { storePerson } from "#domain/listing/listing.fixture.ts";
import { settingTable } from "#domain/setting/setting.table.ts";
import { readSettings } from "#domain/setting/settings.server.ts";
import { resultOf } from "#pages/public/form-journey/journey.fixture.ts";
import { db } from "#platform/database/database.server.ts";
import { makeContext } from "#platform/request/visitor.fixture.ts";
import type { SignedInUser } from "#platform/request/visitor.server.ts";
import { useSite } from "#server/site.fixture.ts";
import * as page from "./settings.page.tsx";

useSite();

let admin: SignedInUser;
beforeAll(async () => {
  admin = await storePerson("Ada Admin", { role: "admin" });
});

function args(user: SignedInUser, fields?: Record<string, string>) {
  const request = new Request("http://site.test/staff/settings", {
    ...(fields && { method: "POST", body: new URLSearchParams({ form: "financing", ...fields }) }),
  });
  return { request, context: makeContext({ user }), params: {} } as never;
}

const post = (fields: Record<string, string>, user = admin) =>
  resultOf<unknown>(async () => page.action(args(user, fields)));

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
