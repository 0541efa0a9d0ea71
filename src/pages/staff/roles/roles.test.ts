import { desc } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { auditTable } from "#domain/audit/audit.table.ts";
import { may } from "#domain/identity/permission.ts";
import { findSessionById } from "#domain/identity/session.server.ts";
import { sessionTable } from "#domain/identity/identity.table.ts";
import { storePerson } from "#domain/listing/listing.fixture.ts";
import { db } from "#platform/database/database.server.ts";
import { makeContext } from "#platform/request/visitor.fixture.ts";
import type { SignedInUser } from "#platform/request/visitor.server.ts";
import { useSite } from "#server/site.fixture.ts";
import { rolesPage } from "./roles.server.ts";

useSite();
let admin: SignedInUser;
let specialist: SignedInUser;
beforeAll(async () => {
  admin = await storePerson("Ada Admin", { role: "admin" });
  specialist = await storePerson("Sam Specialist", { role: "staff" });
  const at = new Date();
  await db()
    .insert(sessionTable)
    .values({
      id: "specialist",
      token: "specialist",
      userId: specialist.id,
      createdAt: at,
      updatedAt: at,
      secondFactorAt: at,
      expiresAt: new Date(at.getTime() + 3_600_000),
    });
});

const args = (user: SignedInUser, body?: Record<string, string>) => ({
  request: new Request(
    "http://site.test/staff/roles",
    body ? { method: "POST", body: new URLSearchParams(body) } : {},
  ),
  context: makeContext({ user }),
});
const STAFF = { income: true, sealed_answers: true, listings: true, passing_on: true };
const save = (role: string, ticked: Record<string, boolean>, by = admin) => {
  const boxes = Object.entries(ticked).flatMap(([name, isOn]) =>
    isOn ? [[`abilities-${name}`, "yes"]] : [],
  );
  const body = { form: "role-abilities", role, ...Object.fromEntries(boxes) };
  return rolesPage.action(args(by, body)).then(
    (response) => (response as { init?: { status?: number } } | null)?.init?.status ?? 200,
    (thrown: unknown) =>
      thrown instanceof Response
        ? thrown.headers.get("location")
        : (thrown as { init?: { status?: number } }).init?.status,
  );
};
const mayNow = async (permission: Parameters<typeof may>[1]) =>
  may((await findSessionById("specialist"))!.user, permission);

test("what is given or taken counts for whoever is signed in, and is on record", async () => {
  expect(await mayNow("exportLeads")).toBe(false);
  expect(await save("staff", { ...STAFF, sealed_answers: false, lead_export: true })).toBe(
    "/staff/roles?done=saved#staff",
  );
  expect(await mayNow("exportLeads")).toBe(true);
  expect(await mayNow("openSealedAnswers")).toBe(false);
  const [record] = await db().select().from(auditTable).orderBy(desc(auditTable.position)).limit(1);
  expect(record).toMatchObject({ action: "role_abilities_changed", accountId: admin.id });
  const { history, roles } = await rolesPage.loader(args(admin));
  expect(history[0]).toMatchObject({
    role: "staff",
    name: "Specialist",
    given: "Export the list of leads",
    taken: "Open sealed answers and documents",
    who: expect.stringContaining("Ada Admin"),
  });
  expect(roles.find(({ role }) => role === "staff")?.abilities).toContain(
    "Export the list of leads",
  );
  // Saved again as it is: no second record.
  await save("staff", { ...STAFF, sealed_answers: false, lead_export: true });
  expect((await rolesPage.loader(args(admin))).history).toHaveLength(1);
});

test("an administrator keeps what puts a mistake right, and an auditor gets nothing", async () => {
  expect(await save("admin", { sealed_answers: true })).toBe(422);
  // No box of theirs exists: what is sent by hand is not read.
  await save("auditor", { sealed_answers: true });
  expect(await save("buyer", { sealed_answers: true })).toBe(422);
  const { roles } = await rolesPage.loader(args(admin));
  expect(roles.find(({ role }) => role === "auditor")).toMatchObject({ abilities: [] });
});

test("only an administrator with a fresh second factor changes roles", async () => {
  expect(await save("staff", STAFF, specialist)).toBe(403);
  const manager = await storePerson("Max Manager", { role: "manager" });
  expect(await save("staff", STAFF, manager)).toBe(403);
  expect((await rolesPage.loader(args(manager))).presses["role-abilities"]).toBeNull();
  expect(await save("staff", STAFF, { ...admin, lacksFreshFactor: true })).toMatch(
    /^\/account\/confirm/,
  );
});
