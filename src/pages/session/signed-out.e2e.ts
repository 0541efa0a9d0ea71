import { expect, test } from "vitest";
import { axeFindings, hydrated, loadWords, PHONE } from "../../../e2e/browser.fixture.ts";
import { journey } from "../../../e2e/journey.fixture.ts";

const visit = journey();
const PASSWORD = "maple-canoe-thunder-9";
const TYPED = "One owner.\nServiced “at the dealer”.";

test.each([
  ["with scripts", "", true],
  ["without JavaScript", "/fr", false],
] as const)(
  "what was typed when the session was over is sent after signing in elsewhere, %s",
  async (_how, prefix, javaScriptEnabled) => {
    const words = loadWords(prefix === "" ? "en" : "fr");
    const page = await visit.newPage({ viewport: PHONE, javaScriptEnabled });
    const context = page.context();
    const email = `typed${prefix.replace("/", "-")}@example.com`;
    await visit.openAccount(page, { email, password: PASSWORD });
    await page.goto(`${prefix}/account/listings/new`);
    if (javaScriptEnabled) await hydrated(page);
    const description = page.getByLabel(words("listing_form_description_label"), { exact: true });
    await description.fill(TYPED);
    await context.clearCookies();
    await page.getByRole("button", { name: words("seller_save_new"), exact: true }).click();

    await page.getByRole("heading", { name: words("layout_signed_out_title"), level: 1 }).waitFor();
    await page.getByText(words("layout_signed_out_kept")).waitFor();
    if (javaScriptEnabled) expect(await axeFindings(page)).toEqual([]);
    const opened = context.waitForEvent("page");
    await page.getByRole("link", { name: words("layout_signed_out_sign_in"), exact: true }).click();
    const other = await opened;
    await other.getByLabel(words("account_email_label")).fill(email);
    await other.getByLabel(words("account_password_label")).fill(PASSWORD);
    await other.getByRole("button", { name: words("account_sign_in_button"), exact: true }).click();
    await other.waitForURL((url) => !url.pathname.endsWith("/login"));

    await page.bringToFront();
    await page.getByRole("button", { name: words("layout_signed_out_send"), exact: true }).click();
    // The form asks for the missing answers, and keeps everything that was typed.
    await page.getByRole("heading", { name: words("seller_new_title"), level: 2 }).waitFor();
    expect(await description.inputValue()).toBe(TYPED);
    await context.close();
  },
);
