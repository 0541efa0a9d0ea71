import { createECDH, randomBytes } from "node:crypto";
import type pg from "pg";
import type { Page } from "playwright-core";
import { describe, expect, test, vi } from "vitest";
import { DEMO_ACCOUNTS } from "#demo/people.ts";
import { withConnection } from "#platform/database/database.server.ts";
import {
  axeFindings,
  DESKTOP,
  hydrated,
  loadWords,
  PHONE,
} from "../../../../e2e/browser.fixture.ts";
import { journey } from "../../../../e2e/journey.fixture.ts";
import { programFor, readOutbox } from "../../../../e2e/program.fixture.ts";

const visit = journey();

/** The job that escalates runs every minute. */
const ESCALATED = { timeout: 120_000, interval: 3_000 };

const staffEmail = DEMO_ACCOUNTS.find(({ role }) => role === "staff")?.email;

async function query(text: string, values: unknown[]): Promise<void> {
  await withConnection(visit.databaseUrl, (client: pg.Client) => client.query(text, values));
}

describe.each([
  { locale: "en", prefix: "", javaScriptEnabled: true, viewport: DESKTOP },
  { locale: "fr", prefix: "/fr", javaScriptEnabled: false, viewport: PHONE },
] as const)("in $locale, JavaScript $javaScriptEnabled", ({ locale, prefix, ...options }) => {
  const words = loadWords(locale);
  /** A message up to its first variable part. */
  const start = (key: string) => words(key).split("{")[0] ?? "";
  const settle = async (page: Page) => {
    if (options.javaScriptEnabled) await hydrated(page);
  };

  async function sendRequest(): Promise<string> {
    const { body } = await programFor(visit.site.origin).post("/forms/call-back", {
      name: "Noah Tremblay",
      email: `noah.${locale}.${Date.now()}@example.com`,
      phone: "416-555-0142",
      subject: "A question",
      message: "When are you open?",
    });
    return String(body["reference"]);
  }

  async function openLead(page: Page, reference: string) {
    await page.goto(`${prefix}/staff/leads/${reference}`);
    await settle(page);
    return page.getByRole("article", { name: "Noah Tremblay" });
  }

  async function press(page: Page, key: string) {
    await page.getByRole("button", { name: words(key), exact: true }).click();
    // The page comes again with the call in its history.
    await page
      .getByRole("article")
      .getByText(words(key.replace("lead_call_", "lead_call_event_")), { exact: true })
      .waitFor();
  }

  test("an overdue lead is escalated, shown red, called with one press, and was late", async () => {
    const reference = await sendRequest();
    await query("update lead set due_at = now() - interval '1 minute' where reference = $1", [
      reference,
    ]);
    const page = await visit.newPage(options);
    await visit.signIn(page, "staff");
    await vi.waitFor(async () => {
      const lead = await openLead(page, reference);
      expect(await lead.getByText(words("notice_event_escalated_team")).count()).toBe(1);
    }, ESCALATED);
    const lead = await openLead(page, reference);
    await lead.getByText(start("staff_clock_overdue")).first().waitFor();
    if (options.javaScriptEnabled) expect(await axeFindings(page)).toEqual([]);
    const toldStaff = async () =>
      (await readOutbox(visit.site.origin)).filter(
        ({ to, subject }) => to === staffEmail && subject?.includes(reference) === true,
      );
    await expect
      .poll(async () => (await toldStaff()).map(({ subject }) => subject?.slice(0, 7)))
      .toContain("Overdue");

    const customer = await visit.newPage(options);
    await customer.goto(`${prefix}/call-back/sent/${reference}`);
    await customer.getByText(start("request_contact_missed")).waitFor();

    await press(page, "lead_call_voicemail");
    await lead.getByText(start("staff_clock_overdue")).first().waitFor();
    await lead.getByText(words("lead_call_add_note")).click();
    await lead.getByLabel(words("lead_call_said_label")).fill("Wants an SUV");
    await press(page, "lead_call_reached");
    await lead.getByText("Wants an SUV").waitFor();
    await lead
      .getByText(words("staff_clock_late").replace(/^.*\{time\}/, ""))
      .first()
      .waitFor();
    await customer.reload();
    await customer.getByText(start("request_contacted_call")).waitFor();
    const overdue = (await toldStaff()).filter(({ subject }) => subject?.startsWith("Overdue"));
    expect(overdue).toHaveLength(1);
  });

  test("a lead that is called in time has kept its promise, until the call is taken back", async () => {
    const reference = await sendRequest();
    const page = await visit.newPage(options);
    await visit.signIn(page, "staff");
    const lead = await openLead(page, reference);
    await press(page, "lead_call_reached");
    const met = lead.getByText(words("staff_clock_met").replace(/^.*\{time\}/, "")).first();
    await met.waitFor();
    await settle(page);
    const undo = page.getByRole("button", { name: start("lead_call_undo") });
    await undo.click();
    await lead.getByText(words("lead_call_event_taken_back")).waitFor();
    await lead.getByText(words("lead_call_event_reached"), { exact: true }).waitFor();
    expect([await met.count(), await undo.count()]).toEqual([0, 0]);
  });

  /** Headless Chromium has no push service: src/domain/notice/push-notices.test.ts has the rest. */
  test("staff see which browsers notify them, add one and remove it", async () => {
    const page = await visit.newPage(options);
    await visit.signIn(page, "staff");
    await page.goto(`${prefix}/staff/notices`);
    await settle(page);
    const browsers = page.getByRole("region", { name: words("push_title"), exact: true });
    if (options.javaScriptEnabled) {
      await browsers.getByRole("button", { name: words("push_turn_on") }).click();
      await browsers.getByRole("alert").getByText(words("push_unsupported")).waitFor();
    } else {
      await browsers.getByText(words("push_needs_script")).waitFor();
    }
    const added = await page.request.post(`${prefix}/staff/notices`, {
      form: {
        intent: "push-on",
        endpoint: `https://fcm.googleapis.com/fcm/send/${locale}`,
        p256dh: createECDH("prime256v1").generateKeys().toString("base64url"),
        auth: randomBytes(16).toString("base64url"),
      },
      headers: { origin: visit.site.origin },
      maxRedirects: 0,
    });
    expect(added.status()).toBe(303);
    await page.goto(added.headers()["location"] ?? "");
    await settle(page);
    await page.getByText(words("push_turned_on")).waitFor();
    await browsers.getByText(words("push_this")).waitFor();
    if (options.javaScriptEnabled) expect(await axeFindings(page)).toEqual([]);
    await browsers.getByRole("button", { name: words("push_remove") }).click();
    await page.getByText(words("push_removed")).waitFor();
    await browsers.getByText(words("push_none")).waitFor();
  });

  test("staff choose how they are told, and an administrator who is on call", async () => {
    const page = await visit.newPage(options);
    await visit.signIn(page, "staff");
    await page.goto(`${prefix}/staff/notices`);
    await settle(page);
    const choose = (key: string, option: string) =>
      page.getByLabel(new RegExp(`^${words(key)}`)).selectOption(option);
    const save = () =>
      page.getByRole("button", { name: words("notice_save"), exact: true }).click();
    await choose("notice_form_answer_label", "none");
    await choose("notice_form_quiet_from_label", "21:00");
    await save();
    await page.getByText(words("notice_quiet_incomplete")).first().waitFor();
    await choose("notice_form_quiet_to_label", "07:00");
    await save();
    await page.getByText(words("notice_saved"), { exact: true }).waitFor();
    const answer = page.getByLabel(words("notice_form_answer_label"), { exact: true });
    expect(await answer.inputValue()).toBe("none");
    if (options.javaScriptEnabled) expect(await axeFindings(page)).toEqual([]);
    // Only an administrator decides who is on call.
    expect(await page.getByRole("button", { name: words("notice_on_call_save") }).count()).toBe(0);

    await visit.signIn(page, "admin");
    await page.goto(`${prefix}/staff/notices`);
    await settle(page);
    const week = page.getByLabel(new RegExp(`^${start("notice_on_call_week")}`)).first();
    const [, name = ""] = await week.getByRole("option").allInnerTexts();
    await week.selectOption({ label: name });
    await page.getByRole("button", { name: words("notice_on_call_save") }).click();
    await page.getByText(words("notice_on_call_saved")).waitFor();
    expect(await week.inputValue()).not.toBe("");
    await week.selectOption("");
    await page.getByRole("button", { name: words("notice_on_call_save") }).click();
    await page.getByText(words("notice_on_call_saved")).waitFor();
    // As it was, for other journeys.
    await query(
      `delete from notice_preference where user_id = (select id from "user" where email = $1)`,
      [staffEmail],
    );
  });
});
