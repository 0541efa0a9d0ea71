import { eq, inArray } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { leadEventTable, leadTable } from "#domain/lead/lead.table.ts";
import { storeLead, storeStaff } from "#domain/lead/lead.fixture.ts";
import { useAccounts } from "#pages/account/account.fixture.ts";
import { db } from "#platform/database/database.server.ts";
import { makeContext } from "#platform/request/visitor.fixture.ts";
import type { SignedInUser } from "#platform/request/visitor.server.ts";
import { loader as exportCsv } from "./leads-csv.page.ts";
import { type LeadsChanged, leadsPage } from "./leads.server.ts";

useAccounts();

let by: SignedInUser;
let leads: { reference: string }[];
beforeAll(async () => {
  const id = await storeStaff("Sam");
  by = { id, name: "Sam", email: "sam@example.com", role: "staff", phone: null, locale: "en" };
  leads = [
    await storeLead({ firstName: "=cmd()", lastName: "Formula" }),
    await storeLead({ status: "lender" }),
    await storeLead({ status: "closed" }),
  ];
});

async function press(intent: string, chosen: readonly string[], fields = {}) {
  const body = new URLSearchParams({ intent, ...fields });
  for (const value of chosen) body.append("lead", value);
  const request = new Request("http://site.test/staff/leads", { method: "POST", body });
  const context = makeContext({ user: by });
  const answer = (await leadsPage.action({ request, context, params: {} })) as {
    data: { changed: LeadsChanged | null; refused: string | null };
    init: { status: number } | null;
  };
  return { status: answer.init?.status, ...answer.data };
}

async function statuses(): Promise<Record<string, string>> {
  const references = leads.map(({ reference }) => reference);
  const rows = await db()
    .select({ reference: leadTable.reference, status: leadTable.status })
    .from(leadTable)
    .where(inArray(leadTable.reference, references))
    .orderBy(leadTable.id);
  return Object.fromEntries(rows.map(({ reference, status }) => [reference, status]));
}

test("moves all chosen leads but those that were changed meanwhile, and puts exactly these back", async () => {
  const [first, second, third] = leads.map(({ reference }) => reference) as [
    string,
    string,
    string,
  ];
  const moved = await press("move-leads", [`${first}:new:`, `${second}:lender:`, `${third}:new:`], {
    stage: "contacted",
  });
  expect(moved).toMatchObject({
    status: 200,
    changed: {
      text: "2 leads are now at “Contacted”. 1 stays as it is: it was there already, or someone changed it meanwhile.",
      undo: {
        press: "undo-moves",
        changes: [`${first}:contacted:new`, `${second}:contacted:lender`],
      },
    },
  });
  expect(await statuses()).toEqual({
    [first]: "contacted",
    [second]: "contacted",
    [third]: "closed",
  });
  const undone = await press("undo-moves", moved.changed?.undo?.changes ?? []);
  expect(undone.changed).toEqual({ text: "2 leads are back where they were.", undo: null });
  expect(await statuses()).toEqual({ [first]: "new", [second]: "lender", [third]: "closed" });
  const events = await db()
    .select({ kind: leadEventTable.kind })
    .from(leadEventTable)
    .innerJoin(leadTable, eq(leadTable.id, leadEventTable.leadId))
    .where(eq(leadTable.reference, first))
    .orderBy(leadEventTable.id);
  expect(events.map(({ kind }) => kind)).toEqual(["received", "status_changed", "status_changed"]);
});

test("assigns all chosen leads, and takes that back", async () => {
  const chosen = leads.map(({ reference }) => `${reference}:any:`);
  const given = await press("assign-leads", chosen, { to: by.id });
  expect(given.changed?.text).toBe("3 leads are now with Sam.");
  expect((await press("assign-leads", chosen, { to: by.id })).changed?.undo).toEqual({
    press: "undo-assignments",
    changes: chosen.map((each) => `${each.split(":")[0]}:${by.id}:`),
  });
  const undone = await press("undo-assignments", given.changed?.undo?.changes ?? []);
  expect(undone.changed?.text).toBe("3 leads are back where they were.");
});

test.each([
  ["move-leads", [], { stage: "contacted" }, "Choose at least one lead first."],
  ["move-leads", ["ABCD2345:new:"], { stage: "lost" }, "Choose the stage to move them to."],
  [
    "assign-leads",
    ["ABCD2345:new:"],
    { to: "stranger" },
    "This person no longer works on leads. Choose someone else.",
  ],
] as const)("%s of %j with %j is refused in words", async (intent, chosen, fields, refused) => {
  expect(await press(intent, chosen, fields)).toMatchObject({
    status: 422,
    changed: null,
    refused,
  });
});

test("an administrator gets the same list as a file, with formulas made harmless", async () => {
  const request = new Request("http://site.test/staff/leads.csv?q=formula");
  const context = makeContext({ user: { ...by, role: "admin" } });
  const response = await exportCsv({ request, context, params: {} } as never);
  const text = await response.text();
  expect(text.split("\r\n")).toHaveLength(3);
  expect(text).toContain("'=cmd(),Formula");
});
