import type { BrowserContextOptions, Page } from "playwright-core";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { axeFindings, DESKTOP, PHONE, wordsOf } from "../../../../e2e/browser.fixture.ts";
import { journey } from "../../../../e2e/journey.fixture.ts";
import { DEMO_ACCOUNTS } from "#demo/people.ts";

const CR_V = "2HKRW2H20NH207506";

const visit = journey();

beforeAll(() => vi.waitFor(vinsAreKnown, { timeout: 60_000, interval: 250 }));

/** The site serves before its VIN database is ready. */
async function vinsAreKnown(): Promise<void> {
  const answer = await fetch(`${visit.site.origin}/api/vin`, {
    method: "POST",
    body: new URLSearchParams({ vin: CR_V }),
    headers: { origin: visit.site.origin },
  });
  expect(await answer.json()).toMatchObject({ state: "decoded" });
}

async function openEditor(prefix: string, options: BrowserContextOptions): Promise<Page> {
  const page = await visit.newPage(options);
  const { email, password } = DEMO_ACCOUNTS.find(({ role }) => role === "seller")!;
  await page.request.post("/login", {
    form: { email, password },
    headers: { origin: visit.site.origin },
    maxRedirects: 0,
  });
  await page.goto(`${prefix}/account/listings/new`, { waitUntil: "load" });
  return page;
}

const valueOf = (page: Page, name: string) => page.inputValue(`[name=${name}]`);

describe.each([
  { locale: "en", prefix: "", viewport: DESKTOP },
  { locale: "fr", prefix: "/fr", viewport: PHONE },
] as const)("in $locale", ({ locale, prefix, viewport }) => {
  const words = wordsOf(locale);

  test("a VIN fills in what is blank, at a press", async () => {
    const page = await openEditor(prefix, { viewport });
    await page.fill("[name=trim]", "Black Edition");
    await page.fill("[name=vin]", CR_V.toLowerCase());
    const found = words("vin_found").replace("{car}", "2022 Honda CR-V LX");
    await page.getByRole("status").filter({ hasText: found }).waitFor();
    expect(await valueOf(page, "make")).toBe("");
    await page.getByRole("button", { name: words("vin_use") }).click();
    await page.getByText(words("vin_filled_kept")).waitFor();
    expect(await valueOf(page, "manufactureYear")).toBe("2022");
    expect(await valueOf(page, "make")).toBe("Honda");
    expect(await valueOf(page, "model")).toBe("CR-V");
    expect(await valueOf(page, "carType")).toBe("suv");
    expect(await valueOf(page, "trim")).toBe("Black Edition");
    expect(await axeFindings(page)).toEqual([]);
    // Models of other years stay to be chosen, behind those of the year.
    const others = page.locator(`[name=model] optgroup[label="${words("forms_other_years")}"]`);
    expect(await others.locator("option").allInnerTexts()).toContain("Crosstour");

    await page.fill("[name=vin]", "1HGCM82633A123456");
    await page.getByText(words("vin_check_digit")).waitFor();
    await page.fill("[name=vin]", "11111111111111111");
    await page.getByText(words("vin_unknown")).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.context().close();
  });

  test.each([true, false])(
    "a make that the list does not hold is written beside it (JavaScript: %s)",
    async (javaScriptEnabled) => {
      const page = await visit.newPage({
        viewport,
        javaScriptEnabled,
      });
      await page.goto(`${prefix}/sell-car`, { waitUntil: "networkidle" });
      await page.fill("[name=vin]", "SCFAC23302B500083");
      const press = javaScriptEnabled ? "vin_use" : "vin_look_up";
      await page.getByRole("button", { name: words(press) }).click();
      await page.getByText(words("vin_filled"), { exact: true }).waitFor();
      expect(await valueOf(page, "year")).toBe("2002");
      expect(await valueOf(page, "make")).toBe("other");
      expect(await valueOf(page, "makeOther")).toBe("Aston Martin");
      expect(await valueOf(page, "model")).toBe("other");
      expect(await valueOf(page, "modelOther")).toBe("Vanquish");
      await page.context().close();
    },
  );

  test("the button does the same without JavaScript", async () => {
    const page = await openEditor(prefix, { viewport, javaScriptEnabled: false });
    await page.fill("[name=vin]", CR_V);
    await page.fill("[name=trim]", "Black Edition");
    await page.getByRole("button", { name: words("vin_look_up") }).click();
    await page.getByText(words("vin_filled"), { exact: true }).waitFor();
    expect(await valueOf(page, "model")).toBe("CR-V");
    expect(await valueOf(page, "trim")).toBe("Black Edition");
    // Enter in a field goes on, it does not look up.
    await page.locator("[name=trim]").press("Enter");
    await page.getByText(words("ui_error_summary_title")).waitFor();
    expect(await valueOf(page, "model")).toBe("CR-V");
    await page.context().close();
  });
});
