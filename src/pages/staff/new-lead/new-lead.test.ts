import { beforeAll, expect, test } from "vitest";
import { storeStaff } from "#domain/lead/lead.fixture.ts";
import { m } from "#messages/messages.js";
import { loadLead } from "#pages/staff/lead-view.server.ts";
import { makeContext } from "#platform/request/visitor.fixture.ts";
import type { SignedInUser } from "#platform/request/visitor.server.ts";
import { useSite } from "#server/site.fixture.ts";
import { newLeadPage } from "./new-lead.server.ts";

useSite();

let user: SignedInUser;
beforeAll(async () => {
  const id = await storeStaff("Camille Roy");
  const email = `${id}@example.com`;
  user = { id, name: "Camille Roy", email, role: "staff", phone: null, locale: "en" };
});

const CALLER = {
  form: "lead-by-hand",
  name: "Wanda Phoned",
  phone: "514 555 0142",
  leadKind: "call_back",
  source: "phone",
  language: "fr",
  message: "Wants a van",
};

async function post(fields: Record<string, string>) {
  const request = new Request("http://site.test/staff/leads/new", {
    method: "POST",
    body: new URLSearchParams(fields),
  });
  try {
    const { data, init } = await newLeadPage.action({
      request,
      context: makeContext({ user }),
    });
    const questions = "view" in data ? data.view.questions : [];
    return { status: init?.status, errors: questions.flatMap(({ error }) => error ?? []) };
  } catch (thrown) {
    if (!(thrown instanceof Response)) throw thrown;
    return { status: thrown.status, location: thrown.headers.get("location") };
  }
}

test("leads to the lead, which shows what was typed", async () => {
  const { status, location } = await post(CALLER);
  expect(status).toBe(303);
  const lead = await loadLead(location?.split("/").at(-1) ?? "", "en", user);
  expect(lead).toMatchObject({ name: "Wanda Phoned", owner: { ownerId: null } });
  expect(JSON.stringify(lead?.answers)).toContain("Wants a van");
});

test.each([
  [{ phone: "" }, m.new_lead_phone_error_or_email],
  [{ agreedTo: "contact_about_request" }, m.new_lead_agreed_by_error_needed],
  [{ confirm: "mail" }, m.new_lead_confirm_error_no_address],
])("with %j is refused", async (changed, error) => {
  expect(await post({ ...CALLER, ...changed })).toEqual({ status: 422, errors: [error()] });
});
