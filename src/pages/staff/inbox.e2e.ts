import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { axeFindings, DESKTOP, hydrated, loadWords, PHONE } from "../../../e2e/browser.fixture.ts";
import { journey, sendContactForm } from "../../../e2e/journey.fixture.ts";

const visit = journey();

/** Sends a call-back request as a visitor does. */
async function makeLead(name: string, email: string): Promise<void> {
  const visitor = await visit.newPage();
  await sendContactForm(visitor, name, email);
  await visitor.context().close();
}

describe.each([
  { locale: "en", prefix: "", javaScriptEnabled: true, viewport: DESKTOP, sender: "Ines Sought" },
  { locale: "fr", prefix: "/fr", javaScriptEnabled: false, viewport: PHONE, sender: "Ève Voulue" },
] as const)(
  "in $locale, JavaScript $javaScriptEnabled",
  ({ locale, prefix, sender, ...options }) => {
    const words = loadWords(locale);
    const rows = (page: Page) =>
      page
        .getByRole("region", { name: words("staff_leads_title") })
        .getByRole("list", { name: words("staff_leads_title") })
        .getByRole("listitem");

    test("leads are found by any of their words, and narrowed and widened one by one", async () => {
      await makeLead(sender, `sought-${locale}@example.org`);
      const page = await visit.newPage(options);
      await visit.signIn(page, "staff");
      await page.goto(`${prefix}/staff/leads`);
      if (options.javaScriptEnabled) await hydrated(page);
      const search = page.getByRole("searchbox", { name: words("staff_search_label") });
      await search.fill(`${sender.toUpperCase()} open`);
      await search.press("Enter");
      await page.waitForURL(/q=/);
      await rows(page).getByRole("link", { name: sender }).waitFor();
      await expect.poll(() => rows(page).count()).toBe(1);

      await page.getByText(words("inbox_filters"), { exact: true }).click();
      const filters = page.getByRole("search");
      const choose = (label: string, value: string) =>
        filters.getByRole("combobox", { name: words(label), exact: true }).selectOption(value);
      await choose("inbox_kind", "call_back");
      await choose("inbox_owner", "none");
      await page.getByRole("button", { name: words("inbox_filters_apply") }).click();
      await page.waitForURL(/kind=call_back/);
      expect(new URL(page.url()).searchParams.has("province")).toBe(false);
      await expect.poll(() => rows(page).count()).toBe(1);
      if (options.javaScriptEnabled) expect(await axeFindings(page)).toEqual([]);

      const chips = page.getByRole("list", { name: words("inbox_chips") });
      await chips.getByRole("link", { name: words("inbox_kind") }).click();
      await page.waitForURL((url) => !url.searchParams.has("kind"));
      expect(new URL(page.url()).searchParams.get("owner")).toBe("none");
      await chips.getByRole("link", { name: words("inbox_clear") }).click();
      await page.waitForURL(/\/staff\/leads$/);
      await page.context().close();
    });
    test("a list is saved under a name, opened by it, and deleted", async () => {
      const page = await visit.newPage(options);
      await visit.signIn(page, "staff");
      await page.goto(`${prefix}/staff/leads?kind=call_back&province=ON`);
      if (options.javaScriptEnabled) await hydrated(page);
      const view = `Ontario ${locale}`;
      const open = () => page.getByText(words("inbox_views"), { exact: true }).click();
      await open();
      await page.getByLabel(words("inbox_view_name")).fill(view);
      await page.getByLabel(words("inbox_view_share")).press("Space");
      await page.getByRole("button", { name: words("inbox_view_save") }).click();
      await page.waitForURL(/view=/);
      if (options.javaScriptEnabled) expect(await axeFindings(page)).toEqual([]);

      const colleague = await visit.newPage(options);
      await visit.signIn(colleague, "admin");
      await colleague.goto(`${prefix}/staff/leads`);
      if (options.javaScriptEnabled) await hydrated(colleague);
      await colleague.getByText(words("inbox_views"), { exact: true }).click();
      await colleague.getByRole("link", { name: view }).click();
      await colleague.waitForURL(/province=ON/);
      await colleague.context().close();

      await page.goto(`${prefix}/staff/leads`);
      if (options.javaScriptEnabled) await hydrated(page);
      await open();
      const remove = page.getByRole("button", {
        name: words("inbox_view_delete").replace("{name}", view),
      });
      await remove.press("Enter");
      await expect.poll(() => page.getByRole("link", { name: view }).count()).toBe(0);
      await page.context().close();
    });

    test("chosen leads are moved together, are told where they went, and are put back", async () => {
      const name = `${sender} Bulk`;
      await makeLead(name, `bulk-${locale}@example.org`);
      const page = await visit.newPage(options);
      await visit.signIn(page, "staff");
      await page.goto(`${prefix}/staff/leads?stage=new&q=${encodeURIComponent(name)}`);
      if (options.javaScriptEnabled) await hydrated(page);
      const pick = page.getByLabel(words("inbox_bulk_pick").replace("{name}", name), {
        exact: true,
      });
      const bulk = page.getByRole("form", { name: words("inbox_bulk_label") });
      expect(await bulk.isVisible()).toBe(false);
      if (options.javaScriptEnabled) {
        await page.keyboard.press("j");
        await page.keyboard.press("x");
        expect(await pick.isChecked()).toBe(true);
        expect(await axeFindings(page)).toEqual([]);
      } else await pick.check();
      await bulk.getByLabel(words("inbox_bulk_stage")).selectOption("lender");
      await bulk
        .getByRole("button", { name: words("inbox_bulk_move"), exact: true })
        .press("Enter");
      const moved = words("inbox_bulk_moved_one").replace("{stage}", words("staff_status_lender"));
      await page.getByText(moved).waitFor();
      await expect.poll(() => rows(page).count()).toBe(0);
      await page.getByRole("button", { name: words("inbox_bulk_undo") }).press("Enter");
      await page.getByText(words("inbox_bulk_undone_one")).waitFor();
      await expect.poll(() => rows(page).count()).toBe(1);
      await page.context().close();
    });
  },
);

test.each([{ javaScriptEnabled: true }, { javaScriptEnabled: false }])(
  "columns are chosen, kept with a saved view, and followed by its file, JavaScript $javaScriptEnabled",
  async (options) => {
    const words = loadWords("en");
    const page = await visit.newPage({ viewport: DESKTOP, ...options });
    await visit.signIn(page, "admin");
    await page.goto("/staff/leads?kind=call_back");
    if (options.javaScriptEnabled) await hydrated(page);
    const list = page.getByRole("list", { name: words("staff_leads_title") });
    const phone = list.getByText(new RegExp(`^${words("inbox_column_phone")}: .*\\d{4}$`)).first();
    const stage = list.getByText(words("staff_status_new"), { exact: true }).first();
    expect([await phone.count(), await stage.isVisible()]).toEqual([0, true]);
    await page.getByText(words("inbox_filters_count").replace("{count}", "1")).click();
    const columns = page.getByRole("group", { name: words("inbox_columns") });
    const tick = (key: string) => columns.getByLabel(words(key), { exact: true }).press("Space");
    await tick("inbox_stage");
    await tick("inbox_column_phone");
    await page.getByRole("button", { name: words("inbox_filters_apply") }).click();
    await page.waitForURL((url) => url.searchParams.get("columns") === "due,owner,phone");
    await phone.waitFor();
    expect(await stage.isVisible()).toBe(false);
    if (options.javaScriptEnabled) {
      await hydrated(page);
      expect(await axeFindings(page)).toEqual([]);
    }

    const view = `Phones ${options.javaScriptEnabled}`;
    await page.getByText(words("inbox_views"), { exact: true }).click();
    await page.getByLabel(words("inbox_view_name")).fill(view);
    await page.getByRole("button", { name: words("inbox_view_save") }).click();
    await page.waitForURL(/view=/);
    await page.goto("/staff/leads");
    if (options.javaScriptEnabled) await hydrated(page);
    await page.getByText(words("inbox_views"), { exact: true }).click();
    await page.getByRole("link", { name: view }).click();
    await phone.waitFor();
    const file = await page.request.get(`/staff/leads.csv${new URL(page.url()).search}`);
    const [header = ""] = (await file.text()).split("\r\n");
    expect(header).toMatch(/^.?reference,/);
    expect(header).toContain("phone");
    expect(header).not.toContain("email");

    // On a phone the cards stay as they are.
    await page.setViewportSize(PHONE);
    await expect.poll(() => stage.isVisible()).toBe(true);
    expect(await phone.isVisible()).toBe(false);
    await page.context().close();
  },
);

test("the list is worked by keyboard, which can be switched off", async () => {
  const words = loadWords("en");
  const page = await visit.newPage({ viewport: DESKTOP });
  await visit.signIn(page, "staff");
  await page.goto("/staff/leads");
  await hydrated(page);
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await page.keyboard.press("o");
  await page.waitForURL(/\/staff\/leads\/[A-Z0-9]{8}/);
  const next = page.getByRole("link", { name: words("inbox_next").replace("{name}", "") });
  const name = (await next.innerText()).replace(words("inbox_next").replace("{name}", ""), "");
  await next.click();
  await page.getByRole("heading", { level: 1, name }).waitFor();
  await page.keyboard.press("n");
  // While somebody types, the keys are letters.
  await page.keyboard.type("jk?/");
  const note = page.getByRole("textbox", { name: words("staff_note_label") });
  await expect.poll(() => note.inputValue()).toBe("jk?/");
  await page.keyboard.press("Tab");
  await page.getByRole("button", { name: words("inbox_keys") }).click();
  const help = page.getByRole("dialog", { name: words("inbox_keys") });
  await help.waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await help.getByLabel(words("inbox_keys_on")).press("Space");
  await page.keyboard.press("Escape");
  await page.keyboard.press("/");
  const search = page.getByRole("searchbox", { name: words("staff_search_label") });
  expect(await search.evaluate((field) => field === document.activeElement)).toBe(false);
  await page.context().close();
});

test("an administrator takes the list along as a file", async () => {
  const page = await visit.newPage();
  await visit.signIn(page, "staff");
  expect((await page.request.get("/staff/leads.csv")).status()).toBe(403);
  await visit.signIn(page, "admin");
  const file = await page.request.get("/staff/leads.csv?kind=call_back");
  expect(file.headers()["content-type"]).toBe("text/csv; charset=utf-8");
  expect(await file.text()).toContain("call_back");

  // Only what is chosen, with and without script.
  for (const javaScriptEnabled of [true, false]) {
    const words = loadWords("en");
    const chooser = await visit.newPage({ viewport: DESKTOP, javaScriptEnabled });
    await visit.signIn(chooser, "admin");
    await chooser.goto("/staff/leads");
    if (javaScriptEnabled) await hydrated(chooser);
    await chooser
      .getByRole("checkbox", { name: words("inbox_bulk_pick").replace("{name}", "") })
      .first()
      .check();
    const [download] = await Promise.all([
      chooser.waitForEvent("download"),
      chooser.getByRole("button", { name: words("inbox_bulk_export") }).click(),
    ]);
    const rows = (await readFile(await download.path(), "utf8")).trim().split("\r\n");
    expect(rows).toHaveLength(2);
    await chooser.context().close();
  }
  await page.context().close();
});

test("a lead that arrives is told at once, and shown when its reader asks", async () => {
  const words = loadWords("en");
  const page = await visit.newPage({ viewport: DESKTOP });
  await visit.signIn(page, "staff");
  await page.goto("/staff/leads");
  await hydrated(page);
  const name = "Lena Live";
  await makeLead(name, "live@example.org");
  const told = page.getByRole("link", {
    name: words("inbox_live_show").replace("{news}", words("inbox_live_lead")),
  });
  await told.waitFor({ timeout: 5_000 });
  expect(await page.title()).toMatch(/^\(1\) /);
  expect(await page.getByRole("link", { name }).count()).toBe(0);
  await told.click();
  await page.getByRole("link", { name }).first().waitFor();
  await expect.poll(() => told.count()).toBe(0);
  await expect.poll(() => page.title()).not.toMatch(/^\(/);
  expect((await page.request.get("/staff/events?poll=1")).status()).toBe(200);
  await page.context().clearCookies();
  expect((await page.request.get("/staff/events")).status()).toBe(403);
  await page.context().close();
});
