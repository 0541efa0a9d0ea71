import { beforeAll, expect, test } from "vitest";
import { storePerson } from "#domain/listing/listing.fixture.ts";
import { markStep } from "#domain/setting/check-list-marks.server.ts";
import { set } from "#domain/setting/setting.fixture.ts";
import { readSettings } from "#domain/setting/settings.server.ts";
import { readSiteFacts } from "#domain/setting/site-facts.server.ts";
import { useSite } from "#server/site.fixture.ts";
import { listSteps } from "./check-list.server.ts";

useSite();

beforeAll(async () => {
  await storePerson("Ada Admin", { role: "admin" });
});

const findDone = async (origin = "http://site.test") =>
  (await listSteps({ origin })).filter(({ isDone }) => isDone).map(({ step }) => step);

test("a step is done when the site is so, and only then", async () => {
  const before = await findDone();
  expect(before).not.toContain("facts");
  expect(before).not.toContain("administrator");
  expect(await findDone("https://cars.example.ca")).toContain("https");

  await storePerson("Abe Admin", { role: "admin" });
  await set({
    legalName: "Autos Nord inc.",
    officeAddress: "1, rue Principale",
    siteEmail: "bonjour@autosnord.ca",
    sitePhone: "+15145250188",
    privacyEmail: "vieprivee@autosnord.ca",
    facebook: "",
    instagram: "",
    tiktok: "",
  });
  await readSiteFacts();
  const after = await findDone();
  expect(after).toContain("facts");
  expect(after).toContain("administrator");
});

test("a try that worked stays, and is no setting", async () => {
  const settings = await readSettings();
  await markStep("email");
  await markStep("routing");
  await markStep("email");
  expect(await findDone()).toEqual(expect.arrayContaining(["email", "routing"]));
  expect(await findDone()).not.toContain("sms");
  expect(await readSettings()).toEqual(settings);
});
