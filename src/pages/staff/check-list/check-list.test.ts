import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { userTable } from "#domain/identity/identity.table.ts";
import { storeLead } from "#domain/lead/lead.fixture.ts";
import { eraseRequest } from "#domain/privacy-request/end-request.server.ts";
import { db } from "#platform/database/database.server.ts";
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

test("a request that somebody else erased is no test of the site; an administrator's own is", async () => {
  await storePerson("Tess Admin", { role: "admin" });
  const [administrator] = await db()
    .select({ email: userTable.email })
    .from(userTable)
    .where(eq(userTable.name, "Tess Admin"));
  const erase = async (email: string) => {
    const { reference } = await storeLead({ email });
    await eraseRequest(reference, { way: "staff", userId: null });
  };
  await erase("noor@example.org");
  expect(await findDone()).not.toContain("lead");
  await erase(administrator!.email);
  expect(await findDone()).toContain("lead");
});
