import { afterAll, beforeAll, expect, test } from "vitest";
import { layOutEmail } from "#domain/notification/email-layout.ts";
import { findPaymentTerms } from "#domain/pricing/credit-estimate.ts";
import { estimatePayment, findPricesForPayments } from "#domain/pricing/payment-estimate.ts";
import { storePerson } from "#domain/listing/listing.fixture.ts";
import { db } from "#platform/database/database.server.ts";
import { useSite } from "#server/site.fixture.ts";
import { listExampleDetails, organizationData, site } from "#site/site.ts";
import type { Role } from "#values/role.ts";
import { settingTable } from "./setting.table.ts";
import { listSettingChanges, undoSettingChange } from "./setting-history.server.ts";
import { changeSettings, readSettings } from "./settings.server.ts";
import { readSiteFacts } from "./site-facts.server.ts";

useSite();

let ada: { id: string; role: Role };
beforeAll(async () => {
  ada = await storePerson("Ada Admin", { role: "admin" });
});
afterAll(async () => {
  // Other files of this process read the same facts.
  await db().delete(settingTable);
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

test("a logo and a colour are in mails, the logo also in what search engines read", async () => {
  const logo = "/media/logo/0123456789abcdef-480x120.png";
  await changeSettings(ada, { logo, accentColour: "#1b5fc1" });
  await readSiteFacts();
  expect(organizationData("https://cars.example.ca")).toMatchObject({
    logo: `https://cars.example.ca${logo}`,
  });
  const origin = "https://cars.example.ca";
  const mail = { subject: "Hello", paragraphs: [`Read ${origin}/cars now`] };
  const { html } = layOutEmail(mail, { locale: "en", origin });
  expect(html).toContain(`<img src="${origin}${logo}" alt="Autos Nord" width="144" height="36">`);
  expect(html).toContain(`<a href="${origin}/cars"><font color="#1b5fc1">`);
  await changeSettings(ada, { logo: "", accentColour: "#c8102e" });
  await readSiteFacts();
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

test("payments and the prices searched by them follow the rate that is set", async () => {
  const car = { priceCad: 25_000, provinceCode: "ON", isDealer: true } as const;
  const terms = () => ({ ...findPaymentTerms(null, null), locale: "en" }) as const;
  const searched = () =>
    findPricesForPayments({ min: null, max: 300 }, terms(), { namedTo: "en" }).map(
      ({ prices }) => prices.max,
    );
  const before = searched();
  expect(estimatePayment(car, terms())).toMatchObject({ aprPercent: 14.5, paymentCad: 271.62 });
  await changeSettings(ada, { rateFair: 24.9 });
  await readSiteFacts();
  // r = 24.9 % / 26 and n = 156: 28,250 r / (1 - (1 + r)^-156).
  expect(estimatePayment(car, terms())).toMatchObject({ aprPercent: 24.9, paymentCad: 349.58 });
  expect(searched().every((most, index) => most! < before[index]!)).toBe(true);
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
