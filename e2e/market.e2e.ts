import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { axeFindings, loadWords, PHONE } from "./browser.fixture.ts";
import { journey } from "./journey.fixture.ts";
import { readOutbox } from "./program.fixture.ts";

// It sells a car of the demo’s seller.
const visit = journey({ ownSite: true });

const say = loadWords("en");
const PASSWORD = "maple-canoe-thunder-9";
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

/** Opens an account, by the link in the mail that the outbox shows. */
async function register(page: Page, email: string, name = "Bianca Lavoie"): Promise<void> {
  await page.goto("/register");
  await page.getByLabel(say("account_name_label"), { exact: true }).fill(name);
  await page.getByLabel(say("account_email_label")).fill(email);
  await page.getByLabel(say("account_password_label")).fill(PASSWORD);
  await button(page, say("account_sign_up_button")).click();
  await page.getByRole("heading", { name: say("account_sign_up_sent_title") }).waitFor();
  const link = await confirmationLink(email);
  await page.goto(link);
  await page.getByLabel(say("account_password_label")).fill(PASSWORD);
  await button(page, say("account_confirm_button")).click();
  await page.getByRole("heading", { name: say("account_title"), level: 1 }).waitFor();
}

async function confirmationLink(email: string): Promise<string> {
  const find = async () => {
    const mails = (await readOutbox(visit.site.origin)).filter(({ to }) => to === email);
    return mails.map(({ text }) => /\/register\/confirm\/[\w-]+/.exec(text)?.[0]).find(Boolean);
  };
  await expect.poll(find, { timeout: 15_000 }).toBeDefined();
  return (await find()) ?? "";
}

async function signInAsSeller(page: Page): Promise<void> {
  await page.goto("/login");
  await page.getByLabel(say("account_email_label")).fill("seller@example.com");
  await page.getByLabel(say("account_password_label")).fill("demo-seller-sells-a-car");
  await button(page, say("account_sign_in_button")).first().click();
  await page.waitForURL((url) => !url.pathname.startsWith("/login"));
}

/** A live car of the demo seller, by its own room. */
async function carOfSeller(page: Page): Promise<string> {
  await page.goto("/cars?seller=private");
  const links = page.getByRole("article").getByRole("link");
  const hrefs = await links.evaluateAll((all) =>
    all.map((link) => link.getAttribute("href") ?? ""),
  );
  for (const href of new Set(hrefs.filter((each) => each.startsWith("/details/")))) {
    // Each car's pictures are drawn when they are asked for: the words are there long before.
    await page.goto(href, { waitUntil: "domcontentloaded" });
    if (await page.getByRole("heading", { name: say("bid_received_title") }).count()) return href;
  }
  throw new Error("The demo seller has no live car on the first page.");
}

async function placeBid(page: Page, price: string, phone: string): Promise<void> {
  await page
    .getByRole("button", { name: say("bid_place") })
    .or(page.getByRole("link", { name: say("bid_place") }))
    .first()
    .click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("heading", { name: say("bid_title") }).waitFor();
  await dialog.getByLabel(say("bid_phone")).fill(phone);
  await dialog.getByLabel(say("bid_price")).fill(price);
  await dialog.getByRole("button", { name: say("bid_submit") }).click();
  await dialog.getByRole("heading", { name: say("bid_look_title") }).waitFor();
  await button(page, say("bid_look_send")).click();
  await page.getByText(say("bid_placed")).first().waitFor();
}

async function expectFits(page: Page): Promise<void> {
  expect(await axeFindings(page)).toEqual([]);
  const tooWidePx = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(tooWidePx).toBeLessThanOrEqual(0);
}

test("sign up, search, save, bid, be accepted; the next bid is refused", async () => {
  const seller = await visit.newPage();
  await signInAsSeller(seller);
  const listing = await carOfSeller(seller);
  const id = listing.split("/").at(-1) ?? "";

  const buyer = await visit.newPage();
  await register(buyer, "bianca@example.com");
  await buyer.goto(listing, { waitUntil: "networkidle" });
  await button(buyer, say("saved_listing_save")).click();
  await button(buyer, say("saved_listing_saved")).waitFor();
  await placeBid(buyer, "9000", "416-555-0177");

  const other = await visit.newPage();
  await register(other, "otto@example.com");

  await seller.goto(listing, { waitUntil: "networkidle" });
  await seller.getByText("Bianca Lavoie").first().waitFor();
  const bid = seller.getByRole("listitem").filter({ hasText: "Bianca Lavoie" }).first();
  await bid.getByRole("link", { name: say("bid_accept_sold") }).click();
  const question = seller.getByRole("dialog");
  expect(await axeFindings(seller)).toEqual([]);
  await question.getByRole("button", { name: say("bid_accept_sold") }).click();
  await seller
    .getByText(say("bid_answered"))
    .or(seller.getByText(say("bid_sold_note")))
    .first()
    .waitFor();

  // In the page: the button is there no more, and the reason is.
  await other.goto(listing, { waitUntil: "networkidle" });
  await other.getByText(say("bid_reason_sold")).first().waitFor();

  // By the call, with a token of one's own.
  const refused = await other.evaluate(async (productId) => {
    const json = { "content-type": "application/json" };
    const body = JSON.stringify({ email: "otto@example.com" });
    const signed = await fetch("/jwt", { method: "POST", headers: json, body });
    const { token } = (await signed.json()) as { token: string };
    const answer = await fetch("/newBid", {
      method: "POST",
      headers: { ...json, authorization: `Bearer ${token}` },
      body: JSON.stringify({ productId, bidderPhone: "416-555-0178", proposedPrice: 12_000 }),
    });
    return answer.status;
  }, id);
  expect(refused).toBe(409);

  await buyer.goto("/saved");
  await buyer.getByRole("article").first().waitFor();
  await expect
    .poll(async () =>
      (await readOutbox(visit.site.origin)).some(
        ({ to, subject }) => to === "bianca@example.com" && /bid/i.test(subject ?? ""),
      ),
    )
    .toBe(true);
});

test("on a phone: bid, change it, be offered another price, take it in French", async () => {
  const french = loadWords("fr");
  const seller = await visit.newPage({ viewport: PHONE });
  await signInAsSeller(seller);
  const listing = await carOfSeller(seller);
  const car = (await seller.getByRole("heading", { level: 1 }).textContent()) ?? "";

  const buyer = await visit.newPage({ viewport: PHONE });
  await register(buyer, "colette@example.com", "Colette Dion");
  await buyer.goto(listing, { waitUntil: "networkidle" });
  await placeBid(buyer, "9000", "416-555-0179");
  const own = buyer.getByRole("region", { name: say("bid_yours_title") });
  await own.getByText("$9,000").waitFor();
  await expectFits(buyer);

  // A bid that cannot be sent: its toast goes, its reason stays, and it can be sent again.
  await own.getByRole("link", { name: say("bid_change"), exact: true }).click();
  const dialog = buyer.getByRole("dialog");
  await dialog.getByLabel(say("bid_price")).fill("1005");
  await dialog.getByRole("button", { name: say("bid_submit") }).click();
  await dialog.getByText(say("bid_problem_price_off_step").replace("{step}", "$10")).waitFor();
  await dialog.getByLabel(say("bid_price")).fill("9500");
  await dialog.getByRole("button", { name: say("bid_submit") }).click();
  await dialog.getByRole("heading", { name: say("bid_look_title") }).waitFor();
  await buyer.context().setOffline(true);
  await dialog.getByRole("button", { name: say("bid_look_send") }).click();
  const toast = buyer
    .getByRole("region", { name: say("ui_toasts_bid") })
    .getByText(say("bid_reason_unreachable"));
  await toast.waitFor();
  await toast.waitFor({ state: "hidden" });
  expect(await dialog.getByRole("alert").textContent()).toContain(say("bid_reason_unreachable"));
  await buyer.context().setOffline(false);
  await dialog.getByRole("button", { name: say("bid_look_send") }).click();
  await own.getByText("$9,500").waitFor();

  // From their listings, where a badge says that an answer is owed.
  await seller.goto("/account/listings", { waitUntil: "networkidle" });
  const row = seller.getByRole("listitem").filter({ hasText: car });
  await row.getByRole("link", { name: /^\d+ bids? to answer$/ }).click();
  const bid = seller.getByRole("listitem").filter({ hasText: "Colette Dion" });
  await bid.getByText("$9,500").waitFor();
  await bid.getByText(say("bid_counter"), { exact: true }).click();
  await bid.getByLabel(say("bid_counter_price")).fill("9705");
  await bid.getByRole("button", { name: say("bid_counter_send") }).click();
  await bid
    .getByText(/in steps of \$10$/)
    .last()
    .waitFor();
  await expectFits(seller);
  await bid.getByLabel(say("bid_counter_price")).fill("9700");
  await bid.getByRole("button", { name: say("bid_counter_send") }).click();
  await seller.getByText(say("bid_answer_countered")).waitFor();
  // Once a bid: the way to it goes as soon as the page has asked again.
  await bid.getByText(say("bid_counter"), { exact: true }).waitFor({ state: "detached" });

  // The link of the mail leads to where it is answered; here in French.
  const counterMail = async () =>
    (await readOutbox(visit.site.origin)).find(
      ({ to, text }) => to === "colette@example.com" && text.includes("$9,700"),
    )?.text;
  await expect.poll(counterMail, { timeout: 15_000 }).toContain("/my-bids");
  await buyer.goto("/fr/my-bids", { waitUntil: "networkidle" });
  await expectFits(buyer);
  const accept = french("bid_counter_accept").replace("{counter}", "9\u00a0700\u00a0$");
  await buyer.getByRole("button", { name: accept }).click();
  await buyer.getByText(french("bid_answer_counter_accepted")).waitFor();

  await seller.goto(listing, { waitUntil: "networkidle" });
  await seller.getByText(say("bid_reserved_note").replace("{name}", "Colette Dion")).waitFor();
  await seller.getByText("$9,700").first().waitFor();
});
