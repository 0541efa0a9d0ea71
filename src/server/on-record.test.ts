import { asc } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { auditTable } from "#domain/audit/audit.table.ts";
import { recordAct, recordRefusal, REFUSALS_IN_ALL } from "#domain/audit/record-audit.server.ts";
import { verifyAudit } from "#domain/audit/verify-audit.server.ts";
import { deleteAccount } from "#domain/identity/delete-account.server.ts";
import { issueEnrolmentPath } from "#domain/identity/factor-enrolment.server.ts";
import { tieToGoogle, untieFromGoogle } from "#domain/identity/google-account.server.ts";
import { findHash } from "#domain/identity/password.fixture.ts";
import { changePassword, storePassword } from "#domain/identity/password.server.ts";
import { storeLead } from "#domain/lead/lead.fixture.ts";
import { storePerson } from "#domain/listing/listing.fixture.ts";
import { changeRole, giveRole } from "#domain/people/change-role.server.ts";
import {
  storeDealership,
  storeSellRequest,
} from "#domain/sell-request/dealer-offer/dealer-offer.fixture.ts";
import { browser, useAccounts } from "#pages/account/account.fixture.ts";
import * as exportPage from "#pages/account/my-data/export.page.ts";
import * as signInPage from "#pages/account/sign-in/sign-in.page.tsx";
import * as applicationsPage from "#pages/dealer/leads/dealer-leads.page.tsx";
import * as requestsPage from "#pages/dealer/dealer-requests.page.tsx";
import * as consentProofPage from "#pages/staff/consent-proof.page.tsx";
import * as requestPage from "#pages/dealer/dealer-request.page.tsx";
import * as leadPage from "#pages/staff/lead.page.tsx";
import * as leadsPage from "#pages/staff/leads.page.tsx";
import * as messagesPage from "#pages/staff/messages.page.tsx";
import { db } from "#platform/database/database.server.ts";
import { countAgainst } from "#platform/limit/rate-limit.server.ts";
import { rateLimitTable } from "#platform/limit/rate-limit.table.ts";
import { withinRequest } from "#platform/request/request-scope.server.ts";
import type { SignedInUser } from "#platform/request/visitor.server.ts";
import { makeContext } from "#platform/request/visitor.fixture.ts";
import { onVaultFault, vault } from "#platform/vault/vault.server.ts";
import { serveApp } from "./app.fixture.ts";
import { formatPage } from "./record-refusals.ts";

useAccounts();

const PASSWORD = "maple-canoe-thunder-9";
let seen = 0;
beforeEach(async () => {
  await db().delete(rateLimitTable);
  seen = (await records(0)).at(-1)?.position ?? 0;
});

async function records(after = seen) {
  const all = await db().select().from(auditTable).orderBy(asc(auditTable.position));
  return all.filter(({ position }) => position > after);
}

/** The records added to the audit log since the test began, in short. */
async function newRecords() {
  return (await records()).map(({ actorKind, accountId, action, thingId, outcome }) =>
    [actorKind, accountId, action, thingId, outcome].join(" "),
  );
}

async function member(name: string) {
  const person = await storePerson(name);
  await storePassword(db(), person.id, await findHash(PASSWORD), new Date());
  return person;
}

const load = (page: { loader: unknown }, path: string, user: SignedInUser, params = {}) =>
  (page.loader as (args: unknown) => Promise<unknown>)({
    request: new Request(`http://site.test${path}`),
    context: makeContext({ user }),
    params,
  });

describe("a sign-in", () => {
  test("is on record, with the account that it opened", async () => {
    const { id } = await member("Amara In");
    await browser().post(signInPage.action, { email: id, password: PASSWORD });
    expect(await newRecords()).toEqual([`buyer ${id} sign_in ${id} done`]);
    expect((await records())[0]?.addressBlock).toMatch(/^198\.(18|19)\.\d+\.0\/24$/);
  });

  test("that fails is on record too, of an account that there is and of none", async () => {
    const { id } = await member("Amara Out");
    await browser().post(signInPage.action, { email: id, password: "wrong" });
    await browser().post(signInPage.action, { email: "nobody@example.ca", password: "wrong" });
    expect(await newRecords()).toEqual([
      `visitor  sign_in ${id} failed`,
      "visitor  sign_in  failed",
    ]);
    expect(JSON.stringify(await records())).not.toContain("nobody@example.ca");
  });
});

test("a role that was given is on record, by whom and to whom", async () => {
  const admin = await storePerson("Ada Roles", { role: "admin" });
  const { id } = await storePerson("Robin Roles");
  const input = { by: admin, userId: id, role: "staff", dealershipId: null } as const;
  expect(await changeRole({ ...input, reason: "Joined us" })).toEqual({ ok: true });
  await giveRole(db(), id, "buyer");
  expect(await newRecords()).toEqual([
    `admin ${admin.id} role_given ${id} done`,
    `operator  role_given ${id} done`,
  ]);
});

test("what changes an account is on record, by whom and on whose", async () => {
  const person = await member("Amara Changes");
  const { id } = person;
  const next = "thunder-canoe-maple-8";
  const scope = { user: person, ipAddress: "203.0.113.9" };
  await withinRequest(scope, async () => {
    expect(await changePassword(id, { current: PASSWORD, next }, null)).toEqual({ ok: true });
    expect(
      await tieToGoogle(
        person,
        { subject: "g1", email: id, isEmailVerified: true, name: "Amara" },
        "a session",
      ),
    ).toEqual({ ok: true });
    await db().transaction((transaction) => untieFromGoogle(transaction, person));
  });
  await issueEnrolmentPath(person, { kind: "operator", accountId: null });
  await deleteAccount(person);
  expect(await newRecords()).toEqual([
    `buyer ${id} password_changed ${id} done`,
    `buyer ${id} google_tied ${id} done`,
    `buyer ${id} google_untied ${id} done`,
    `operator  first_factor_link_given ${id} done`,
    `buyer ${id} account_deleted ${id} done`,
  ]);
});

test("an export of personal data is on record", async () => {
  const person = await storePerson("Amara Export");
  await load(exportPage, "/account/export?format=json", person);
  expect(await newRecords()).toEqual([`buyer ${person.id} data_exported ${person.id} done`]);
});

describe("a look at somebody's answers", () => {
  test("by staff is on record, of one lead and of the list", async () => {
    const staff = await storePerson("Samuel Looks", { role: "staff" });
    const { reference } = await storeLead();
    await load(leadPage, `/staff/leads/${reference}`, staff, { reference });
    await load(leadsPage, "/staff/leads", staff);
    await load(consentProofPage, `/staff/leads/${reference}/consents`, staff, { reference });
    expect(await newRecords()).toEqual([
      `staff ${staff.id} lead_viewed ${reference} done`,
      `staff ${staff.id} lead_list_viewed  done`,
      `staff ${staff.id} lead_viewed ${reference} done`,
    ]);
  });

  test("by a dealer is on record, and of what is not theirs there is none", async () => {
    const { person } = await storeDealership("Looking Autos");
    const { reference } = await storeSellRequest();
    await load(requestPage, `/dealer/requests/${reference}`, person, { reference });
    await load(requestsPage, "/dealer/requests", person);
    await load(applicationsPage, "/dealer/applications", person);
    const listSeen = `dealer ${person.id} lead_list_viewed  done`;
    expect(await newRecords()).toEqual([
      `dealer ${person.id} lead_viewed ${reference} done`,
      listSeen,
      listSeen,
    ]);
  });
});

test("a look at whom the site wrote to is on record", async () => {
  const staff = await storePerson("Samuel Writes", { role: "staff" });
  await load(messagesPage, "/staff/messages", staff);
  await load(messagesPage, "/staff/messages?show=sent", staff);
  const seenOnce = `staff ${staff.id} messages_viewed  done`;
  expect(await newRecords()).toEqual([seenOnce, seenOnce]);
});

describe("a refusal", () => {
  const refuse = (id: string) =>
    recordRefusal({ action: "access_refused", on: { kind: "page", id }, outcome: "refused" });

  test("is written so often that a flood can be told, and no more", async () => {
    await withinRequest({ user: null, ipAddress: "203.0.113.9" }, async () => {
      for (let index = 0; index < 100; index += 1) await refuse("/staff");
      for (let index = 0; index < 400; index += 1) await refuse(`/page-${index}`);
    });
    const of = (id: string) => records().then((all) => all.filter(({ thingId }) => thingId === id));
    expect(await of("/staff")).toHaveLength(20);
    expect(await records()).toHaveLength(200);
    await withinRequest({ user: null, ipAddress: "198.51.100.9" }, () => refuse("/staff"));
    expect(await of("/staff")).toHaveLength(21);
  });

  test("is not written any more once a crowd has filled the hour", async () => {
    const { most } = REFUSALS_IN_ALL;
    let left = most - 1;
    const countOnes = async () => {
      while (left-- > 0) await countAgainst(REFUSALS_IN_ALL, "access_refused");
    };
    await Promise.all(Array.from({ length: 8 }, countOnes));
    for (const ipAddress of ["203.0.113.21", "203.0.113.22"])
      await withinRequest({ user: null, ipAddress }, () => refuse("/last"));
    expect((await records()).filter(({ thingId }) => thingId === "/last")).toHaveLength(1);
  });

  test("of a page, of a post from another site and of one too many is on record", async () => {
    const site = await serveApp(
      {},
      {
        respondWithPage: async ({ url }) =>
          new Response(null, { status: new URL(url).pathname.includes("/staff") ? 403 : 429 }),
      },
    );
    try {
      await fetch(`${site.origin}/fr/staff/leads/RV-SECRET1`);
      await fetch(`${site.origin}/login/reset/AbCdEf123`);
      await fetch(`${site.origin}/account/security`, {
        method: "POST",
        headers: { origin: "https://evil.example" },
      });
    } finally {
      await site.close();
    }
    expect(await newRecords()).toEqual([
      "visitor  access_refused /staff/leads refused",
      "visitor  rate_limited /login/reset refused",
      "visitor  cross_site_refused /account/security refused",
    ]);
  });

  test("of a call without a sign-in, or with a forged token, is on record", async () => {
    const site = await serveApp({});
    try {
      const headers = { "content-type": "application/json", origin: site.origin };
      for (const [path, authorization] of [
        ["/jwt", ""],
        ["/newBid", "Bearer forged.token.here"],
      ] as const) {
        const { status } = await fetch(`${site.origin}${path}`, {
          method: "POST",
          headers: { ...headers, ...(authorization && { authorization }) },
          body: JSON.stringify({ email: "nobody@example.ca" }),
        });
        expect(status).toBe(401);
      }
    } finally {
      await site.close();
    }
    expect(await newRecords()).toEqual([
      "visitor  sign_in_asked /jwt refused",
      "visitor  sign_in_asked /newBid refused",
    ]);
    expect(JSON.stringify(await records())).not.toContain("nobody@example.ca");
  });

  test.each([
    ["/", "/"],
    ["/fr", "/"],
    ["/staff/leads.data", "/staff/leads"],
    ["/fr/staff/leads/RV-1234", "/staff/leads"],
    ["/login/reset/Token", "/login/reset"],
    ["/details/0193f6c2-7c1e", "/details"],
    ["/amara%40example.ca", "/"],
    [`/${"a".repeat(400)}`, "/"],
  ])("names of %s no more than %s", (path, page) => expect(formatPage(path)).toBe(page));
});

test("a sealed value that does not open is told, and one that was shredded is not", async () => {
  const context = { table: "submission", column: "sealed_answers", recordId: "r1" };
  const sealed = await vault().seal("secret", context);
  const notified: unknown[] = [];
  onVaultFault((fault) => notified.push(fault));
  await vault().open(sealed, context);
  expect(notified).toEqual([]);
  await vault().open(sealed, { ...context, recordId: "r2" });
  expect(notified).toEqual([{ context: { ...context, recordId: "r2" }, code: "tampered" }]);
  onVaultFault(() => {});
});

test("what a request does carries who sent it, and what none does the site", async () => {
  const by = { id: "u9", role: "admin" } as const;
  await withinRequest({ user: by, ipAddress: "2001:db8:1:2::3" }, () =>
    recordAct({ action: "records_read" }),
  );
  await recordAct({ action: "keys_rotated" });
  expect(await newRecords()).toEqual(["admin u9 records_read  done", "site  keys_rotated  done"]);
  expect((await records())[0]?.addressBlock).toBe("2001:db8:1::/48");
});

test("through all of it the chain holds", async () => {
  expect((await verifyAudit(db())).faults).toEqual([]);
});
