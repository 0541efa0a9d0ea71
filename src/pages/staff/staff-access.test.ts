import type { LoaderFunctionArgs } from "react-router";
import { beforeAll, describe, expect, test } from "vitest";
import type { SignedInUser } from "#platform/request/visitor.server.ts";
import { storeLead, storeStaff } from "#domain/lead/lead.fixture.ts";
import { useTestDatabase } from "#platform/database/test-database.server.ts";
import { useTestVault } from "#platform/vault/test-vault.server.ts";
import { makeContext } from "#platform/request/visitor.fixture.ts";
import { may } from "#domain/identity/permission.ts";
import { ROLES, type Role } from "#values/role.ts";
import * as leadPage from "./lead.page.tsx";
import * as leadsPage from "./leads.page.tsx";
import * as newestLeadPage from "./newest-lead.page.tsx";
import * as staffLayout from "./staff-layout.page.tsx";

useTestDatabase();
useTestVault();

let reference: string;
let staffId: string;

beforeAll(async () => {
  ({ reference } = await storeLead());
  staffId = await storeStaff("Camille Roy");
});
const makeUser = (role: Role): SignedInUser => ({
  id: staffId,
  name: "Camille Roy",
  email: "camille@example.com",
  role,
  phone: null,
  locale: "en",
});

const HANDLERS = {
  "the frame": (args: LoaderFunctionArgs) => staffLayout.loader(args),
  "the list": (args: LoaderFunctionArgs) => leadsPage.loader(args),
  "the newest lead": (args: LoaderFunctionArgs) => newestLeadPage.loader(args),
  "one lead": (args: LoaderFunctionArgs) => leadPage.loader(args as never),
  "a post to a lead": (args: LoaderFunctionArgs) => leadPage.action(args as never),
};

/** The status of what a loader or action returned or threw. */
async function knock(handler: keyof typeof HANDLERS, user: SignedInUser | null) {
  const isPost = handler === "a post to a lead";
  const request = new Request(`http://site.test/staff/leads/${reference}?status=new`, {
    method: isPost ? "POST" : "GET",
    ...(isPost
      ? {
          body: new URLSearchParams({
            form: "lead-note",
            seen: "new",
            status: "new",
            note: "Called",
          }),
        }
      : {}),
  });
  const args = { request, params: { reference }, context: makeContext({ user }) };
  try {
    await HANDLERS[handler](args as never);
    return { status: 200, location: null };
  } catch (thrown) {
    if (thrown instanceof Response) {
      return { status: thrown.status, location: thrown.headers.get("location") };
    }
    const { init } = thrown as { init?: { status?: number } };
    return { status: init?.status, location: null };
  }
}

describe.each(Object.keys(HANDLERS) as (keyof typeof HANDLERS)[])("%s", (handler) => {
  test("leads a stranger to sign in and back", async () => {
    const { status, location } = await knock(handler, null);
    if (handler === "a post to a lead") return expect(status).toBe(401);
    expect(status).toBe(302);
    const to = new URL(location ?? "", "http://site.test");
    expect(to.pathname).toBe("/login");
    expect(to.searchParams.get("returnTo")).toBe(`/staff/leads/${reference}?status=new`);
  });

  test.each(ROLES)("opens to %s only where they work leads", async (role) => {
    const { status } = await knock(handler, makeUser(role));
    const isPost = handler === "a post to a lead";
    const mayEnter = may({ role }, isPost ? "workLeads" : "seeLeads");
    expect(status).toBe(mayEnter ? (isPost ? 303 : 200) : 403);
  });
});
