import { asc, eq, inArray } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { auditTable } from "#domain/audit/audit.table.ts";
import { accessGrantTable } from "#domain/identity/access-grant.table.ts";
import { sessionTable } from "#domain/identity/identity.table.ts";
import { may } from "#domain/identity/permission.ts";
import { roleAbilityTable } from "#domain/identity/role-ability.table.ts";
import { findSessionById } from "#domain/identity/session.server.ts";
import { storeLead } from "#domain/lead/lead.fixture.ts";
import { storePerson } from "#domain/listing/listing.fixture.ts";
import { messageTable } from "#domain/notification/message.table.ts";
import {
  askForAccess,
  decideAccess,
  endAccess,
  listMissingAbilities,
} from "#domain/people/access-requests.server.ts";
import { db } from "#platform/database/database.server.ts";
import type { SignedInUser } from "#platform/request/visitor.server.ts";
import { useSite } from "#server/site.fixture.ts";

useSite();
let admin: SignedInUser;
let manager: SignedInUser;
let specialist: SignedInUser;
let reference: string;

beforeAll(async () => {
  admin = await storePerson("Ada Admin", { role: "admin" });
  manager = await storePerson("Max Manager", { role: "manager" });
  specialist = await storePerson("Sam Specialist", { role: "staff" });
  ({ reference } = await storeLead());
  const at = new Date();
  await db()
    .insert(sessionTable)
    .values(
      [admin, manager, specialist].map(({ id }) => ({
        id,
        token: id,
        userId: id,
        createdAt: at,
        updatedAt: at,
        secondFactorAt: at,
        expiresAt: new Date(at.getTime() + 3_600_000),
      })),
    );
  await db()
    .insert(roleAbilityTable)
    .values({ role: "staff", ability: "income", isGiven: false, changedAt: at });
});

/** The person as their next request has them. */
const as = async (person: SignedInUser) => (await findSessionById(person.id))!.user;
const ask = async (request: Partial<Parameters<typeof askForAccess>[1]> = {}) =>
  askForAccess(await as(specialist), {
    ability: "income",
    lead: reference,
    reason: "They asked me what they can afford",
    ...request,
  });
const newest = async () => {
  const rows = await db().select().from(accessGrantTable).orderBy(asc(accessGrantTable.id));
  return rows.at(-1)!;
};
const sees = async (lead: string | null) => may(await as(specialist), "seeIncome", lead);

test("is asked for with a reason, granted for one lead, and over after a day", async () => {
  expect(await sees(reference)).toBe(false);
  expect(await ask({ lead: "K7M2PX4R" })).toEqual({ ok: false, code: "no_such_lead" });
  expect(await ask({ ability: "listings" })).toEqual({ ok: false, code: "not_offered" });
  expect(await ask()).toEqual({ ok: true });
  expect(await ask()).toEqual({ ok: false, code: "asked" });
  const told = await db()
    .select({ to: messageTable.recipient })
    .from(messageTable)
    .where(eq(messageTable.event, "access_asked"));
  expect(told.map(({ to }) => to).toSorted()).toEqual([admin.email, manager.email].toSorted());

  const { id } = await newest();
  const grant = { decision: "lead", word: "" } as const;
  expect(await decideAccess(await as(specialist), id, grant)).toEqual({
    ok: false,
    code: "not_permitted",
  });
  expect(await decideAccess(await as(manager), id, grant)).toEqual({ ok: true });
  expect(await decideAccess(await as(admin), id, grant)).toEqual({ ok: false, code: "gone" });
  expect([await sees(reference), await sees("K7M2PX4R"), await sees(null)]).toEqual([
    true,
    false,
    false,
  ]);
  const { until } = await newest();
  expect(until!.getTime() - Date.now()).toBeGreaterThan(23 * 3_600_000);
  await db()
    .update(accessGrantTable)
    .set({ until: new Date(Date.now() - 1_000) })
    .where(eq(accessGrantTable.id, id));
  expect(await sees(reference)).toBe(false);
});

test("is granted for all, and ended by whoever has it; nobody else may", async () => {
  await ask();
  const { id } = await newest();
  await decideAccess(await as(admin), id, { decision: "all", word: "Today only" });
  expect(await sees("K7M2PX4R")).toBe(true);
  expect(listMissingAbilities(await as(specialist))).not.toContain("income");
  const other = await storePerson("Olga Other", { role: "staff" });
  expect(await endAccess(other, id)).toBe(false);
  expect(await endAccess(await as(specialist), id)).toBe(true);
  expect(await sees("K7M2PX4R")).toBe(false);
});

test("is refused only with a word, and nobody grants what they lack, or themselves", async () => {
  await ask();
  const { id } = await newest();
  const decide = async (by: SignedInUser, decision: "all" | "refuse", word = "") =>
    decideAccess(by, id, { decision, word });
  expect(await decide(await as(admin), "refuse")).toMatchObject({ code: "word_needed" });
  const blind = { ...(await as(manager)), abilities: { income: false } };
  expect(await decide(blind, "all")).toMatchObject({ code: "not_yours" });
  const self = { ...(await as(admin)), id: specialist.id };
  expect(await decide(self, "all")).toMatchObject({ code: "own" });
  expect(await decide(await as(admin), "refuse", "Ask me instead")).toEqual({ ok: true });
  expect(await sees(reference)).toBe(false);
  expect(await newest()).toMatchObject({ decision: "refused", until: null });
});

test("leaves each step on record", async () => {
  const records = await db()
    .select({ action: auditTable.action })
    .from(auditTable)
    .where(
      inArray(auditTable.action, [
        "access_day_asked",
        "access_day_granted",
        "access_day_refused",
        "access_day_ended",
      ]),
    )
    .orderBy(asc(auditTable.position));
  expect(records.map(({ action }) => action.replace("access_day_", ""))).toEqual([
    "asked",
    "granted",
    "asked",
    "granted",
    "ended",
    "asked",
    "refused",
  ]);
});
