import { readFile } from "node:fs/promises";
import type pg from "pg";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { DEMO_ACCOUNTS } from "#demo/people.ts";
import { today } from "#platform/clock/clock.server.ts";
import { withConnection } from "#platform/database/database.server.ts";
import { formatCad } from "#values/money.ts";
import {
  addAuthenticator,
  axeFindings,
  DESKTOP,
  PHONE,
  loadWords,
} from "../../../e2e/browser.fixture.ts";
import { journey, sendContactForm } from "../../../e2e/journey.fixture.ts";
import { addPasskey, usePasskey } from "../../../e2e/passkey.fixture.ts";
import { readOutbox } from "../../../e2e/program.fixture.ts";

const visit = journey();

/** A member who is not one of the demo accounts, which all tests share. */
const MEMBER = {
  name: "Nadia Roy",
  email: "nadia.roy@example.org",
  password: "maple-canoe-9-lakes",
};

beforeAll(async () => {
  const page = await visit.newPage();
  await visit.openAccount(page, MEMBER);
  await page.context().close();
});

describe.each([
  { locale: "en", prefix: "", javaScriptEnabled: true, viewport: PHONE },
  { locale: "fr", prefix: "/fr", javaScriptEnabled: false, viewport: DESKTOP },
] as const)("in $locale, JavaScript $javaScriptEnabled", ({ locale, prefix, ...options }) => {
  const words = loadWords(locale);

  test("an auditor reads what staff and administrators read, and finds nothing to press", async () => {
    const page = await visit.newPage(options);
    await visit.signIn(page, "auditor");
    const buttons = () => page.getByRole("main").getByRole("button").allInnerTexts();
    for (const path of [
      "settings",
      "reviews",
      "verifications",
      "moderation",
      "system",
      "incidents",
    ]) {
      await page.goto(`${prefix}/staff/${path}`);
      await page.getByText(words("staff_reads_only")).waitFor();
      expect([path, await buttons()]).toEqual([path, []]);
    }
    for (const path of ["incidents/new", "dealerships/new"])
      expect((await page.request.get(`${prefix}/staff/${path}`)).status()).toBe(403);
    await page.goto(`${prefix}/staff/leads`);
    const list = page.getByRole("region", { name: words("staff_leads_title") });
    await list.getByRole("listitem").getByRole("link").first().click();
    await page.getByText(words("staff_consents_title")).first().waitFor();
    expect(await page.getByText(words("staff_update_title"), { exact: true }).count()).toBe(0);
    if (options.javaScriptEnabled) expect(await axeFindings(page)).toEqual([]);
  });

  test("an administrator finds an account, and is told why a role stays", async () => {
    const page = await visit.newPage(options);
    await visit.signIn(page, "staff");
    const refused = await page.request.get(`${prefix}/staff/people`);
    expect(refused.status()).toBe(403);
    expect(await refused.text()).toContain(`<h1>${words("staff_administrators_title")}</h1>`);

    await visit.signIn(page, "admin");
    await page.goto(`${prefix}/staff/people`);
    const find = async (email: string, name: string) => {
      await page.getByLabel(words("people_email")).fill(email);
      await page.getByRole("button", { name: words("people_find_button") }).click();
      await page.getByRole("heading", { name }).waitFor();
    };
    await find("buyer@example.com", "Amara Okafor");
    await page.getByText(words("people_demo_account")).waitFor();
    expect(await page.getByRole("button", { name: words("people_change_button") }).count()).toBe(0);
    await find(MEMBER.email, MEMBER.name);
    if (options.javaScriptEnabled) {
      expect(await axeFindings(page)).toEqual([]);
      await page.emulateMedia({ colorScheme: "dark" });
      expect(await axeFindings(page, "colours")).toEqual([]);
      await page.emulateMedia({ colorScheme: "light" });
    }

    const role = page.getByLabel(words("people_role_label"), { exact: true });
    const reason = page.getByLabel(words("people_reason_label"), { exact: true });
    const change = page.getByRole("button", { name: words("people_change_button") });
    await role.selectOption("staff");
    await change.click();
    await page.getByRole("link", { name: words("people_reason_error_missing") }).waitFor();
    if (options.javaScriptEnabled) expect(await axeFindings(page)).toEqual([]);
    expect(await role.inputValue()).toBe("staff");
    await reason.fill("Starts on Monday");
    await role.selectOption("buyer");
    await change.click();
    await page.getByRole("link", { name: words("people_role_error_same") }).waitFor();
    expect(await reason.inputValue()).toBe("Starts on Monday");
    await page.context().close();
  });
});

test("an administrator opens a dealership, puts right what is missing, and pauses it", async () => {
  const words = loadWords("en");
  const page = await visit.newPage({ viewport: PHONE });
  await visit.signIn(page, "admin");
  await page.goto("/staff/dealerships");
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole("link", { name: words("dealership_new") }).click();
  const form = (key: string) => page.getByLabel(words(`dealership_form_${key}`), { exact: true });
  await form("name_label").fill("Garage Essai");
  await form("lead_email_label").fill("leads@essai.example");
  await form("phone_label").fill("514 555 0171");
  await form("street_address_label").fill("12, rue Exemple");
  await form("city_label").fill("Laval");
  await form("province_label").selectOption("QC");
  await form("postal_code_label").fill("h7a 0a1");
  await form("served_radius_label").fill("120");
  await page.getByRole("checkbox", { name: "Quebec", exact: true }).press("Space");
  const save = page.getByRole("button", { name: words("dealership_save"), exact: true });
  await save.click();
  await page
    .getByRole("link", { name: words("dealership_form_takes_lead_kinds_error_missing") })
    .waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(await form("postal_code_label").inputValue()).toBe("h7a 0a1");
  await form("takes_lead_kinds_option_pre_approval").press("Space");
  await save.click();
  await page.getByText(words("dealership_saved"), { exact: true }).waitFor();
  expect(await form("phone_label").inputValue()).toContain("0171");
  await page.getByRole("button", { name: words("dealership_pause"), exact: true }).click();
  await page.getByText(words("dealership_paused"), { exact: true }).waitFor();
  await page.getByRole("link", { name: words("dealership_back") }).click();
  await page.getByRole("link", { name: "Garage Essai" }).waitFor();
  await page.context().close();
});

/** Opens a staff account with a passkey, as on a real site: demo accounts need none. */
async function hireStaff(page: Page, person: typeof MEMBER): Promise<void> {
  const words = loadWords("en");
  await visit.openAccount(page, person, namedOrigin());
  const admin = await visit.newPage({ baseURL: namedOrigin() });
  await visit.signIn(admin, "admin");
  await admin.goto("/staff/people");
  await admin.getByLabel(words("people_email")).fill(person.email);
  await admin.getByRole("button", { name: words("people_find_button") }).click();
  await admin.getByLabel(words("people_role_label"), { exact: true }).selectOption("staff");
  await admin.getByLabel(words("people_reason_label"), { exact: true }).fill("Starts on Monday");
  await admin.getByRole("button", { name: words("people_change_button") }).click();
  await admin.getByRole("button", { name: words("people_enrolment_button") }).click();
  const link = await admin.getByText(/\/account\/enrol\//).textContent();
  await admin.context().close();

  // A change of role ends the account's sessions, so sign in again.
  await page.goto("/login");
  await page.getByLabel(words("account_email_label")).fill(person.email);
  await page.getByLabel(words("account_password_label")).fill(person.password);
  await page.getByRole("button", { name: words("account_sign_in_button"), exact: true }).click();
  await page.waitForURL(/\/account/);
  await page.goto(/\S+\/account\/enrol\/\S+/.exec(link ?? "")?.[0] ?? "");
  await page.getByRole("button", { name: words("account_enrol_button") }).click();
  await page.waitForURL(/\/account\/second-factor/);
  await addPasskey(page, "Work phone", person.password);
}

/** A passkey needs a host name: an IP address has no passkeys. */
const namedOrigin = () => visit.site.origin.replace("127.0.0.1", "localhost");

test("staff change a price with a reason and a fresh factor only, and the seller is told and objects", async () => {
  const words = loadWords("en");
  const page = await visit.newPage({ viewport: PHONE, baseURL: namedOrigin() });
  await addAuthenticator(page);
  const colleague = { ...MEMBER, name: "Jules Caron", email: "jules.caron@example.org" };
  await hireStaff(page, colleague);
  const seller = DEMO_ACCOUNTS.find(({ role }) => role === "seller")?.email ?? "";
  const ask = <Row extends pg.QueryResultRow>(sql: string, ...values: string[]) =>
    withConnection(
      visit.databaseUrl,
      async (client) => (await client.query<Row>(sql, values)).rows,
    );
  const [car] = await ask<{ id: string; price: number }>(
    `select l.id, price_cad as price from listing l join "user" u on u.id = seller_id
     where u.email = $1 and state = 'live' order by l.id desc limit 1`,
    seller,
  );
  if (!car) throw new Error("The demonstration's seller has no car for sale.");

  await ask(
    `update session set second_factor_at = now() - interval '11 minutes'
     where user_id = (select id from "user" where email = $1)`,
    colleague.email,
  );
  const here = `/account/listings/${car.id}`;
  await page.goto(here);
  const reason = page.getByLabel(words("staff_change_price_reason_label"), { exact: true });
  const price = page.getByLabel(words("seller_price_label"), { exact: true });
  const change = page.getByRole("button", { name: words("seller_price_change"), exact: true });
  const fill = async () => {
    await price.fill(String(car.price + 100));
    await reason.fill("The seller asked for it by phone");
    await change.click();
  };
  await fill();
  await page.getByText(words("staff_change_factor_needed")).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(await reason.inputValue()).toBe("The seller asked for it by phone");
  const confirm = page.getByRole("link", { name: words("staff_change_factor_confirm") });
  await page.goto((await confirm.getAttribute("href")) ?? "");
  await usePasskey(page);
  await page.waitForURL(`**${here}`);
  await page.getByText(words("staff_change_factor_fresh")).waitFor();
  await price.fill(String(car.price + 100));
  await change.click();
  await page
    .getByRole("link", { name: words("staff_change_price_reason_error_missing") })
    .waitFor();
  await fill();
  await page.waitForURL(/done=price/);
  expect(await ask("select price_cad from listing where id = $1", car.id)).toEqual([
    { price_cad: car.price + 100 },
  ]);

  // The seller has no account: the signed link alone identifies them.
  const link = await vi.waitFor(async () => {
    const mails = (await readOutbox(visit.site.origin)).filter(({ to }) => to === seller);
    const mail = mails.find(({ text }) => text.includes("The seller asked for it by phone"));
    const path = /\/changes\/[\w-]+\.[\w-]+/.exec(mail?.text ?? "")?.[0];
    if (!path) throw new Error("The seller was not told.");
    return path;
  });
  const owner = await visit.newPage({ viewport: PHONE });
  await owner.goto(link);
  await owner.getByText("The seller asked for it by phone").waitFor();
  await owner.getByText(formatCad(car.price + 100, "en")).waitFor();
  expect(await axeFindings(owner)).toEqual([]);
  await owner.getByLabel(words("staff_change_objection_label")).fill("I never called anybody");
  await owner.getByRole("button", { name: words("staff_change_send") }).click();
  await owner.getByText(words("staff_change_sent")).waitFor();
  await owner.context().close();

  await page.goto("/staff/moderation");
  const objection = page.getByRole("listitem").filter({ hasText: "I never called anybody" });
  await objection.getByText("The seller asked for it by phone").waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await objection.getByRole("button", { name: words("listing_reports_settle") }).click();
  await objection.waitFor({ state: "detached" });
  await page.context().close();
});

test("staff find all of a person, hand it over, delete it at their word and answer", async () => {
  const words = loadWords("en");
  const email = "nora.leaves@example.org";
  const visitor = await visit.newPage({ viewport: PHONE });
  await sendContactForm(visitor, "Nora Leaves", email);

  await visitor.context().close();

  const page = await visit.newPage({ viewport: PHONE });
  await visit.signIn(page, "staff");
  await page.goto("/staff/requests");
  const find = async () => {
    const search = page.getByRole("region", { name: words("privacy_request_find") });
    await search.getByLabel(words("people_email"), { exact: true }).fill(email);
    await search.getByRole("button", { name: words("privacy_request_find_button") }).click();
    const title = words("privacy_trail_title").replace("{contact}", email);
    return page.getByRole("region", { name: title });
  };
  await (await find()).getByText(/^Request /).waitFor();
  expect(await axeFindings(page)).toEqual([]);

  const form = page.getByRole("region", { name: words("privacy_request_take_in") });
  const answer = (question: string) =>
    form.getByLabel(words(`privacy_request_form_${question}_label`));
  await answer("kind").selectOption("erasure");
  await answer("received_on").fill(today());
  await answer("person").fill("Nora Leaves");
  await answer("email").fill(email);
  await answer("language").selectOption("fr");
  await answer("identity_way").selectOption("known_contact");
  const takeIn = form.getByRole("button", { name: words("privacy_request_take_in_button") });
  await takeIn.click();
  await page
    .getByRole("link", { name: words("privacy_request_form_reason_error_missing") })
    .waitFor();
  expect(await answer("email").inputValue()).toBe(email);
  await answer("reason").fill("Called back at the number of the request");
  await takeIn.click();
  await page.waitForURL(/\/staff\/requests\/[\w-]{36}/);
  expect(await axeFindings(page)).toEqual([]);

  const retained = page.getByRole("region", { name: words("privacy_trail_held") });
  expect(await retained.getByRole("checkbox", { name: /^Request / }).isChecked()).toBe(true);
  const download = page.waitForEvent("download");
  await retained.getByRole("button", { name: words("account_export_json") }).click();
  expect(await readFile(await (await download).path(), "utf8")).toContain("When are you open?");
  const erase = retained.getByRole("button", { name: words("privacy_request_erase") });
  await erase.click();
  await page.getByRole("alert").getByText(words("privacy_request_erase_unsure")).waitFor();
  await retained.getByLabel(words("privacy_request_erase_sure")).check();
  await erase.click();
  await page.getByRole("status").getByText(words("privacy_request_done_erased")).waitFor();

  const end = page.getByRole("region", { name: words("privacy_request_settle") });
  await end.getByLabel(words("privacy_request_form_ending_label")).selectOption("done");
  await end
    .getByLabel(words("privacy_request_form_outcome_label"))
    .fill("Nous avons supprimé votre demande.");
  await end.getByRole("button", { name: words("privacy_request_settle_button") }).click();
  await page.getByRole("status").getByText(words("privacy_request_done_settled")).waitFor();
  await page.getByRole("link", { name: words("privacy_request_letter") }).click();
  await page.getByText("Nous avons supprimé votre demande.").waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.goto("/staff/requests");
  // Only what we sent as an answer is left.
  const left = await find();
  await left.getByText(words("privacy_trail_remains")).waitFor();
  expect(await left.getByText(/^Request /).count()).toBe(0);
  await page.context().close();
});
