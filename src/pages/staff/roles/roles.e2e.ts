import { describe, expect, test } from "vitest";
import {
  axeFindings,
  DESKTOP,
  hydrated,
  loadWords,
  PHONE,
  takeScreenshot,
} from "../../../../e2e/browser.fixture.ts";
import { journey } from "../../../../e2e/journey.fixture.ts";

// Its own site: what a role may do counts for everybody in it.
const visit = journey({ ownSite: true });

describe.each([
  { locale: "en", prefix: "", javaScriptEnabled: true, viewport: DESKTOP },
  { locale: "fr", prefix: "/fr", javaScriptEnabled: false, viewport: PHONE },
] as const)("in $locale, JavaScript $javaScriptEnabled", ({ locale, prefix, ...options }) => {
  const words = loadWords(locale);

  test("an administrator gives specialists the export, and takes it again", async () => {
    const admin = await visit.newPage(options);
    const specialist = await visit.newPage(options);
    await visit.signIn(specialist, "staff");
    await visit.signIn(admin, "admin");
    const mayExport = async () =>
      (await specialist.request.get(`${prefix}/staff/leads.csv`)).status() === 200;
    expect(await mayExport()).toBe(false);

    const save = async (isOn: boolean) => {
      await admin.goto(`${prefix}/staff/roles`);
      const specialists = admin.getByRole("region", {
        name: words("people_role_option_staff"),
        exact: true,
      });
      await specialists.getByRole("link").click();
      await admin.getByRole("button", { name: words("access_save") }).waitFor();
      if (options.javaScriptEnabled) await hydrated(admin);
      await admin
        .getByRole("checkbox", { name: words("access_abilities_option_lead_export") })
        .setChecked(isOn);
      await takeScreenshot(admin, `roles-form-${locale}`);
      await admin.getByRole("button", { name: words("access_save") }).click();
      await admin.getByText(words("access_saved")).waitFor();
    };
    await save(true);
    expect(await mayExport()).toBe(true);
    const history = admin.getByRole("region", { name: words("access_history") });
    await history.getByText("Morgan Lee").first().waitFor();
    if (options.javaScriptEnabled) expect(await axeFindings(admin)).toEqual([]);
    await takeScreenshot(admin, `roles-${locale}`);
    await save(false);
    expect(await mayExport()).toBe(false);

    // Settings stay with administrators: what was ticked is still there beside the reason.
    await admin.goto(`${prefix}/staff/roles?role=admin`);
    if (options.javaScriptEnabled) await hydrated(admin);
    const settings = admin.getByRole("checkbox", {
      name: words("access_abilities_option_settings"),
    });
    await settings.setChecked(false);
    await admin.getByRole("button", { name: words("access_save") }).click();
    await admin.getByText(words("access_abilities_error_needed")).first().waitFor();
    expect(await settings.isChecked()).toBe(false);
  });
});
