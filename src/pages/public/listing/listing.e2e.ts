import type { Page } from "playwright-core";
import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import { paths } from "#site/paths.ts";
import {
  axeFindings,
  hydrated,
  hydratedControl,
  loadWords,
  PHONE,
} from "../../../../e2e/browser.fixture.ts";
import { journey } from "../../../../e2e/journey.fixture.ts";
import { readOutbox } from "../../../../e2e/program.fixture.ts";

const visit = journey();
/** A live car of the dealer's: neither the buyer's own nor in Quebec. */
let listing: string;

beforeAll(async () => {
  const cars = await fetch(`${visit.site.origin}/cars?seller=dealer&province=ON`);
  listing = /"\/details\/([\w-]{36})"/.exec(await cars.text())?.[1] ?? "";
});

const say = loadWords("en");
const button = (page: Page, key: string) => page.getByRole("button", { name: say(key) });

/** The estimated payment beside the price, with its APR; not there where none may be shown. */
const payment = (page: Page) => page.getByRole("group", { name: say("listing_est_payment") });

async function signInHere(page: Page): Promise<void> {
  await page.getByLabel(say("account_email_label")).fill("buyer@example.com");
  await page.getByLabel(say("account_password_label")).fill("demo-buyer-looks-around");
  await page.getByRole("button", { name: say("account_sign_in_button"), exact: true }).click();
  await page.waitForURL((url) => !url.pathname.startsWith("/login"));
}

/** The dealer's own, each of another colour, as they would be sent from a phone. */
async function addPhotos(count: number): Promise<void> {
  const page = await visit.newPage();
  await visit.signIn(page, "dealer");
  await page.goto(paths.listingPhotos(listing), { waitUntil: "networkidle" });
  const files = Array.from({ length: count }, async (_, index) => {
    const background = { r: 40 * index, g: 120, b: 200 - 30 * index };
    const photo = sharp({ create: { width: 1600, height: 1000, channels: 3, background } });
    return {
      name: `${index}.jpg`,
      mimeType: "image/jpeg",
      buffer: await photo.jpeg().toBuffer(),
    };
  });
  await page
    .getByLabel(say("seller_photos_choose"), { exact: true })
    .filter({ visible: true })
    .setInputFiles(await Promise.all(files));
  const stored = say("seller_photos_count").replace("{count}", String(count));
  await page.getByText(stored.replace("{most}", "20"), { exact: true }).waitFor();
}

/** The code of the newest mail to an address. */
async function codeMailedTo(email: string): Promise<string> {
  const find = async () => {
    const mail = (await readOutbox(visit.site.origin)).find(({ to }) => to === email);
    return /\b(\d{4})\s(\d{4})\b/.exec(mail?.text ?? "")?.[0];
  };
  await expect.poll(find, { timeout: 15_000 }).toBeDefined();
  return (await find()) ?? "";
}

async function expectFits(page: Page): Promise<void> {
  expect(await axeFindings(page)).toEqual([]);
  const tooWidePx = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(tooWidePx).toBeLessThanOrEqual(0);
}

test.each([
  ["in English", "", true],
  ["in French, without JavaScript", "/fr", false],
] as const)(
  "a stranger on a phone joins from Save by one code, and the car is saved: %s",
  async (_how, prefix, javaScriptEnabled) => {
    const words = loadWords(prefix === "" ? "en" : "fr");
    const email = `saves-a-car${prefix.replace("/", "-")}@example.com`;
    const page = await visit.newPage({ viewport: PHONE, javaScriptEnabled });
    const press = (key: string) =>
      page
        .getByRole("button", { name: words(key), exact: true })
        .first()
        .click();
    const car = `${visit.site.origin}${prefix}${paths.listing(listing)}`;
    await page.goto(car);
    await press("saved_listing_save");
    await page.getByText(words("account_sign_in_to_save").split(" {car}")[0] ?? "").waitFor();
    await page.getByText(words("account_email_code_new"), { exact: true }).waitFor();
    if (javaScriptEnabled) await expectFits(page);
    await page.getByLabel(words("account_email_label")).fill(email);
    await press("account_email_code_send");
    await page.getByLabel(words("account_email_code_label")).fill(await codeMailedTo(email));
    await press("account_continue");
    await page.getByRole("heading", { name: words("account_name_title"), level: 1 }).waitFor();
    if (javaScriptEnabled) await expectFits(page);
    await press("account_sign_up_button");
    await page.getByText(words("account_name_error_missing")).first().waitFor();
    await page.getByLabel(words("account_name_label"), { exact: true }).fill("Amara Okafor");
    await press("account_sign_up_button");
    await page.waitForURL(car);
    await page
      .getByRole("button", { name: words("saved_listing_saved"), exact: true })
      .first()
      .waitFor();
    const title = (await page.getByRole("heading", { level: 1 }).textContent()) ?? "";
    await page.goto(`${prefix}${paths.savedListings()}`);
    expect(await page.getByRole("article").filter({ hasText: title }).count()).toBe(1);
  },
);

describe("without JavaScript", () => {
  test("a visitor saves, signs in, finds it saved, and bids on a page", async () => {
    const page = await visit.newPage({ javaScriptEnabled: false });
    await page.goto(paths.listing(listing));
    await button(page, "saved_listing_save").first().click();
    await signInHere(page);
    expect(new URL(page.url()).pathname).toBe(paths.listing(listing));
    expect(await button(page, "saved_listing_saved").first().isVisible()).toBe(true);
    const title = (await page.getByRole("heading", { level: 1 }).textContent()) ?? "";
    await page.goto(paths.savedListings());
    expect(await page.getByRole("article").filter({ hasText: title }).count()).toBe(1);

    await page.goto(paths.listing(listing));
    await page.getByRole("link", { name: say("bid_place") }).click();
    const price = page.getByLabel(say("bid_price"));
    await price.fill("1005");
    await button(page, "bid_submit").click();
    expect(await page.getByRole("alert").textContent()).toContain("$10");
    expect(await price.inputValue()).toBe("1005");
    await price.fill("1010");
    await button(page, "bid_submit").click();
    expect(await page.getByRole("status").first().textContent()).toContain(say("bid_placed"));
    await page.goto(paths.myBids());
    expect(await page.getByRole("listitem").filter({ hasText: "$1,010" }).count()).toBe(1);
  });

  test("the number is shown, and the estimate follows its form", async () => {
    const page = await visit.newPage({ javaScriptEnabled: false });
    await page.goto(paths.listing(listing));
    await button(page, "listing_show_number").click();
    const number = page.getByRole("status").getByRole("link", { name: /\d{3}-\d{4}/ });
    expect(await number.getAttribute("href")).toMatch(/^tel:/);

    const amount = payment(page).getByText(new RegExp(`^\\$.+ ${say("listing_card_frequency")}$`));
    const before = await amount.textContent();
    await page.getByLabel(say("listing_est_down"), { exact: true }).fill("5000");
    await page.getByText(say("listing_est_more"), { exact: true }).click();
    await page.getByLabel(say("listing_est_trade_in"), { exact: true }).fill("700");
    await button(page, "listing_est_update").click();
    expect(new URL(page.url()).search).toMatch(/^\?tradeIn=700&province=ON&rate=14\.5$/);
    expect(await page.getByLabel(say("listing_est_down"), { exact: true }).inputValue()).toBe(
      "5000",
    );
    expect(await amount.textContent()).not.toBe(before);

    await page.goto(`${paths.listing(listing)}?province=QC`);
    expect(await payment(page).count()).toBe(0);
    await page.goto(`${paths.listing(listing)}?rate=36`);
    expect(await payment(page).count()).toBe(0);
  });
});

describe("with JavaScript", () => {
  test("a car without photos is one drawing that says so", async () => {
    const page = await visit.newPage();
    await page.goto(paths.listing(listing), { waitUntil: "networkidle" });
    const figure = page.getByRole("figure").filter({ hasText: say("listing_card_no_photo") });
    expect(await figure.getByRole("img").count()).toBe(1);
    expect(await button(page, "listing_gallery_full").count()).toBe(0);
    expect(await button(page, "listing_gallery_next").count()).toBe(0);
  });

  test("the gallery follows keys, small pictures and the full screen", async () => {
    await addPhotos(6);
    const page = await visit.newPage();
    await page.goto(paths.listing(listing), { waitUntil: "networkidle" });
    await hydrated(page);
    const name = say("listing_gallery").replace("{car}", "");
    const gallery = page.getByRole("region", { name });
    const count = gallery.getByText(/^\d+ \/ 6$/);
    await gallery.getByRole("group", { name }).focus();
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => count.textContent()).toBe("2 / 6");
    await page.keyboard.press("End");
    await expect.poll(() => count.textContent()).toBe("6 / 6");
    const third = say("listing_gallery_show").replace("{number}", "3").replace("{total}", "6");
    await gallery.getByRole("link", { name: third, exact: true }).click();
    await expect.poll(() => count.textContent()).toBe("3 / 6");
    const loaded = await gallery
      .getByRole("img")
      .evaluateAll((images: HTMLImageElement[]) =>
        images.flatMap(({ complete, naturalWidth, currentSrc }) =>
          complete && naturalWidth > 0 ? [currentSrc] : [],
        ),
      );
    const small = await gallery
      .getByRole("link")
      .evaluateAll((links) => links.map((link) => link.getElementsByTagName("img")[0]?.currentSrc));
    await button(page, "listing_gallery_full").click();
    const full = page.getByRole("dialog");
    // The one that is shown comes first, the others once it is painted.
    const pictures = full.getByRole("img");
    await expect.poll(() => pictures.count()).toBe(6);
    // Nothing that would be black until it came.
    const behind = await pictures.evaluateAll((images) =>
      images.map(
        (image) =>
          /url\("(.*)"\)/.exec(
            image.closest<HTMLElement>("[style]")?.style.backgroundImage ?? "",
          )?.[1],
      ),
    );
    const there = new Set([...loaded, ...small].map((src) => src && new URL(src).pathname));
    expect(
      behind.filter((src) => !there.has(src?.split("?")[0]?.replace(/^https?:\/\/[^/]+/, ""))),
    ).toEqual([]);
    await full.getByText("3 / 6", { exact: true }).waitFor();
    await page.keyboard.press("ArrowLeft");
    await full.getByText("2 / 6", { exact: true }).waitFor();
    const heard = say("listing_gallery_at").replace("{number}", "2").replace("{total}", "6");
    expect(await full.getByRole("status").textContent()).toBe(heard);
    await page.keyboard.press("Escape");
    await full.waitFor({ state: "hidden" });
  });

  test("a save is there at once, and can be taken back from its toast", async () => {
    const page = await visit.newPage();
    await visit.signIn(page, "buyer");
    await page.goto(paths.cars(), { waitUntil: "networkidle" });
    const heart = page.getByRole("article").nth(3).getByRole("button");
    await hydratedControl(heart);
    await heart.click();
    expect(await heart.getAttribute("aria-pressed")).toBe("true");
    await button(page, "saved_listing_undo").click();
    await expect.poll(() => heart.getAttribute("aria-pressed")).toBe("false");
    await page.getByText(say("saved_listing_removed")).first().waitFor();
    await page.reload();
    expect(await heart.getAttribute("aria-pressed")).toBe("false");
  });

  test("a save that fails is said, and so is a removal; after a session that ended it is done", async () => {
    const page = await visit.newPage({ viewport: PHONE });
    await visit.signIn(page, "buyer");
    await page.goto(paths.cars(), { waitUntil: "networkidle" });
    const heart = page.getByRole("article").nth(4).getByRole("button");
    await hydratedControl(heart);
    const said = (key: string) => page.getByText(say(key), { exact: true }).last();
    const isSaved = () => heart.getAttribute("aria-pressed");
    await page.route("**/newSavedAd", (route) => route.abort());
    await heart.click();
    await said("saved_listing_failed").waitFor();
    expect(await isSaved()).toBe("false");
    await page.unrouteAll();
    await page.route("**/removedSavedAd/*", (route) => route.fulfill({ status: 500 }));
    await heart.click();
    await said("saved_listing_added").waitFor();
    await heart.click();
    await said("saved_listing_remove_failed").waitFor();
    expect(await isSaved()).toBe("true");
    await page.unrouteAll();
    await heart.click();
    await said("saved_listing_removed").waitFor();

    // Signed out in another window: this one does not know yet.
    const { origin } = visit.site;
    await page.request.post("/logout", { form: {}, headers: { origin } });
    await heart.click();
    await page.waitForURL(/\/login/);
    await page.getByText(say("account_notice_session_over")).waitFor();
    await signInHere(page);
    await page.waitForURL(`${origin}${paths.cars()}`);
    expect(await isSaved()).toBe("true");
    await heart.click();
    await expect.poll(isSaved).toBe("false");
  });

  test("a visitor who bids signs in first and comes back to the bid", async () => {
    const page = await visit.newPage();
    await page.goto(paths.listing(listing), { waitUntil: "networkidle" });
    await page.getByRole("link", { name: say("bid_place") }).click();
    await page.waitForURL(/\/login/);
    await signInHere(page);
    expect(new URL(page.url()).pathname).toBe(paths.placeBid(listing));
    // The test before may have left a bid of this buyer's.
    await page
      .getByRole("heading", { name: say("bid_title") })
      .or(page.getByRole("heading", { name: say("bid_change_title") }))
      .waitFor();
  });

  test("a report reaches staff, who deal with it", async () => {
    const page = await visit.newPage();
    await page.goto(paths.reportListing(listing), { waitUntil: "networkidle" });
    await page.getByLabel(say("listing_report_reason_option_fraud")).check();
    await page
      .getByRole("textbox", { name: say("listing_report_details_label") })
      .fill("The same pictures elsewhere.");
    await button(page, "listing_report_send").click();
    await page.getByText(say("listing_report_sent")).waitFor();

    const staff = await visit.newPage();
    await visit.signIn(staff, "staff");
    await staff.goto(paths.listingReports());
    const report = staff.getByRole("listitem").filter({ hasText: "The same pictures elsewhere." });
    const settle = report.getByRole("button", { name: say("listing_reports_settle") });
    await settle.click();
    await staff.getByRole("heading", { name: say("listing_reports_settled_title") }).waitFor();
    await settle.waitFor({ state: "detached" });
    expect(await report.count()).toBe(1);
  });
});
