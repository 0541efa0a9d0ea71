import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { axeFindings, loadWords, PHONE } from "../../../../e2e/browser.fixture.ts";
import { journey } from "../../../../e2e/journey.fixture.ts";
import { readOutbox } from "../../../../e2e/program.fixture.ts";

// It reports what the demo's people wrote.
const visit = journey({ ownSite: true });
const say = loadWords("en");
const french = loadWords("fr");

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel(say("account_email_label")).fill(email);
  await page.getByLabel(say("account_password_label")).fill(password);
  await page.getByRole("button", { name: say("account_sign_in_button"), exact: true }).click();
  await page.waitForURL((url) => !url.pathname.startsWith("/login"));
}

async function expectFits(page: Page): Promise<void> {
  expect(await axeFindings(page)).toEqual([]);
  const tooWidePx = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(tooWidePx).toBeLessThanOrEqual(0);
}

/** A car for sale of the demo's seller. */
async function carOfSeller(page: Page): Promise<string> {
  const listings = await (await page.request.get("/account/listings")).text();
  for (const [, id = ""] of listings.matchAll(/"\/account\/listings\/([\w-]{36})"/g)) {
    const response = await page.request.get(`/singleListing/${id}`);
    if (response.ok() && ((await response.json()) as { sellStatus: string }).sellStatus !== "sold")
      return id;
  }
  throw new Error("The demo's seller has no car for sale.");
}

test("on a phone: a question, answered in French; then blocked, reported and settled", async () => {
  const seller = await visit.newPage({ viewport: PHONE });
  await visit.signIn(seller, "seller");
  const id = await carOfSeller(seller);

  const buyer = await visit.newPage({ viewport: PHONE });
  await buyer.goto(`/details/${id}`, { waitUntil: "domcontentloaded" });
  await buyer.getByRole("link", { name: say("inquiry_ask"), exact: true }).click();
  await buyer.waitForURL(/\/login/);
  await buyer.getByText(say("account_sign_in_to_ask").split(" {car}")[0] ?? "").waitFor();
  await signIn(buyer, "buyer@example.com", "demo-buyer-looks-around");
  await buyer.getByRole("heading", { name: say("inquiry_ask_title"), level: 1 }).waitFor();
  await buyer.getByRole("button", { name: say("inquiry_send") }).click();
  await buyer.getByText(say("inquiry_text_error_missing")).last().waitFor();
  await expectFits(buyer);
  await buyer.getByLabel(say("inquiry_kind_option_test_drive")).check();
  await buyer.getByRole("textbox", { name: say("inquiry_text_label") }).fill("Saturday at ten?");
  await buyer.getByRole("button", { name: say("inquiry_send") }).click();
  await buyer.getByText(say("inquiry_done_sent")).waitFor();
  await expectFits(buyer);

  const mail = async () =>
    (await readOutbox(visit.site.origin)).find(
      ({ to, text }) => to === "seller@example.com" && text.includes("Saturday at ten?"),
    );
  await expect.poll(mail, { timeout: 15_000 }).toBeDefined();
  const link = /\/account\/messages\/[\w-]+/.exec((await mail())?.text ?? "")?.[0] ?? "";
  expect((await mail())?.text).not.toContain("buyer@example.com");
  await seller.goto("/account/messages", { waitUntil: "domcontentloaded" });
  await expectFits(seller);
  // What waits for an answer leaves the name of who asked its room.
  const names = seller.getByRole("main").getByRole("listitem").getByRole("heading");
  expect(
    await names.evaluateAll((all) => all.filter((each) => each.scrollWidth > each.clientWidth)),
  ).toEqual([]);
  await seller.goto(`/fr${link}`, { waitUntil: "domcontentloaded" });
  await seller.getByText("Saturday at ten?").waitFor();
  await expectFits(seller);
  await seller
    .getByRole("textbox", { name: french("inquiry_answer_label") })
    .fill("Oui, à dix heures.");
  await seller.getByRole("button", { name: french("inquiry_send"), exact: true }).click();
  await seller.getByText(french("inquiry_done_sent")).waitFor();
  await buyer.goto(link, { waitUntil: "domcontentloaded" });
  await buyer.getByText("Oui, à dix heures.").waitFor();

  await buyer.getByRole("button", { name: say("inquiry_report") }).click();
  await buyer.getByText(say("inquiry_done_reported")).waitFor();
  await buyer.getByRole("button", { name: /^Block / }).click();
  await buyer.getByText(say("inquiry_done_blocked")).waitFor();
  await seller.goto(`/fr${link}`, { waitUntil: "domcontentloaded" });
  await seller.getByText(french("inquiry_reason_blocked")).waitFor();

  const staff = await visit.newPage();
  await visit.signIn(staff, "staff");
  await staff.goto("/staff/moderation");
  const reported = staff.getByRole("listitem").filter({
    hasText: "Saturday at ten?",
    has: staff.getByRole("button", { name: say("listing_reports_settle") }),
  });
  await reported.getByRole("button", { name: say("listing_reports_settle") }).click();
  await reported.waitFor({ state: "detached" });
});
