import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { makeContext } from "#platform/request/visitor.fixture.ts";
import type { LoanChoice } from "#values/loan-choice.ts";
import { action } from "./payments.page.ts";

const LISTING = randomUUID();

async function post(fields: Record<string, string>, loan?: LoanChoice) {
  const request = new Request("http://site.test/payments", {
    method: "POST",
    body: new URLSearchParams(fields),
  });
  const context = makeContext({ loan });
  type Args = Parameters<typeof action>[0];
  const response = await action({ request, context, params: {} } as unknown as Args);
  if (!(response instanceof Response)) return { status: response.init?.status };
  const [, cookie] = /^([^;]*);/.exec(response.headers.get("set-cookie") ?? "") ?? [];
  return { status: response.status, to: response.headers.get("location"), cookie };
}

const HAD = { downCad: 2_500, months: 60 };

test.each<[Record<string, string>, LoanChoice | undefined, object]>([
  [{ every: "monthly", returnTo: "/cars" }, undefined, { to: "/cars", cookie: "payments=monthly" }],
  [{ province: "AB", returnTo: "/cars" }, undefined, { to: "/cars", cookie: "province=AB" }],
  [{ down: "2,500", term: "60", returnTo: "/cars" }, undefined, { cookie: "loan=2500_60" }],
  [{ down: "much", term: "84" }, HAD, { cookie: "loan=2500_84" }],
  [
    { listing: LISTING, down: "0", term: "48", tradeIn: "", province: "ON", rate: "9.5" },
    HAD,
    { to: `/details/${LISTING}?province=ON&rate=9.5`, cookie: "loan=0_48" },
  ],
  // Of a car in Quebec, beside which no loan is chosen.
  [
    { listing: LISTING, tradeIn: "700", province: "QC" },
    HAD,
    { to: `/details/${LISTING}?tradeIn=700&province=QC`, cookie: undefined },
  ],
  // The form of provinces with none chosen.
  [{ returnTo: "/cars" }, undefined, { to: "/cars", cookie: undefined }],
  [{ listing: "//elsewhere.test", down: "1", term: "60" }, undefined, { to: "/" }],
])("%j is remembered", async (fields, loan, expected) => {
  expect(await post(fields, loan)).toMatchObject({ status: 303, ...expected });
});

test.each<Record<string, string>>([
  {},
  { every: "daily" },
  { province: "XX" },
  { listing: "none", province: "ON" },
])("%j is nothing to remember", async (fields) => expect((await post(fields)).status).toBe(422));
