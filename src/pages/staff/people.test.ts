import { desc, eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { storeDealershipRow } from "#domain/dealership/dealership.fixture.ts";
import { dealershipMemberTable } from "#domain/dealership/dealership.table.ts";
import { changeRole, type RoleChange } from "#domain/people/change-role.server.ts";
import { sessionTable, userTable } from "#domain/identity/identity.table.ts";
import { roleChangeTable } from "#domain/people/role-change.table.ts";
import { db } from "#platform/database/database.server.ts";
import { makeContext } from "#platform/request/visitor.fixture.ts";
import type { SignedInUser } from "#platform/request/visitor.server.ts";
import { storePerson } from "#domain/listing/listing.fixture.ts";
import { peoplePage } from "./people.server.ts";
import { useSite } from "#server/site.fixture.ts";

let admin: SignedInUser;
let person: SignedInUser;
let people = 0;

useSite();
beforeAll(async () => {
  admin = await storePerson("Ada Admin", { role: "admin" });
});
beforeEach(async () => {
  people += 1;
  person = await storePerson(`Person ${people}`);
});

const change = (input: Partial<RoleChange> = {}) =>
  changeRole({
    by: admin,
    userId: person.id,
    role: "staff",
    dealershipId: null,
    reason: "Starts on Monday",
    ...input,
  });

const findRole = async (id: string) =>
  (await db().select({ role: userTable.role }).from(userTable).where(eq(userTable.id, id)))[0]
    ?.role;

const page = (user: SignedInUser | null, query = "", body?: Record<string, string>) => ({
  request: new Request(
    `http://site.test/staff/people${query}`,
    body ? { method: "POST", body: new URLSearchParams(body) } : {},
  ),
  context: makeContext({ user }),
});

describe("a role", () => {
  test("is given with a record of who, when and why, and ends the sessions", async () => {
    await db()
      .insert(sessionTable)
      .values({ id: person.id, token: person.id, userId: person.id, expiresAt: new Date(9e12) });
    expect(await change()).toEqual({ ok: true });
    expect(await findRole(person.id)).toBe("staff");
    const sessions = await db()
      .select()
      .from(sessionTable)
      .where(eq(sessionTable.userId, person.id));
    expect(sessions).toEqual([]);
    const [record] = await db().select().from(roleChangeTable).orderBy(desc(roleChangeTable.at));
    expect(record).toMatchObject({
      userId: person.id,
      fromRole: "buyer",
      toRole: "staff",
      reason: "Starts on Monday",
      byUserId: admin.id,
    });
    expect(await change({ role: "buyer", reason: "Left us" })).toEqual({ ok: true });
    expect(await findRole(person.id)).toBe("buyer");
  });

  test("of a dealer comes with the dealership, and goes with it", async () => {
    const { id: dealershipId } = await storeDealershipRow({ name: "North Autos" });
    const membership = () =>
      db().select().from(dealershipMemberTable).where(eq(dealershipMemberTable.userId, person.id));
    expect(await change({ role: "dealer" })).toMatchObject({ code: "dealership_missing" });
    expect(await change({ role: "dealer", dealershipId })).toEqual({ ok: true });
    expect(await membership()).toHaveLength(1);
    expect(await change({ role: "dealer", dealershipId })).toMatchObject({ code: "same_role" });
    const { changes } = await peoplePage.loader({
      request: new Request("http://site.test/staff/people"),
      context: makeContext({ user: admin }),
    });
    expect(changes[0]).toMatchObject({ toRole: "dealer", dealershipName: "North Autos" });
    expect(await change({ role: "buyer" })).toEqual({ ok: true });
    expect(await membership()).toEqual([]);
  });

  test.each<[string, () => Partial<RoleChange>, string]>([
    ["that it has", () => ({ role: "buyer" }), "same_role"],
    ["of nobody", () => ({ userId: "nobody" }), "no_such_account"],
    ["of one's own", () => ({ userId: admin.id, role: "buyer" }), "own_role"],
    [
      "by somebody who is no administrator",
      () => ({ by: { ...person, role: "admin" } }),
      "not_permitted",
    ],
  ])("%s is refused", async (_, input, code) => {
    expect(await change(input())).toEqual({ ok: false, code });
  });

  test.each([
    [{ emailVerified: false }, "not_confirmed"],
    [{ isDemo: true }, "demo_account"],
  ] as const)("of an account with %o is refused", async (columns, code) => {
    await db().update(userTable).set(columns).where(eq(userTable.id, person.id));
    expect(await change()).toEqual({ ok: false, code });
    // The obstacle comes first: no reason is asked for if the change is impossible anyway.
    expect(await change({ reason: "", role: "dealer" })).toEqual({ ok: false, code });
    const { obstacle } = await peoplePage.loader(page(admin, `?person=${person.id}`));
    expect(obstacle).toBe(code);
  });

  test("of a demonstration's account is not offered a second factor to hand over", async () => {
    const demo = { isDemo: true, role: "staff" } as const;
    await db().update(userTable).set(demo).where(eq(userTable.id, person.id));
    const shown = await peoplePage.loader(page(admin, `?person=${person.id}`));
    expect(shown).toMatchObject({ needsEnrolment: false, obstacle: "demo_account" });
  });

  test("is not taken from each other by two administrators at once: one stays", async () => {
    await change({ role: "admin" });
    const takes = await Promise.all([
      change({ role: "buyer" }),
      change({ by: { ...person, role: "admin" }, userId: admin.id, role: "buyer" }),
    ]);
    expect(takes.filter(({ ok }) => ok)).toHaveLength(1);
    expect(takes.find(({ ok }) => !ok)).toMatchObject({ code: "not_permitted" });
    const admins = await db().select().from(userTable).where(eq(userTable.role, "admin"));
    expect(admins).toHaveLength(1);
    await db().update(userTable).set({ role: "admin" }).where(eq(userTable.id, admin.id));
  });
});

describe("the page", () => {
  const readStatus = (work: Promise<unknown>) =>
    work.then(
      (response) => (response as { init?: { status?: number } }).init?.status ?? 200,
      (thrown: unknown) =>
        thrown instanceof Response
          ? thrown.headers.get("location")
          : (thrown as { init?: { status?: number } }).init?.status,
    );

  test("finds an account by its address, however it is written", async () => {
    const find = (email: string) => peoplePage.action(page(admin, "", { intent: "find", email }));
    const led = await readStatus(find(` ${person.email.toUpperCase()} `));
    expect(led).toBe(`/staff/people?person=${encodeURIComponent(person.id)}`);
    const { found } = await peoplePage.loader(page(admin, `?person=${person.id}`));
    expect(found).toMatchObject({ id: person.id, role: "buyer", isConfirmed: true });
    expect(await find("nobody@example.com")).toMatchObject({
      data: { code: "nobody_found", email: "nobody@example.com" },
      init: { status: 404 },
    });
  });

  test("is no way to make the server fail", async () => {
    expect((await peoplePage.loader(page(admin, "?person=%00"))).found).toBeNull();
    expect(
      await readStatus(peoplePage.action(page(admin, "", { intent: "find", email: "\0" }))),
    ).toBe(404);
    const body = {
      form: "role",
      userId: person.id,
      role: "dealer",
      dealershipId: "",
      reason: "Starts today",
    };
    const post = (part: Partial<typeof body>) =>
      readStatus(peoplePage.action(page(admin, "", { ...body, ...part })));
    expect(await post({ userId: "\0" })).toBe(422);
    expect(await post({ reason: "Starts\0" })).toBe(422);
    expect(await post({ dealershipId: "\0" })).toBe(422);
    expect(await post({ dealershipId: "019aa4f0-3c1e-7d5a-8a11-0c2b6a1f9e42" })).toBe(422);
    const { context } = page(admin);
    const json = { method: "POST", body: "{}", headers: { "content-type": "application/json" } };
    const request = new Request("http://site.test/staff/people", json);
    expect(await readStatus(peoplePage.action({ request, context }))).toBe(415);
  });

  test("is for administrators with a second factor", async () => {
    const staff = { ...admin, role: "staff" } as const;
    expect(await readStatus(peoplePage.loader(page(staff)))).toBe(403);
    expect(await readStatus(peoplePage.loader(page(person)))).toBe(403);
    expect(await readStatus(peoplePage.loader(page(null)))).toMatch(/^\/login/);
    const bare = { ...admin, lacksSecondFactor: true };
    expect(await readStatus(peoplePage.loader(page(bare)))).toBe("/account/security");
  });

  test("asks for a fresh second factor, to look and to change", async () => {
    const stale = { ...admin, lacksFreshFactor: true };
    const body = {
      form: "role",
      userId: person.id,
      role: "staff",
      dealershipId: "",
      reason: "Starts today",
    };
    expect(await readStatus(peoplePage.loader(page(stale)))).toMatch(/^\/account\/confirm/);
    expect(await readStatus(peoplePage.action(page(stale, "", body)))).toMatch(
      /^\/account\/confirm/,
    );
    expect(await findRole(person.id)).toBe("buyer");
  });

  test("makes an enrolment link for who owes a second factor, and for nobody else", async () => {
    const enrol = () => peoplePage.action(page(admin, "", { intent: "enrol", userId: person.id }));
    expect(await readStatus(enrol())).toBe(409);
    await change();
    expect((await peoplePage.loader(page(admin, `?person=${person.id}`))).needsEnrolment).toBe(
      true,
    );
    expect(await enrol()).toMatchObject({
      data: { link: expect.stringMatching(/^http:\/\/site\.test\/account\/enrol\/[\w-]{43}$/) },
    });
  });

  test("changes the role, or says what to put right and keeps what was typed", async () => {
    const body = { form: "role", userId: person.id, role: "staff", dealershipId: "" };
    const post = (reason: string) => peoplePage.action(page(admin, "", { ...body, reason }));
    expect(await post("")).toMatchObject({
      data: {
        fieldErrors: [{ field: "reason", code: "missing" }],
        view: { questions: [{ value: "staff" }, {}, {}] },
      },
      init: { status: 422 },
    });
    expect(await readStatus(post("Starts on Monday"))).toBe(
      `/staff/people?person=${encodeURIComponent(person.id)}&done=changed`,
    );
    expect(await readStatus(post("Starts on Monday"))).toBe(409);
    expect(
      await readStatus(peoplePage.action(page(admin, "", { form: "role", role: "king" }))),
    ).toBe(422);
  });
});
