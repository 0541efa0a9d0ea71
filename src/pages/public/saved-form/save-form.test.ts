import { describe, expect, test } from "vitest";
import { preApprovalForm } from "#domain/pre-approval/pre-approval.form.ts";
import { sellCarForm } from "#domain/sell-request/sell-car.form.ts";
import { sendDueMessages } from "#domain/notification/notification.fixture.ts";
import { resultOf, browser } from "#pages/public/form-journey/journey.fixture.ts";
import { visitWizard } from "#pages/public/wizard/visit-wizard.fixture.ts";
import { listOutbox } from "#platform/outbox/outbox.server.ts";
import { useSite } from "#server/site.fixture.ts";
import { openSaving, saveForLater } from "./save-form.server.ts";
import { handleCode, askForLink, lostLinkForm } from "./saved-form.server.ts";

useSite();

type Browser = ReturnType<typeof browser>;
type Fields = Readonly<Record<string, string>>;

const args = (who: Browser, request: Request, params: Fields) => ({
  request,
  params,
  context: who.anotherRequest(),
});

const open = (who: Browser, form: string) =>
  resultOf<{ sent: string | null; backPath: string }>(async () => ({
    data: await openSaving(args(who, who.get(`/return/save/${form}`), { form })),
    init: null,
  }));

const save = (who: Browser, form: string, fields: Fields) =>
  resultOf<unknown>(() =>
    saveForLater(args(who, who.post(`/return/save/${form}`, fields), { form })),
  );

const enter = (who: Browser, token: string, fields: Fields) =>
  resultOf<unknown>(async () => ({
    data: await handleCode(args(who, who.post(`/return/${token}`, fields), { token })),
    init: null,
  }));

async function received(to: string, pattern: RegExp): Promise<string> {
  await sendDueMessages();
  const sent = (await listOutbox({ limit: 200 })).filter((each) => each.to === to);
  return sent.map(({ text }) => pattern.exec(text)?.[1]).find(Boolean) ?? "";
}

describe.each([
  [preApprovalForm, { carType: "suv" }, "/allListings/budget", "403-555-0171"],
  [
    sellCarForm,
    { bodyTrim: "sport", style: "coupe", exteriorColour: "black" },
    "/sell-car",
    "403-555-0172",
  ],
] as const)("a wizard", (form, answers, goesOn, phone) => {
  const wizard = visitWizard(form);
  const [first] = form.steps;
  const email = `${form.name}@example.com`;

  test(`${form.name} is saved on the way and continued in another browser`, async () => {
    const here = browser();
    // Nothing is saved yet: the redirect leads to the form itself.
    expect((await open(here, form.name)).location).toBe(form.basePath);
    const fields = { ...answers, intent: "save-link" };
    const { status, location } = await wizard.post(here, first.slug, fields);
    expect([status, location]).toEqual([303, `/return/save/${form.name}`]);
    expect((await open(here, form.name)).page?.sent).toBeNull();
    const wrong = await save(here, form.name, { email: "nobody", phone: "911" });
    expect([wrong.status, wrong.location]).toEqual([422, null]);
    expect((await save(here, form.name, { email, phone })).location).toBe(
      `/return/save/${form.name}?sent=yes`,
    );
    const token = await received(email, /\/return\/([\w-]+)/u);
    const there = browser();
    const requested = await enter(there, token, { intent: "send-code" });
    const shown = JSON.stringify(requested.page);
    expect(shown).toContain(`•••-\u2060•••-${phone.slice(-4)}`);
    expect(shown).not.toContain(phone.slice(0, 7));
    const code = await received(`+1${phone.replaceAll("-", "")}`, /\b(\d{6})\b/u);
    const entered = await enter(there, token, { intent: "verify-code", verificationCode: code });
    expect([entered.status, entered.location]).toEqual([303, goesOn]);
    const { page } = await wizard.open(there, first.slug);
    expect(JSON.stringify(page)).toMatch(/suv|sport/u);
    // The draft is in the other browser now, and no longer in this one.
    expect((await open(here, form.name)).location).toBe(form.basePath);
  });
});

test("a link that does not go out is not said to be on its way", async () => {
  const here = browser();
  const first = preApprovalForm.steps[0];
  await visitWizard(preApprovalForm).post(here, first.slug, { carType: "suv" });
  const requested = { email: "too-often@example.com", phone: "403-555-0173" };
  const saved = [];
  for (let time = 0; time < 6; time += 1)
    saved.push(await save(here, preApprovalForm.name, requested));
  expect(saved.map(({ status }) => status)).toEqual([303, 303, 303, 303, 303, 429]);
  expect(JSON.stringify(saved.at(-1)?.page)).toMatch(/Too many tries/);
});

test("a form that asks for no number cannot be saved this way", async () => {
  expect((await open(browser(), "vin")).location).toBe("/");
});

test("links that were lost are asked for thirty times an hour from one address, saved or not", async () => {
  const ask = (mailbox: number, ipAddress: string) => {
    const who = browser({ ipAddress });
    const fields = { form: lostLinkForm.name, email: `lost-${mailbox}@example.com` };
    return resultOf<unknown>(() => askForLink(args(who, who.post("/return", fields), {})));
  };
  for (let turn = 0; turn < 30; turn += 1) expect((await ask(turn, "192.0.2.77")).status).toBe(303);
  expect((await ask(30, "192.0.2.77")).status).toBe(429);
  expect((await ask(30, "198.51.100.77")).status).toBe(303);
});
