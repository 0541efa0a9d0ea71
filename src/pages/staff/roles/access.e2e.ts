import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { withConnection } from "#platform/database/database.server.ts";
import {
  axeFindings,
  DESKTOP,
  hydrated,
  loadWords,
  PHONE,
  takeScreenshot,
} from "../../../../e2e/browser.fixture.ts";
import { journey } from "../../../../e2e/journey.fixture.ts";

// Its own site: specialists see no income in it.
const visit = journey({ ownSite: true });

const query = (text: string) =>
  withConnection(visit.databaseUrl, async (connection) => (await connection.query(text)).rows);

describe.each([
  { locale: "en", prefix: "", javaScriptEnabled: true, viewport: DESKTOP },
  { locale: "fr", prefix: "/fr", javaScriptEnabled: false, viewport: PHONE },
] as const)("in $locale, JavaScript $javaScriptEnabled", ({ locale, prefix, ...options }) => {
  const words = loadWords(locale);
  const ready = async (page: Page) => {
    if (options.javaScriptEnabled) await hydrated(page);
  };

  test("a specialist asks to see an income, a manager grants it, and the day ends", async () => {
    await query(
      `insert into role_ability values ('staff', 'income', false, now()) on conflict do nothing`,
    );
    const [lead] = await query(
      `select l.reference from lead l join submission s on s.id = l.submission_id
        where s.form_name = 'pre-approval' and s.answers ? 'monthlyIncome'
        order by l.received_at limit 1`,
    );
    const path = `${prefix}/staff/leads/${lead?.["reference"]}`;
    const specialist = await visit.newPage(options);
    await visit.signIn(specialist, "staff");
    await specialist.goto(path);
    const masked = specialist.getByText(words("access_withheld"));
    await masked.first().waitFor();
    await takeScreenshot(specialist, `income-masked-${locale}`);
    await specialist
      .getByRole("link", { name: words("access_ask_for").replace("{answer}", "") })
      .first()
      .click();
    const reason = specialist.getByLabel(words("access_reason_label"));
    await reason.waitFor();
    await ready(specialist);
    await specialist.getByRole("button", { name: words("access_ask"), exact: true }).click();
    await specialist.getByText(words("access_reason_error_missing")).first().waitFor();
    await reason.fill("They want to know what they can afford");
    await specialist.getByRole("button", { name: words("access_ask"), exact: true }).click();
    await specialist.getByText(words("access_done_asked")).waitFor();
    await specialist.getByText(words("access_state_waiting")).waitFor();

    const manager = await visit.newPage(options);
    await visit.signIn(manager, "manager");
    await manager.goto(`${prefix}/staff/access`);
    await manager
      .getByRole("link", { name: words("access_decide_title").replace("{name}", "") })
      .click();
    await manager.getByLabel(words("access_decision_option_lead")).waitFor();
    await ready(manager);
    await manager.getByLabel(words("access_decision_option_lead")).check();
    if (options.javaScriptEnabled) expect(await axeFindings(manager)).toEqual([]);
    await takeScreenshot(manager, `access-decide-${locale}`);
    await manager.getByRole("button", { name: words("access_decide"), exact: true }).click();
    await manager.getByText(words("access_done_decided")).waitFor();

    await specialist.goto(path);
    await specialist.getByText(words("staff_consents_title")).first().waitFor();
    expect(await masked.count()).toBe(0);
    await query(`update access_grant set until = now() - interval '1 second'`);
    await specialist.goto(path);
    await masked.first().waitFor();
    await specialist.goto(`${prefix}/staff/access`);
    await specialist.getByText(words("access_own"), { exact: true }).waitFor();
    await takeScreenshot(specialist, `access-own-${locale}`);
  });
});
