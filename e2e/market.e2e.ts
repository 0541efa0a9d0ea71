import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { axeFindings, hydratedControl, loadWords, PHONE } from "./browser.fixture.ts";
import { journey } from "./journey.fixture.ts";
import { readOutbox } from "./program.fixture.ts";

// A separate site, because the test sells a car of the demo’s seller.
const visit = journey({ ownSite: true });

const say = loadWords("en");
const person = (email: string, name: string) => ({
  email,
  name,
  password: "maple-canoe-thunder-9",
});
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

/** A car for sale of the demo's seller, whose page shows them its bids. */
async function carOfSeller(page: Page): Promise<string> {
  const read = async (path: string) => (await page.request.get(path)).text();
  const cars = await read("/cars?seller=private");
  for (const href of new Set(cars.match(/\/details\/[\w-]{36}/g)))
    if ((await read(href)).includes(say("bid_received_title"))) return href;
  throw new Error("The demo seller has no live car on the first page.");
}

/**
 * Waits for the script first: before it is loaded, a link to a dialog leads to a page with the same
 * form.
 */
async function openDialog(opener: Locator): Promise<void> {
  await hydratedControl(opener);
  await opener.click();
}

async function placeBid(page: Page, price: string, phone: string): Promise<void> {
  const opener = page
    .getByRole("button", { name: say("bid_place") })
    .or(page.getByRole("link", { name: say("bid_place") }))
    .first();
  await openDialog(opener);
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("heading", { name: say("bid_title") }).waitFor();
  await dialog.getByLabel(say("bid_phone")).fill(phone);
  await dialog.getByLabel(say("bid_price")).fill(price);
  await dialog.getByRole("button", { name: say("bid_submit") }).click();
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
  await visit.signIn(seller, "seller");
  const listing = await carOfSeller(seller);
  const id = listing.split("/").at(-1) ?? "";

  const buyer = await visit.newPage();
  await visit.openAccount(buyer, person("bianca@example.com", "Bianca Lavoie"));
  await buyer.goto(listing, { waitUntil: "networkidle" });
  await button(buyer, say("saved_listing_save")).click();
  await button(buyer, say("saved_listing_saved")).waitFor();
  await placeBid(buyer, "9000", "416-555-0177");

  const other = await visit.newPage();
  await visit.openAccount(other, person("otto@example.com", "Otto Weiss"));

  await seller.goto(listing, { waitUntil: "networkidle" });
  await seller.getByText("Bianca Lavoie").first().waitFor();
  const bid = seller.getByRole("listitem").filter({ hasText: "Bianca Lavoie" }).first();
  await openDialog(bid.getByRole("link", { name: say("bid_accept_sold") }));
  const question = seller.getByRole("dialog");
  expect(await axeFindings(seller)).toEqual([]);
  await question.getByRole("button", { name: say("bid_accept_sold") }).click();
  await seller
    .getByText(say("bid_answered"))
    .or(seller.getByText(say("bid_sold_note")))
    .first()
    .waitFor();

  // On the page: the button is gone, and the reason is shown.
  await other.goto(listing, { waitUntil: "networkidle" });
  await other.getByText(say("bid_reason_sold")).first().waitFor();

  // By the call, with the member's own token.
  const refused = await other.evaluate(async (productId) => {
    const json = { "content-type": "application/json" };
    const body = JSON.stringify({ email: "otto@example.com" });
    const signed = await fetch("/jwt", { method: "POST", headers: json, body });
    const { token } = (await signed.json()) as { token: string };
    const response = await fetch("/newBid", {
      method: "POST",
      headers: { ...json, authorization: `Bearer ${token}` },
      body: JSON.stringify({ productId, bidderPhone: "416-555-0178", proposedPrice: 12_000 }),
    });
    return response.status;
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
  await visit.signIn(seller, "seller");
  const listing = await carOfSeller(seller);

  const buyer = await visit.newPage({ viewport: PHONE });
  await visit.openAccount(buyer, person("colette@example.com", "Colette Dion"));
  await buyer.goto(listing, { waitUntil: "networkidle" });
  await placeBid(buyer, "9000", "416-555-0179");
  const car = (await buyer.getByRole("heading", { level: 1 }).textContent()) ?? "";
  const own = buyer.getByRole("region", { name: say("bid_yours_title") });
  await own.getByText("$9,000").waitFor();
  await expectFits(buyer);

  // If a bid cannot be sent, its toast disappears, its reason stays, and it can be sent again.
  await openDialog(own.getByRole("link", { name: say("bid_change"), exact: true }));
  const dialog = buyer.getByRole("dialog");
  await dialog.getByLabel(say("bid_price")).fill("1005");
  await dialog.getByRole("heading", { name: say("bid_change_title") }).waitFor();
  const send = dialog.getByRole("button", { name: say("bid_change_submit") });
  await send.click();
  await dialog.getByText(say("bid_problem_price_off_step").replace("{step}", "$10")).waitFor();
  await dialog.getByLabel(say("bid_price")).fill("9500");
  await buyer.context().setOffline(true);
  await send.click();
  const toast = buyer
    .getByRole("region", { name: say("ui_toasts_bid") })
    .getByText(say("bid_reason_unreachable"));
  await toast.waitFor();
  await toast.waitFor({ state: "hidden" });
  expect(await dialog.getByRole("alert").textContent()).toContain(say("bid_reason_unreachable"));
  await buyer.context().setOffline(false);
  await send.click();
  await own.getByText("$9,500").waitFor();

  // From the seller's listings, where a badge says that a bid needs an answer.
  await seller.goto("/account/listings", { waitUntil: "networkidle" });
  const row = seller.getByRole("listitem").filter({ hasText: car });
  await row.getByRole("link", { name: /^\d+ bids? to answer$/ }).click();
  const bid = seller.getByRole("listitem").filter({ hasText: "Colette Dion" });
  await bid.getByText("$9,500").waitFor();
  await bid.getByText(say("bid_counter"), { exact: true }).click();
  // A counter-offer below the bid is refused.
  await bid.getByLabel(say("bid_counter_price")).fill("970");
  await bid.getByRole("button", { name: say("bid_counter_send") }).click();
  await bid
    .getByText(
      say("bid_counter_price_wrong").replace("{minimum}", "$9,510").replace("{step}", "$10"),
    )
    .waitFor();
  await expectFits(seller);
  await bid.getByLabel(say("bid_counter_price")).fill("9700");
  await bid.getByRole("button", { name: say("bid_counter_send") }).click();
  await seller.getByText(say("bid_answer_countered")).waitFor();
  // A bid can be countered once: the control disappears when the page has been reloaded.
  await bid.getByText(say("bid_counter"), { exact: true }).waitFor({ state: "detached" });

  // The link in the e-mail leads to the page where it is answered, here in French.
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
