import { beforeAll, describe, expect, test } from "vitest";
import { type NewAuditRecord, recordAct } from "#domain/audit/record-audit.server.ts";
import { storeLead } from "#domain/lead/lead.fixture.ts";
import { storePerson } from "#domain/listing/listing.fixture.ts";
import { submissionTable } from "#domain/lead/submission.table.ts";
import { storeDealership } from "#domain/sell-request/dealer-offer/dealer-offer.fixture.ts";
import { loadApplications } from "#pages/account/my-requests/applications.server.ts";
import { db } from "#platform/database/database.server.ts";
import type { SignedInUser } from "#platform/request/visitor.server.ts";
import { makeContext } from "#platform/request/visitor.fixture.ts";
import { useSite } from "#server/site.fixture.ts";
import { recordsPage } from "./records.server.ts";
import { eq } from "drizzle-orm";

useSite();

let admin: SignedInUser;
let other: SignedInUser;

beforeAll(async () => {
  admin = await storePerson("Ada Admin", { role: "admin" });
  other = await storePerson("Samuel Staff", { role: "staff" });
});

const actor = ({ id, role }: SignedInUser) => ({ kind: role, accountId: id });
const put = (record: Partial<NewAuditRecord>) =>
  recordAct({ by: actor(other), action: "lead_viewed", ...record });

const read = (query = "", locale: "en" | "fr" = "en", user = admin) =>
  recordsPage.loader({
    request: new Request(`http://site.test/staff/records${query}`),
    context: makeContext({ user, locale }),
  });

async function search(fields: Record<string, string>) {
  try {
    const { data, init } = await recordsPage.action({
      request: new Request("http://site.test/staff/records", {
        method: "POST",
        body: new URLSearchParams({ intent: "search", ...fields }),
      }),
      context: makeContext({ user: admin }),
    });
    return { status: init?.status, errors: data.errors, typed: data.typed };
  } catch (thrown) {
    if (!(thrown instanceof Response)) throw thrown;
    return { status: thrown.status, location: thrown.headers.get("location") };
  }
}

describe("the records", () => {
  test("are for administrators, and reading them is one", async () => {
    await expect(read("", "en", other)).rejects.toMatchObject({ init: { status: 403 } });
    const { records } = await read();
    expect(records[0]).toMatchObject({ action: "Records read", byKind: "Administrator" });
    expect(records[0]?.by?.name).toBe("Ada Admin");
    expect((await read("", "fr")).records[0]).toMatchObject({ action: "Registre consulté" });
  });

  test("are found by what, by whom, on what and when", async () => {
    await put({ on: { kind: "lead", id: "RV-FIND" }, ipAddress: "203.0.113.9" });
    await put({ action: "access_refused", outcome: "refused" });
    await put({ by: actor(admin), action: "role_given", on: { kind: "account", id: other.id } });
    const found = async (query: string) => (await read(query)).records.map(({ action }) => action);
    expect(await found("?action=lead_viewed")).toEqual(["Answers viewed"]);
    expect(await found("?thing=RV-FIND")).toEqual(["Answers viewed"]);
    expect(await found(`?account=${other.id}`)).toEqual([
      "Role given",
      "Access refused",
      "Answers viewed",
    ]);
    expect(await found("?from=2020-01-01&to=2020-12-31")).toEqual([]);
    expect(await found(`?account=${other.id}&from=2020-01-01&to=2999-01-01`)).toHaveLength(3);
    const [viewed] = (await read("?thing=RV-FIND")).records;
    expect(viewed).toMatchObject({ addressBlock: "203.0.113.0/24", thing: { name: "RV-FIND" } });
  });

  test("come a page at a time, none twice and none left out", async () => {
    for (let index = 0; index < 120; index += 1) {
      await put({ action: "data_exported", on: { kind: "account", id: `u${index}` } });
    }
    const seen: number[] = [];
    let href: string | null = "?action=data_exported";
    while (href !== null) {
      const page = await read(href.slice(href.indexOf("?")));
      seen.push(...page.records.map(({ position }) => position));
      href = page.olderHref;
    }
    expect(seen).toHaveLength(120);
    expect(seen).toEqual(seen.toSorted((a, b) => b - a));
  });

  test("are looked for by e-mail without the e-mail in the address", async () => {
    const { status, location } = await search({ account: other.email, action: "lead_viewed" });
    expect(status).toBe(303);
    expect(location).toBe(
      `/staff/records?action=lead_viewed&account=${encodeURIComponent(other.id)}`,
    );
  });

  test("are not looked for by nobody's e-mail or on no day, and what was typed stays", async () => {
    expect(await search({ account: "nobody@example.ca", from: "2026-02-30" })).toEqual({
      status: 422,
      errors: {
        account: "No account uses nobody@example.ca.",
        from: "Enter a date as year-month-day, like 2026-11-22.",
      },
      typed: { action: "", account: "nobody@example.ca", thing: "", from: "2026-02-30", to: "" },
    });
  });

  test.each(["?older_than=x&from=soon&action=drop", "?account=%00", `?thing=${"x".repeat(300)}`])(
    "take no harm from %j",
    async (query) => {
      expect((await read(query)).records.length).toBeGreaterThan(0);
    },
  );
});

test("people see who looked at their answers: what they are, not who they are by name", async () => {
  const person = await storePerson("Amara Applicant");
  const { reference } = await storeLead();
  await db()
    .update(submissionTable)
    .set({ userId: person.id })
    .where(eq(submissionTable.reference, reference));
  const dealer = await storeDealership("Looking Autos");
  const on = { kind: "lead", id: reference } as const;
  await put({ on });
  await put({ on, by: actor(dealer.person) });
  await put({ on, by: { kind: "dealer", accountId: "gone" } });
  await put({ on, by: actor(person) });
  const [application] = await loadApplications({
    request: new Request("http://site.test/account/applications"),
    context: makeContext({ user: person }),
  });
  expect(application?.views.map(({ by }) => by)).toEqual([
    "A dealership",
    "Looking Autos",
    "Rouvia staff",
  ]);
  expect(JSON.stringify(application?.views)).not.toMatch(/Samuel|@/);
});
