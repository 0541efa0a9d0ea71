import type { BrowserContextOptions, Page } from "playwright-core";
import { beforeAll, expect, test, vi } from "vitest";
import type { Locale } from "#values/locale.ts";
import { axeFindings, DESKTOP, PHONE, loadWords } from "../../../../e2e/browser.fixture.ts";
import { journey } from "../../../../e2e/journey.fixture.ts";

const CR_V = "2HKRW2H20NH207506";

const visit = journey();

beforeAll(() => vi.waitFor(vinsAreKnown, { timeout: 60_000, interval: 250 }));

/** The site starts to serve before its VIN database is ready. */
async function vinsAreKnown(): Promise<void> {
  const result = await fetch(`${visit.site.origin}/api/vin`, {
    method: "POST",
    body: new URLSearchParams({ vin: CR_V }),
    headers: { origin: visit.site.origin },
  });
  expect(await result.json()).toMatchObject({ state: "decoded" });
}

async function openEditor(prefix: string, options: BrowserContextOptions): Promise<Page> {
  const page = await visit.newPage(options);
  await visit.signIn(page, "seller");
  await page.goto(`${prefix}/account/listings/new`, { waitUntil: "load" });
  return page;
}

/** The controls of the listing editor, and their values, in one language. */
function editor(locale: Locale) {
  const words = loadWords(locale);
  const labelled = (page: Page, label: string) =>
    page.getByRole("main").getByLabel(label, { exact: true });
  const optional = (key: string) => `${words(key)} ${words("forms_optional")}`;
  return {
    words,
    labelled,
    optional,
    vin: (page: Page) => labelled(page, optional("listing_form_vin_label")),
    trim: (page: Page) => labelled(page, optional("listing_form_trim_label")),
    /** The value of a field, by the message of its label. */
    readValue: (page: Page, key: string) => labelled(page, words(key)).inputValue(),
  };
}

test("a VIN fills in what is blank, at a press", async () => {
  const { words, labelled, vin, trim, readValue } = editor("en");
  const page = await openEditor("", { viewport: DESKTOP });
  await trim(page).fill("Black Edition");
  await vin(page).fill(CR_V.toLowerCase());
  const found = words("vin_found").replace("{car}", "2022 Honda CR-V LX");
  await page.getByRole("status").filter({ hasText: found }).waitFor();
  expect(await readValue(page, "listing_form_make_label")).toBe("");
  await page.getByRole("button", { name: words("vin_use") }).click();
  await page.getByText(words("vin_filled_kept")).waitFor();
  expect(await readValue(page, "listing_form_manufacture_year_label")).toBe("2022");
  expect(await readValue(page, "listing_form_make_label")).toBe("Honda");
  expect(await readValue(page, "listing_form_model_label")).toBe("CR-V");
  expect(await readValue(page, "listing_form_car_type_label")).toBe("suv");
  expect(await trim(page).inputValue()).toBe("Black Edition");
  expect(await axeFindings(page)).toEqual([]);
  // Models of other years can still be chosen, after those of the year.
  const models = labelled(page, words("listing_form_model_label"));
  // The browser does not render the groups of a closed list.
  const others = models.getByRole("group", { includeHidden: true });
  expect(await others.getAttribute("label")).toBe(words("forms_other_years"));
  expect(await others.getByRole("option").allInnerTexts()).toContain("Crosstour");

  await vin(page).fill("1HGCM82633A123456");
  await page.getByText(words("vin_check_digit")).waitFor();
  await vin(page).fill("11111111111111111");
  await page.getByText(words("vin_unknown")).waitFor();
  await page.setViewportSize(PHONE);
  expect(await axeFindings(page)).toEqual([]);
  await page.context().close();
});

test.each([
  { locale: "en", prefix: "", viewport: DESKTOP, javaScriptEnabled: true },
  { locale: "fr", prefix: "/fr", viewport: PHONE, javaScriptEnabled: false },
] as const)(
  "a make that the list does not hold is written beside it (JavaScript: $javaScriptEnabled)",
  async ({ locale, prefix, viewport, javaScriptEnabled }) => {
    const { words, labelled, optional, readValue } = editor(locale);
    const page = await visit.newPage({ viewport, javaScriptEnabled });
    await page.goto(`${prefix}/sell-car`, { waitUntil: "networkidle" });
    await labelled(page, optional("sell_car_form_vin_label")).fill("SCFAC23302B500083");
    const press = javaScriptEnabled ? "vin_use" : "vin_look_up";
    await page.getByRole("button", { name: words(press) }).click();
    await page.getByText(words("vin_filled"), { exact: true }).waitFor();
    expect(await readValue(page, "sell_car_form_year_label")).toBe("2002");
    expect(await readValue(page, "sell_car_form_make_label")).toBe("other");
    expect(await readValue(page, "sell_car_form_make_other_name")).toBe("Aston Martin");
    expect(await readValue(page, "sell_car_form_model_label")).toBe("other");
    expect(await readValue(page, "sell_car_form_model_other_name")).toBe("Vanquish");
    await page.context().close();
  },
);

test("the button does the same without JavaScript", async () => {
  const { words, vin, trim, readValue } = editor("fr");
  const page = await openEditor("/fr", { viewport: PHONE, javaScriptEnabled: false });
  await vin(page).fill(CR_V);
  await trim(page).fill("Black Edition");
  await page.getByRole("button", { name: words("vin_look_up") }).click();
  await page.getByText(words("vin_filled"), { exact: true }).waitFor();
  expect(await readValue(page, "listing_form_model_label")).toBe("CR-V");
  expect(await trim(page).inputValue()).toBe("Black Edition");
  // Enter in a field submits the form; it does not look up.
  await trim(page).press("Enter");
  await page.getByText(words("ui_error_summary_title")).waitFor();
  expect(await readValue(page, "listing_form_model_label")).toBe("CR-V");
  await page.context().close();
});
