import { beforeAll, expect, test } from "vitest";
import { storeStaff } from "#domain/lead/lead.fixture.ts";
import { readPreference } from "#domain/notice/preferences.server.ts";
import { m } from "#messages/messages.js";
import { makeContext } from "#platform/request/visitor.fixture.ts";
import type { SignedInUser } from "#platform/request/visitor.server.ts";
import { useSite } from "#server/site.fixture.ts";
import { noticesPage } from "./notices.server.ts";

useSite();

let by: SignedInUser;
beforeAll(async () => {
  const id = await storeStaff("Camille Roy");
  const email = `${id}@example.com`;
  by = { id, name: "Camille Roy", email, role: "staff", phone: null, locale: "en" };
});

const ALL = {
  form: "notice",
  newLead: "mail",
  answer: "none",
  deliveryFailed: "mail",
  overdue: "mail",
  digest: "yes",
  quietFrom: "21:00",
  quietTo: "07:00",
};

async function post(fields: Record<string, string>) {
  const body = new URLSearchParams({ ...ALL, ...fields });
  const request = new Request("http://site.test/staff/notices", { method: "POST", body });
  try {
    const { data, init } = await noticesPage.action({
      request,
      context: makeContext({ user: by }),
    });
    const view = "view" in data ? data.view : undefined;
    return {
      status: init?.status,
      refused: view?.errorSummary?.text,
      kept: view?.questions.map((each) => ("value" in each ? each.value : "")),
    };
  } catch (thrown) {
    if (!(thrown instanceof Response)) throw thrown;
    return { status: thrown.status, location: thrown.headers.get("location") };
  }
}

test("a choice is kept", async () => {
  expect(await post({})).toEqual({ status: 303, location: "/staff/notices?done=saved" });
  expect(await readPreference(by.id)).toEqual({
    ways: { new_lead: "mail", answer: "none", delivery_failed: "mail", overdue: "mail" },
    quiet: { from: "21:00", to: "07:00" },
    hasDigest: true,
    isOwnOnly: false,
  });
});

test("text messages need a proved number, and what was chosen stays on the page", async () => {
  const refused = await post({ overdue: "sms" });
  expect(refused).toMatchObject({ status: 422, refused: m.notice_no_phone() });
  expect(refused.kept).toContain("sms");
  expect((await readPreference(by.id)).ways.overdue).toBe("mail");
});

test("quiet hours need both ends", async () => {
  expect(await post({ quietTo: "" })).toMatchObject({
    status: 422,
    refused: m.notice_quiet_incomplete(),
  });
});
