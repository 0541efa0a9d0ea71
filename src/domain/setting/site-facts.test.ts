import { afterAll, beforeAll, expect, test } from "vitest";
import { layOutEmail } from "#domain/notification/email-layout.ts";
import { storePerson } from "#domain/listing/listing.fixture.ts";
import { useSite } from "#server/site.fixture.ts";
import { listExampleDetails, organizationData, site } from "#site/site.ts";
import type { Role } from "#values/role.ts";
import { listSettingChanges, undoSettingChange } from "./setting-history.server.ts";
import { changeSettings, readSettings } from "./settings.server.ts";
import { readSiteFacts } from "./site-facts.server.ts";

useSite();

let ada: { id: string; role: Role };
beforeAll(async () => {
  ada = await storePerson("Ada Admin", { role: "admin" });
});
afterAll(async () => {
  await changeSettings(ada, { siteName: "Rouvia", facebook: "https://www.facebook.com/example" });
  await readSiteFacts();
});

test("what is set is in mails and in what search engines read, and an empty link in neither", async () => {
  await changeSettings(ada, { siteName: "Autos Nord", legalName: "Autos Nord inc.", facebook: "" });
  await readSiteFacts();
  expect(site.name).toBe("Autos Nord");
  const { name, sameAs } = organizationData("https://cars.example.ca");
  expect({ name, sameAs }).toEqual({
    name: "Autos Nord",
    sameAs: ["https://www.instagram.com/example", "https://www.tiktok.com/@example"],
  });
  const mail = { subject: "Hello", paragraphs: [] };
  expect(layOutEmail(mail, { locale: "en", origin: "https://cars.example.ca" }).text).toContain(
    "Autos Nord inc.",
  );
  expect(listExampleDetails()).not.toContain("social.facebook");
});

test("each change says who, what before and what after, and can be undone", async () => {
  await changeSettings(ada, { siteName: "Autos Sud" });
  const [change] = await listSettingChanges();
  expect(change).toMatchObject({
    name: "siteName",
    accountId: ada.id,
    before: "Autos Nord",
    after: "Autos Sud",
  });
  expect(await undoSettingChange(ada, change!)).toBe(true);
  expect(await readSettings()).toMatchObject({ siteName: "Autos Nord" });
  expect(await undoSettingChange(ada, { ...change!, name: "facebook" })).toBe(false);
  expect(await undoSettingChange(ada, { ...change!, position: 999_999 })).toBe(false);
});

test("no link at all leaves out sameAs", async () => {
  await changeSettings(ada, { facebook: "", instagram: "", tiktok: "" });
  await readSiteFacts();
  expect(organizationData()).not.toHaveProperty("sameAs");
  await changeSettings(ada, {
    instagram: "https://www.instagram.com/example",
    tiktok: "https://www.tiktok.com/@example",
  });
});
