import { createECDH, randomBytes } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { startIdentity } from "#domain/identity/auth.server.ts";
import { rememberBrowser } from "#domain/identity/known-browser.server.ts";
import { storeStaff } from "#domain/lead/lead.fixture.ts";
import { readPreference } from "#domain/notice/preferences.server.ts";
import { m } from "#messages/messages.js";
import * as signOutPage from "#pages/session/sign-out.page.ts";
import { makeContext } from "#platform/request/visitor.fixture.ts";
import type { SignedInUser } from "#platform/request/visitor.server.ts";
import { useSite } from "#server/site.fixture.ts";
import { noticesPage } from "./notices.server.ts";

useSite();

let by: SignedInUser;
let deviceCookie = "";
beforeAll(async () => {
  const browser = { headers: new Headers(), origin: "http://site.test" };
  startIdentity("a secret of the test that is long enough to sign with");
  deviceCookie = rememberBrowser(browser, "somebody").split(";")[0] ?? "";
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
  const request = new Request("http://site.test/staff/notices", {
    method: "POST",
    body,
    headers: { cookie: deviceCookie },
  });
  try {
    const { data, init } = await noticesPage.action({
      request,
      context: makeContext({ user: by }),
    });
    if ("refused" in data) return { status: init?.status, refused: data.refused };
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

describe("notifications of a browser", () => {
  const pair = createECDH("prime256v1");
  const subscription = {
    intent: "push-on",
    endpoint: "https://fcm.googleapis.com/fcm/send/abc",
    p256dh: pair.generateKeys().toString("base64url"),
    auth: randomBytes(16).toString("base64url"),
  };
  const listHere = async () => {
    const page = await noticesPage.loader({
      request: new Request("http://site.test/staff/notices", { headers: { cookie: deviceCookie } }),
      context: makeContext({ user: by }),
    });
    return page.push.browsers;
  };

  test("are chosen once a browser has them, which signing out there ends", async () => {
    expect(await post({ answer: "push" })).toMatchObject({
      status: 422,
      refused: m.notice_no_browser(),
    });
    const on = { status: 303, location: "/staff/notices?done=push-on" };
    expect(await post(subscription)).toEqual(on);
    expect(await post(subscription)).toEqual(on);
    expect(await listHere()).toMatchObject([{ isThis: true }]);
    expect(await post({ answer: "push" })).toMatchObject({ status: 303 });
    const request = new Request("http://site.test/logout", {
      method: "POST",
      body: new URLSearchParams({ returnTo: "/" }),
      headers: { cookie: deviceCookie },
    });
    await signOutPage.action({ request, context: makeContext({ user: by }) });
    expect(await listHere()).toEqual([]);
    expect(await post({ intent: "push-test" })).toEqual({
      status: 422,
      refused: m.push_test_failed(),
    });
  });

  test("end for a browser of one’s own only", async () => {
    await post(subscription);
    const [browser] = await listHere();
    const off = { intent: "push-off", browser: browser?.id ?? "" };
    const owner = by;
    by = { ...owner, id: await storeStaff("Noah Tremblay") };
    expect(await post(off)).toMatchObject({ status: 303 });
    by = owner;
    expect(await listHere()).toHaveLength(1);
    expect(await post(off)).toMatchObject({ status: 303 });
    expect(await listHere()).toEqual([]);
  });

  test.each([
    ["of this machine", { endpoint: "http://127.0.0.1:5432/" }],
    ["of a private network", { endpoint: "https://10.0.0.1/push" }],
    ["without a key", { p256dh: "" }],
    ["with a key of another curve", { p256dh: Buffer.alloc(65, 4).toString("base64url") }],
    ["without its secret", { auth: "AA" }],
  ])("are refused for an address %s", async (_, fields) => {
    expect(await post({ ...subscription, ...fields })).toEqual({
      status: 422,
      refused: m.push_refused(),
    });
  });
});

test("quiet hours need both ends", async () => {
  expect(await post({ quietTo: "" })).toMatchObject({
    status: 422,
    refused: m.notice_quiet_incomplete(),
  });
});
