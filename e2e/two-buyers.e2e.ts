import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { axeFindings, loadWords, PHONE } from "./browser.fixture.ts";
import { journey } from "./journey.fixture.ts";
import { readOutbox, sellCarFields } from "./program.fixture.ts";

// A separate site, because the test acts as the demo's dealer and the demo's seller.
const visit = journey({ ownSite: true });

const DEALERSHIP = { name: "Lakeshore Lane Autos", leadEmail: "leads.lakeshore-lane@example.com" };

/** How often an e-mail with a matching subject was sent to an address. */
async function countMails(to: string, subject: RegExp): Promise<number> {
  const mails = await readOutbox(visit.site.origin);
  return mails.filter((mail) => mail.to === to && subject.test(mail.subject ?? "")).length;
}

const press = (page: Page, name: string) =>
  page.getByRole("main").getByRole("button", { name, exact: true }).first().click();

/**
 * A seller makes a counter-offer to a dealership, lists the same car, and sells it to a bidder; the
 * dealership accepts a moment later. Only one of the two buys it, and everybody is notified.
 */
test.each([
  ["en", true],
  ["fr", false],
] as const)("two buyers, one car, in %s (JavaScript: %s)", async (locale, javaScriptEnabled) => {
  const say = loadWords(locale);
  const prefix = locale === "fr" ? "/fr" : "";
  const open = async (role: "buyer" | "dealer" | "seller" | "staff") => {
    const page = await visit.newPage({ viewport: PHONE, javaScriptEnabled });
    await visit.signIn(page, role);
    return page;
  };
  const seller = await open("seller");
  const dealer = await open("dealer");
  const buyer = await open("buyer");

  const sent = await seller.request.post(`${prefix}/forms/sell-car`, {
    form: sellCarFields({
      city: "Toronto",
      province: "ON",
      sellerPhone: "416-555-0147",
      shareWithDealerships: "yes",
      accidentHistory: "yes",
      accidentDetails: "Hit a deer",
      salvageStatus: "yes",
      brand: "rebuilt",
      // A different car in each language, because the same answers again would be the same request.
      totalRun: locale === "en" ? "88000" : "91000",
    }),
    headers: { accept: "application/json", origin: visit.site.origin },
  });
  const { reference } = (await sent.json()) as { reference: string };
  const hasOf = (subject: RegExp) => countMails(DEALERSHIP.leadEmail, subject);
  const had = {
    sold: await hasOf(/was sold/),
    again: await hasOf(/^For sale again/),
    calledOff: await hasOf(/called the sale off/),
  };

  await dealer.goto(`${prefix}/dealer/requests/${reference}`);
  await dealer.getByLabel(say("dealer_amount_label")).fill("10000");
  await press(dealer, say("dealer_offer_submit"));
  await dealer.getByText(say("dealer_done_offered")).waitFor();

  await seller.goto(`${prefix}/sell-car/sent/${reference}`);
  const offer = seller.getByRole("listitem").filter({ hasText: DEALERSHIP.name });
  await offer.getByText(say("sale_counter")).first().click();
  await offer.getByRole("spinbutton").fill("10800");
  await press(seller, say("sale_counter_send"));
  await seller.getByText(say("sale_done_countered")).waitFor();

  await seller.goto(`${prefix}/account/listings/from/${reference}`);
  const field = (name: string) =>
    seller.getByRole("main").getByLabel(say(`listing_form_${name}_label`), { exact: true });
  await field("fuel_type").selectOption("gasoline");
  await field("price").fill("12500");
  // The request declared the car rebuilt. The seller now declares it clean, which must wait for
  // staff.
  const isClean = { name: say("declared_brand_option_clean"), exact: true };
  const declaredClean = seller.getByRole("main").getByRole("radio", isClean);
  expect(await declaredClean.isChecked()).toBe(false);
  await declaredClean.check();
  await seller.getByLabel(say("ad_statement_is_own_car_label")).check();
  await press(seller, say("seller_save_new"));
  await seller.waitForURL((url) => url.pathname.endsWith("/photos"));
  const listingId = /listings\/([\w-]+)\//.exec(seller.url())?.[1] ?? "";
  await seller.goto(`${prefix}/account/listings/${listingId}`);
  await press(seller, say("seller_move_publish"));
  await seller.getByText(say("seller_done_published")).waitFor();

  await buyer.goto(`${prefix}/details/${listingId}`);
  const declared = buyer.getByRole("region", { name: say("declared_title") });
  await expect(declared.innerText()).resolves.toContain("Hit a deer");
  await expect(declared.getByText(say("declared_brand_option_rebuilt")).count()).resolves.toBe(1);
  const staff = await open("staff");
  await staff.goto(`${prefix}/staff/verifications`);
  const stored = say("declared_staff_keep").replace(
    "{earlier}",
    say("declared_brand_option_rebuilt"),
  );
  await press(staff, stored);
  await staff.getByText(say("declared_staff_none")).waitFor();
  await seller.reload();
  await seller.getByRole("region", { name: say("declared_own_title") }).waitFor();

  await buyer.goto(`${prefix}/details/${listingId}/bid`);
  await buyer.getByLabel(say("bid_phone")).fill("416-555-0177");
  await buyer.getByLabel(say("bid_price")).fill("12000");
  await press(buyer, say("bid_submit"));
  await buyer.getByText(say("bid_placed")).first().waitFor();

  // The dealership's page is open and shows the seller's price while the car is sold to the bidder.
  await dealer.goto(`${prefix}/dealer/requests/${reference}`);
  const saysYes = dealer.getByRole("button", { name: /10\s?,?800/ });
  const openYes = () =>
    dealer
      .getByText(new RegExp(`^${say("dealer_counter_accept").replace("{counter}", "")}`))
      .click();
  await openYes();

  const sell = `${prefix}/details/${listingId}/answer?intent=accept-sold&from=listing`;
  await seller.goto(`${prefix}/details/${listingId}`);
  const href = await seller
    .getByRole("link", { name: say("bid_accept_sold") })
    .first()
    .getAttribute("href");
  expect(href).toContain(sell.split("?")[0]);
  await seller.goto(href ?? sell);
  await press(seller, say("bid_accept_sold"));
  await seller.getByText(say("bid_answered")).first().waitFor();

  const answered = dealer.waitForResponse((response) => response.request().method() === "POST");
  await saysYes.click();
  expect((await answered).status()).toBe(409);
  await dealer.getByText(say("dealer_refused_car_taken")).first().waitFor();
  await expect.poll(() => hasOf(/was sold/)).toBe(had.sold + 1);

  // The page of the request shows the same to its seller, and accepts no more answers.
  await seller.goto(`${prefix}/sell-car/sent/${reference}`);
  await seller.getByText(say("sale_offers_listing_sold")).waitFor();
  expect(await seller.getByText(say("sale_accept"), { exact: true }).count()).toBe(0);
  if (javaScriptEnabled) expect(await axeFindings(seller)).toEqual([]);

  // When the sale is taken back, the counter-offer to the dealership is open again, and this time
  // the dealership buys.
  await seller.goto(`${prefix}/details/${listingId}`);
  await press(seller, say("bid_reopen"));
  await seller.getByText(say("bid_answer_reopened")).waitFor();
  await expect.poll(() => hasOf(/^For sale again/)).toBe(had.again + 1);
  await dealer.goto(`${prefix}/dealer/requests/${reference}`);
  await openYes();
  await saysYes.click();
  await dealer.getByText(say("dealer_done_counter_accepted")).waitFor();
  await expect
    .poll(() => countMails("buyer@example.com", /^(On hold|Auto réservée)/))
    .toBeGreaterThan(0);
  // The bid is still open, but cannot be changed while the car is held.
  await buyer.goto(`${prefix}/details/${listingId}`);
  await buyer
    .getByRole("region", { name: say("bid_yours_title") })
    .getByText(say("bid_state_on_hold"))
    .waitFor();
  expect(await buyer.getByRole("link", { name: say("bid_change"), exact: true }).count()).toBe(0);

  // The seller calls the deal off, so the bid can be accepted again.
  await seller.goto(`${prefix}/sell-car/sent/${reference}`);
  await seller.getByText(new RegExp(`^${say("sale_call_off")}`)).click();
  await press(seller, say("sale_call_off_confirm"));
  await seller.getByText(say("sale_done_called_off")).waitFor();
  if (javaScriptEnabled) expect(await axeFindings(seller)).toEqual([]);
  await expect.poll(() => hasOf(/called the sale off/)).toBe(had.calledOff + 1);
  await buyer.goto(`${prefix}/my-bids`);
  await buyer.getByText(say("bid_state_open")).first().waitFor();

  // The seller reserves it for the bidder: only one buyer is left, and both continue on the page of
  // their deal.
  await seller.goto(`${prefix}/details/${listingId}`);
  const reserve = seller.getByRole("link", { name: say("bid_accept_reserved") }).first();
  await seller.goto((await reserve.getAttribute("href")) ?? "");
  await press(seller, say("bid_accept_reserved"));
  await seller.getByText(say("bid_answered")).first().waitFor();
  await seller.goto(`${prefix}/details/${listingId}`);
  const dealLink = seller.getByRole("link", { name: say("deal_link") }).first();
  const deal = (await dealLink.getAttribute("href")) ?? "";
  const countAbout = async (to: string) =>
    (await readOutbox(visit.site.origin)).filter(
      (mail) => mail.to === to && mail.text?.includes(deal.replace(prefix, "")),
    ).length;

  await seller.goto(deal);
  const item = say("deal_item_transfer");
  await press(seller, say("deal_checklist_mark").replace("{item}", item));
  await seller.getByText(say("deal_done_ticked")).waitFor();
  await buyer.goto(deal);
  await buyer.getByText(say("deal_checklist_seller"), { exact: true }).waitFor();
  const finance = buyer.getByRole("heading", { name: /12[\s,]000/ });
  await expect(finance.count()).resolves.toBe(1);
  await buyer.getByLabel(say("inquiry_answer_label")).fill("Saturday at ten?");
  await press(buyer, say("inquiry_send"));
  await buyer.getByText(say("deal_done_sent")).waitFor();
  if (javaScriptEnabled) expect(await axeFindings(buyer)).toEqual([]);
  await buyer.getByRole("link", { name: say("deal_bill_open") }).click();
  const bill = buyer.getByRole("article");
  await bill.getByText(/12[\s,]000/).waitFor();
  await expect(bill.innerText()).resolves.toContain(say("declared_brand_option_rebuilt"));
  // The printed page contains only the bill, and no links.
  await buyer.emulateMedia({ media: "print" });
  expect(await buyer.getByRole("link").filter({ visible: true }).count()).toBe(0);
  await buyer.emulateMedia({ media: null });

  await seller.goto(deal);
  await seller.getByText("Saturday at ten?").waitFor();
  const notified = {
    seller: await countAbout("seller@example.com"),
    buyer: await countAbout("buyer@example.com"),
  };
  await seller.getByLabel(say("deal_hand_over_odometer_label")).fill("91500");
  await press(seller, say("deal_hand_over_submit"));
  await seller.getByText(say("deal_done_handed_over")).waitFor();
  await expect.poll(() => countAbout("buyer@example.com")).toBeGreaterThan(notified.buyer);
  await expect.poll(() => countAbout("seller@example.com")).toBeGreaterThan(notified.seller);
  await buyer.reload();
  await bill.getByText(/91[\s,]500/).waitFor();
  for (const page of [seller, dealer, buyer]) await page.context().close();
});
