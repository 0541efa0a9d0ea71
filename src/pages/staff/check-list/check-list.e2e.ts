import { expect, test, vi } from "vitest";
import {
  axeFindings,
  DESKTOP,
  hydrated,
  loadWords,
  PHONE,
  scrollsSideways,
  takeScreenshot,
} from "../../../../e2e/browser.fixture.ts";
import { journey } from "../../../../e2e/journey.fixture.ts";
import { codeSentTo, readOutbox } from "../../../../e2e/program.fixture.ts";

// Its own site: the list says how far the whole site is.
const visit = journey({ ownSite: true });

test("an administrator receives an email and sees where a lead goes", async () => {
  const words = loadWords("en");
  const page = await visit.newPage({ viewport: DESKTOP });
  await visit.signIn(page, "admin");
  await page.goto("/staff/check-list");
  await hydrated(page);
  expect(await axeFindings(page)).toEqual([]);
  const step = (name: string) =>
    page.getByRole("listitem").filter({ hasText: words(`check_list_${name}`) });

  await step("email")
    .getByRole("button", { name: words("check_list_send") })
    .click();
  const code = await vi.waitFor(async () => {
    const mails = await readOutbox(visit.site.origin);
    const mail = mails.find(({ channel, to }) => channel === "email" && to === "admin@example.com");
    const [found] = /\b\d{6}\b/.exec(mail?.text ?? "") ?? [];
    expect(found).toBeDefined();
    return found!;
  });
  await step("email").getByLabel(words("check_list_code")).fill("000000");
  await step("email")
    .getByRole("button", { name: words("check_list_confirm") })
    .click();
  await page.getByText(words("phone_code_wrong_code")).waitFor();
  await step("email").getByLabel(words("check_list_code")).fill(code);
  await step("email")
    .getByRole("button", { name: words("check_list_confirm") })
    .click();
  await step("email").getByText(words("check_list_done"), { exact: true }).waitFor();

  await step("routing")
    .getByRole("button", { name: words("check_list_try") })
    .click();
  await step("routing").getByText(words("check_list_done"), { exact: true }).waitFor();
  await step("routing").getByRole("status").waitFor();
  await page.context().close();
});

test("in French, on a phone and without a script: a text message, and the legal pages", async () => {
  const words = loadWords("fr");
  const page = await visit.newPage({ viewport: PHONE, javaScriptEnabled: false });
  await visit.signIn(page, "admin");
  await page.goto("/fr/staff/check-list");
  const step = (name: string) =>
    page.getByRole("listitem").filter({ hasText: words(`check_list_${name}`) });
  await step("sms").getByLabel(words("check_list_phone")).fill("514 555 0142");
  await step("sms")
    .getByRole("button", { name: words("check_list_send") })
    .click();
  const code = await vi.waitFor(() => codeSentTo(visit.site.origin, "+15145550142"));
  await step("sms").getByLabel(words("check_list_code")).fill(code);
  await step("sms")
    .getByRole("button", { name: words("check_list_confirm") })
    .click();
  await step("sms").getByText(words("check_list_done"), { exact: true }).waitFor();
  await step("legal")
    .getByRole("button", { name: words("check_list_legal_read") })
    .click();
  await step("legal").getByText(words("check_list_done"), { exact: true }).waitFor();
  await takeScreenshot(page, "check-list-390");
  expect(await scrollsSideways(page)).toBe(false);
  await page.context().close();
});
