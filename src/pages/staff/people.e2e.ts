import { describe, expect, test } from "vitest";
import { axeFindings, DESKTOP, PHONE, loadWords } from "../../../e2e/browser.fixture.ts";
import { journey } from "../../../e2e/journey.fixture.ts";

const visit = journey();

describe.each([
  { locale: "en", prefix: "", javaScriptEnabled: true, viewport: DESKTOP, colorScheme: "light" },
  { locale: "fr", prefix: "/fr", javaScriptEnabled: true, viewport: PHONE, colorScheme: "dark" },
  { locale: "fr", prefix: "/fr", javaScriptEnabled: false, viewport: PHONE, colorScheme: "light" },
] as const)("in $locale, JavaScript $javaScriptEnabled", ({ locale, prefix, ...options }) => {
  const words = loadWords(locale);

  test("an administrator finds an account, and is told why a role stays", async () => {
    const page = await visit.newPage(options);
    await visit.signIn(page, "admin");
    await page.goto(`${prefix}/staff/people`);
    await page.getByLabel(words("people_email")).fill("buyer@example.com");
    await page.getByRole("button", { name: words("people_find_button") }).click();
    await page.getByRole("heading", { name: "Amara Okafor" }).waitFor();
    if (options.javaScriptEnabled) expect(await axeFindings(page)).toEqual([]);

    const role = page.getByLabel(words("people_role"), { exact: true });
    const reason = page.getByLabel(words("people_reason"), { exact: true });
    const change = page.getByRole("button", { name: words("people_change_button") });
    await role.selectOption("staff");
    await change.click();
    await page
      .getByRole("link", { name: words("people_reason_missing").replace("{count}", "3") })
      .waitFor();
    if (options.javaScriptEnabled) expect(await axeFindings(page)).toEqual([]);
    expect(await role.inputValue()).toBe("staff");
    await reason.fill("Starts on Monday");
    await change.click();
    await page.getByText(words("people_demo_account")).waitFor();
    expect(await reason.inputValue()).toBe("Starts on Monday");
    await page.context().close();
  });
});
