import type { Page } from "playwright-core";
import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import {
  axeFindings,
  DESKTOP,
  hydratedControl,
  PHONE,
  loadWords,
} from "../../../../e2e/browser.fixture.ts";
import { journey } from "../../../../e2e/journey.fixture.ts";

// It verifies, lists and sells as the demo’s people do.
const visit = journey({ ownSite: true });
let photo: Buffer;

beforeAll(async () => {
  photo = await sharp({ create: { width: 1600, height: 1000, channels: 3, background: "#246" } })
    .withExif({ IFD3: { GPSLatitudeRef: "N" } })
    .jpeg()
    .toBuffer();
});

const cases = [
  { locale: "en", prefix: "", javaScriptEnabled: true, viewport: DESKTOP },
  { locale: "fr", prefix: "/fr", javaScriptEnabled: false, viewport: PHONE },
] as const;

const jpeg = (name: string) => ({ name, mimeType: "image/jpeg", buffer: photo });

/** The photos of a listing, in their order. */
const photos = (page: Page, words: ReturnType<typeof loadWords>) =>
  page.getByRole("img", {
    name: new RegExp(`^${words("seller_photo_nth").replaceAll(/\{\w+\}/g, String.raw`\d+`)}$`),
  });

/** Axe is a script itself, so it looks where scripts run; nothing stands wider than a screen. */
async function expectClean(page: Page, { javaScriptEnabled }: { javaScriptEnabled: boolean }) {
  if (javaScriptEnabled) expect(await axeFindings(page)).toEqual([]);
  const shown = page.viewportSize() ?? DESKTOP;
  for (const viewport of [PHONE, shown]) {
    await page.setViewportSize(viewport);
    const tooWidePx = () =>
      page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement;
        return scrollWidth - clientWidth;
      });
    await expect.poll(tooWidePx).toBeLessThanOrEqual(0);
  }
}

describe.each(cases)("in $locale, JavaScript $javaScriptEnabled", (input) => {
  const { locale, prefix, ...options } = input;
  const words = loadWords(locale);
  const press = (page: Page, name: string) =>
    page.getByRole("button", { name, exact: true }).click();

  test("a seller lists a car, adds photos, publishes, prices, pauses and sells it", async () => {
    const page = await visit.newPage(options);
    await visit.signIn(page, "seller");
    await page.goto(`${prefix}/account/listings`);
    await expectClean(page, options);
    await page.getByRole("link", { name: words("seller_new") }).click();
    await page.getByRole("heading", { name: words("seller_new_title") }).waitFor();
    await expectClean(page, options);

    const answer = (question: string) =>
      page
        .getByLabel(words(`listing_form_${question}_label`), { exact: true })
        // Without script its narrower twin stays hidden.
        .filter({ visible: true });
    // Blank where something must be: the page keeps what was typed.
    await answer("make").selectOption("Toyota");
    await answer("model").selectOption("RAV4");
    await answer("manufacture_year").selectOption("2021");
    await answer("car_type").selectOption("suv");
    await answer("car_condition").selectOption("used");
    await answer("exterior_colour").selectOption("blue");
    await answer("transmission_type").selectOption("automatic");
    await answer("fuel_type").selectOption("gasoline");
    await answer("total_run").fill("62400");
    const features = page.getByRole("group", { name: words("listing_form_features_label") });
    await features.getByLabel(words("vocabulary_feature_tow_hitch"), { exact: true }).check();
    await answer("price").fill("29990");
    await answer("location").fill("Nowhere at all");
    await answer("description").fill("One owner, serviced at the dealer.");
    await page.getByLabel(words("ad_statement_is_own_car_label")).check();
    // Before anything is published, who will see their number.
    await page.getByText(words("seller_who_sees")).waitFor();
    await press(page, words("seller_save_new"));
    await page.getByText(words("ui_error_summary_title")).waitFor();
    expect(await answer("description").inputValue()).toContain("One owner");
    expect(await features.getByRole("checkbox", { checked: true }).count()).toBe(1);
    await expectClean(page, options);
    await answer("location").fill("Guelph, Ontario");
    await press(page, words("seller_save_new"));

    await page.waitForURL(/\/photos/);
    const choose = page
      .getByLabel(words("seller_photos_choose"), { exact: true })
      .filter({ visible: true });
    await choose.setInputFiles([
      jpeg("front.jpg"),
      { name: "bad.jpg", mimeType: "image/jpeg", buffer: Buffer.from("<svg onload=alert(1)>") },
      jpeg("back.jpg"),
    ]);
    if (options.javaScriptEnabled) {
      // Sent at once, each with its state; what failed is taken away by its own button.
      await page.getByRole("alert").filter({ hasText: "bad.jpg" }).waitFor();
      await expect.poll(() => photos(page, words).count()).toBe(2);
      await expectClean(page, options);
      await press(page, words("photos_drop").replace("{name}", "bad.jpg"));
    } else {
      await press(page, words("seller_photos_upload"));
      await page.getByRole("link", { name: /bad\.jpg/ }).waitFor();
      expect(await photos(page, words).count()).toBe(2);
    }
    await expectClean(page, options);
    await page
      .getByRole("button", { name: words("seller_photo_delete").replace("{number}", "1") })
      .click();
    await page.getByText(words("seller_photo_removed")).waitFor();
    expect(await photos(page, words).count()).toBe(1);
    await press(page, words("seller_photo_undo"));
    await page.getByText(words("seller_done_restored")).waitFor();
    expect(await photos(page, words).count()).toBe(2);
    const second = await photos(page, words).nth(1).getAttribute("src");
    await page
      .getByRole("button", { name: words("seller_photo_first").replace("{number}", "2") })
      .click();
    await expect
      .poll(() => photos(page, words).first().getAttribute("src"), { timeout: 15_000 })
      .toBe(second);
    await page.getByRole("link", { name: words("seller_photos_done"), exact: true }).click();

    for (const [move, done] of [
      ["publish", "published"],
      ["pause", "paused"],
      ["resume", "published"],
    ] as const) {
      await press(page, words(`seller_move_${move}`));
      await page.getByText(words(`seller_done_${done}`)).waitFor();
    }
    const price = page.getByLabel(words("seller_price_label"));
    await price.fill("12");
    await press(page, words("seller_price_change"));
    await expect.poll(() => price.getAttribute("aria-invalid")).toBe("true");
    await price.fill("28 990");
    await press(page, words("seller_price_change"));
    await page.getByText(words("seller_price_history")).waitFor();
    await expectClean(page, options);
    // Asked first: in a dialog, and on a page of its own where no script runs.
    const sell = page.getByRole("link", { name: words("seller_move_mark_sold"), exact: true });
    if (options.javaScriptEnabled) await hydratedControl(sell);
    await sell.click();
    await page.getByText(words("bid_confirm_undo")).waitFor();
    expect(page.url().includes("/answer")).toBe(!options.javaScriptEnabled);
    await expectClean(page, options);
    await press(page, words("bid_mark_sold"));
    await page.getByText(words("seller_done_sold")).waitFor();
    await press(page, words("bid_reopen"));
    await page.getByText(words("bid_answer_reopened")).waitFor();
    await sell.click();
    await press(page, words("bid_mark_sold"));
    await page.getByText(words("seller_done_sold")).waitFor();
    const address = page.url();
    await page.context().close();

    const stranger = (await visit.newPage()).context();
    const theirs = await stranger.newPage();
    await visit.signIn(theirs, "buyer");
    expect((await theirs.goto(address))?.status()).toBe(404);
    await stranger.close();
  });

  test("staff see who and what waits", async () => {
    const page = await visit.newPage(options);
    await visit.signIn(page, "buyer");
    await page.goto(`${prefix}/account/listings`);
    const ask = page.getByRole("button", { name: words("seller_verify_ask") });
    if (await ask.isVisible()) await ask.click();
    await page.context().clearCookies();
    await visit.signIn(page, "staff");
    await page.goto(`${prefix}/staff/verifications`);
    await page.getByRole("heading", { name: words("seller_staff_sellers") }).waitFor();
    await expectClean(page, options);
    const verify = page.getByRole("button", {
      name: words("seller_staff_verify").replace("{name}", "Amara Okafor"),
    });
    if (await verify.isVisible()) await verify.click();
    await verify.waitFor({ state: "detached" });
    await page.context().close();
  });
});

test("a finger drags a photo to its place by the handle", async () => {
  const page = await visit.newPage({
    reducedMotion: "reduce",
    viewport: PHONE,
    hasTouch: true,
    isMobile: true,
  });
  await visit.signIn(page, "seller");
  await page.goto("/account/listings");
  const words = loadWords("en");
  const live = page.getByRole("listitem").filter({ hasText: words("seller_state_live") });
  await live.getByRole("heading").getByRole("link").first().click();
  await page.getByRole("link", { name: words("seller_photos_change") }).click();
  const choose = page
    .getByLabel(words("seller_photos_choose"), { exact: true })
    .filter({ visible: true });
  const places = page.getByRole("listitem").filter({ has: photos(page, words) });
  await choose.waitFor();
  const had = await places.count();
  // Called off as far as its page knows, and stored by then: taken back before the next is sent.
  const arrived = Promise.withResolvers<number>();
  await page.route("**/photos/upload", (route) => route.continue());
  await page.route(
    "**/photos/upload",
    async (route) => arrived.resolve((await route.fetch()).status()),
    { times: 1 },
  );
  await choose.setInputFiles([jpeg("wrong.jpg"), jpeg("one.jpg")]);
  expect(await arrived.promise).toBe(200);
  await page
    .getByRole("button", { name: words("photos_cancel").replace("{name}", "wrong.jpg") })
    .click();
  await places.nth(had).waitFor();
  // Without a network the photo waits, and goes by itself with the network.
  await page.context().setOffline(true);
  await choose.setInputFiles([jpeg("two.jpg")]);
  await page
    .getByRole("alert")
    .filter({ hasText: words("photos_offline") })
    .waitFor();
  await page.context().setOffline(false);
  await places.nth(had + 1).waitFor();
  await page.getByRole("link", { name: words("seller_photos_done"), exact: true }).waitFor();
  expect(await places.count()).toBe(had + 2);
  const order = () =>
    photos(page, words).evaluateAll((all) => all.map((each) => each.getAttribute("src")));
  const before = await order();
  // Both on the screen, below the header.
  await places.nth(0).evaluate((first) => {
    first.scrollIntoView({ block: "start" });
    scrollBy(0, -140);
  });
  const from = await page.locator("[data-handle]").nth(0).boundingBox();
  const onto = await places.nth(1).boundingBox();
  if (!from || !onto) throw new Error("The photos are not on the screen.");
  const touch = await page.context().newCDPSession(page);
  const at = (x: number, y: number) => ({ touchPoints: [{ x, y }] });
  const start = at(from.x + from.width / 2, from.y + from.height / 2);
  await touch.send("Input.dispatchTouchEvent", { type: "touchStart", ...start });
  const end = at(onto.x + onto.width / 2, onto.y + 40);
  await touch.send("Input.dispatchTouchEvent", { type: "touchMove", ...end });
  const stored = page.waitForResponse(
    (each) => each.request().postData()?.includes("intent=order") ?? false,
  );
  await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await expect.poll(order).toEqual([before[1], before[0], ...before.slice(2)]);
  // The order shows before it is stored; a page that reloads sooner shows the old one.
  await stored;
  await page.reload();
  expect(await order()).toEqual([before[1], before[0], ...before.slice(2)]);
  await page.context().close();
});

test("a listing that its seller deletes answers 410 and says so, in both languages", async () => {
  const page = await visit.newPage({ viewport: PHONE });
  const words = loadWords("en");
  await visit.signIn(page, "seller");
  await page.goto("/account/listings");
  const live = page.getByRole("listitem").filter({ hasText: words("seller_state_live") });
  await live.getByRole("heading").getByRole("link").first().click();
  await page.waitForURL(/\/account\/listings\/[\w-]{36}$/);
  const gone = `/details/${page.url().split("/").at(-1)}`;
  expect((await page.request.get(gone)).status()).toBe(200);
  await page.getByText(words("seller_delete"), { exact: true }).click();
  await page.getByRole("button", { name: words("seller_delete_confirm") }).click();
  await page.getByText(words("seller_done_removed")).waitFor();

  await page.goto(gone);
  await page.getByRole("heading", { level: 1, name: words("layout_gone_title") }).waitFor();
  await page
    .getByRole("main")
    .getByRole("link", { name: words("layout_gone_cars") })
    .waitFor();
  await expectClean(page, { javaScriptEnabled: true });
  for (const [path, say] of [
    [gone, words],
    [`/fr${gone}`, loadWords("fr")],
  ] as const) {
    const response = await page.request.get(path);
    expect(response.status()).toBe(410);
    const html = await response.text();
    expect(html).toContain('<meta name="robots" content="noindex"');
    expect(html).toContain(say("layout_gone_title"));
    expect(html).toContain(say("layout_gone_cars"));
  }
  await page.context().close();
});
