import { describe, expect, test } from "vitest";
import {
  axeFindings,
  DESKTOP,
  hydratedControl,
  loadWords,
  PHONE,
  scrollsSideways,
  takeScreenshot,
} from "../../../../e2e/browser.fixture.ts";
import { journey } from "../../../../e2e/journey.fixture.ts";

// Its own site: it changes the stock of the demo's dealership.
const visit = journey({ ownSite: true });

const ENGLISH = {
  header: "Stock,VIN,Year,Make,Model,Price,Odometer,Body,Color,Transmission,Fuel,Description",
  line: (number: string, price: number) =>
    `${number},,2021,Toyota,RAV4,"$${price}.00",52000,SUV,Blue,Automatic,Gas,"One careful
driver, winter tires included"`,
  broken: "Z9,1HGCM82643A004352,2021,Honda,Accord,20000,1000,Sedan,Red,Automatic,Gas,",
};
const FRENCH = {
  header:
    "No d'inventaire;NIV;Année;Marque;Modèle;Prix;Kilométrage;Carrosserie;Couleur;Transmission;Carburant;Commentaires",
  line: (number: string, price: number) =>
    `${number};;2021;Toyota;RAV4;${price} $;52 000 km;VUS;Bleu métallisé;Automatique;Essence;Pneus d'hiver inclus`,
  broken: "Z9;1HGCM82643A004352;2021;Honda;Accord;20000;1000;Berline;Rouge;Automatique;Essence;",
};

describe.each([
  { locale: "en", prefix: "", javaScriptEnabled: true, viewport: DESKTOP, feed: ENGLISH },
  { locale: "fr", prefix: "/fr", javaScriptEnabled: false, viewport: PHONE, feed: FRENCH },
] as const)("in $locale, JavaScript $javaScriptEnabled", ({ locale, prefix, feed, ...options }) => {
  const words = loadWords(locale);
  const isScripted = options.javaScriptEnabled;
  const number = (count: number) => `${locale.toUpperCase()}${count}`;

  test("a feed is mapped, checked, applied, changed, and applied again", async () => {
    const page = await visit.newPage(options);
    await visit.signIn(page, "dealer");
    const press = (key: string) =>
      page.getByRole("button", { name: words(key), exact: true }).click();
    const ready = async () => {
      if (isScripted) await hydratedControl(page.getByRole("main"));
    };
    const upload = async (lines: readonly string[]) => {
      await page.goto(`${prefix}/dealer/stock/import`);
      await ready();
      await page.getByLabel(words("stock_import_name")).fill(`Feed ${locale}`);
      await page.getByLabel(words("stock_import_file"), { exact: true }).setInputFiles({
        name: "stock.csv",
        mimeType: "text/csv",
        // As older programs write it.
        buffer: Buffer.from([feed.header, ...lines].join("\r\n"), "latin1"),
      });
      await press("stock_import_upload");
    };
    const heading = (key: string) =>
      page.getByRole("heading", { name: words(key), exact: true }).waitFor();

    await upload(['"never closed']);
    await page.getByText(words("stock_file_open_quote")).waitFor();
    await upload([feed.line(number(1), 24_000), feed.line(number(2), 25_000), feed.broken]);
    await heading("stock_import_columns");
    await ready();
    await takeScreenshot(page, `stock-columns-${locale}`);
    expect(await scrollsSideways(page)).toBe(false);
    await press("stock_import_check");
    await page.getByText(words("stock_feed_is_all_in_price_error_missing")).first().waitFor();
    await page.getByLabel(words("stock_feed_is_all_in_price_label")).check();
    await press("stock_import_check");
    await heading("stock_import_plan");
    await page.getByText(words("stock_fault_vin_check_digit")).waitFor();
    await ready();
    await takeScreenshot(page, `stock-plan-${locale}`);
    expect(await scrollsSideways(page)).toBe(false);
    if (isScripted) expect(await axeFindings(page)).toEqual([]);
    await press("stock_import_apply");
    await page.getByText(words("stock_import_applied")).waitFor();

    // The columns are remembered. A price changes, a car goes, another comes.
    await upload([feed.line(number(1), 23_500), feed.line(number(3), 26_000)]);
    await heading("stock_import_plan");
    await ready();
    await press("stock_import_apply");
    await page.getByText(words("stock_import_applied")).waitFor();
    await takeScreenshot(page, `stock-applied-${locale}`);

    await upload([feed.line(number(1), 23_500), feed.line(number(3), 26_000)]);
    await page.getByText(words("stock_import_nothing")).waitFor();
    await ready();
    await press("stock_import_drop");
    await page.getByText(words("stock_import_dropped")).waitFor();
    await page.goto(`${prefix}/dealer/stock`);
    await page.getByRole("link", { name: /RAV4/ }).first().waitFor();
  });
});
