import { expect, test } from "vitest";
import { axeFindings, hydrated, loadWords, PHONE } from "../../../e2e/browser.fixture.ts";
import { journey } from "../../../e2e/journey.fixture.ts";

const visit = journey();

test.each([
  ["with scripts", "", true],
  ["without JavaScript", "/fr", false],
] as const)(
  "one press in a form that was begun leaves nothing in the browser, %s",
  async (_how, prefix, javaScriptEnabled) => {
    const words = loadWords(prefix === "" ? "en" : "fr");
    const page = await visit.newPage({ viewport: PHONE, javaScriptEnabled });
    const context = page.context();
    await page.goto(`${prefix}/allListings`);
    if (javaScriptEnabled) await hydrated(page);
    // With the keyboard: a tap would open the next step by itself.
    const suv = words("pre_approval_form_car_type_option_suv");
    await page.getByRole("radio", { name: suv, exact: true }).press("Space");
    await page.getByRole("button", { name: words("forms_next"), exact: true }).click();
    await page.waitForURL(/\/allListings\/budget/);
    const before = await context.cookies();
    expect(before.map(({ name }) => name)).toContain("visitor");
    if (javaScriptEnabled)
      await page.evaluate(() => localStorage.setItem("recently-viewed", '["a-car"]'));

    await page.getByRole("button", { name: words("shared_computer_button") }).click();
    await page.waitForURL(/\/shared-computer\?done=1/);
    await page.getByText(words("shared_computer_done")).waitFor();
    expect((await context.cookies()).map(({ name }) => name)).not.toContain("visitor");
    if (javaScriptEnabled) {
      expect(await page.evaluate(() => localStorage.length)).toBe(0);
      expect(await axeFindings(page)).toEqual([]);
    }
    // Somebody who has the old cookie gets the first question.
    await context.addCookies(before);
    await page.goto(`${prefix}/allListings/budget`);
    expect(new URL(page.url()).pathname).toBe(`${prefix}/allListings`);
  },
);
