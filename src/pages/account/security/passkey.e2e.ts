import type { BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { paths } from "#site/paths.ts";
import {
  addAuthenticator,
  axeFindings,
  PHONE,
  loadWords,
  hydrated,
} from "../../../../e2e/browser.fixture.ts";
import { journey } from "../../../../e2e/journey.fixture.ts";
import { addPasskey as addOwnPasskey, usePasskey } from "../../../../e2e/passkey.fixture.ts";

const visitor = journey();
/** A passkey belongs to a host with a name: an address of numbers has none. */
let origin: string;
beforeAll(() => {
  origin = visitor.site.origin.replace("127.0.0.1", "localhost");
});

const PASSWORD = "maple-canoe-thunder-9";
const en = loadWords("en");

type Authenticator = Awaited<ReturnType<typeof addAuthenticator>>;
type Visit = { page: Page; context: BrowserContext };

async function visit(options: BrowserContextOptions, work: (visit: Visit) => Promise<void>) {
  const page = await visitor.newPage({ baseURL: origin, ...options });
  const context = page.context();
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  await work({ page, context });
  await context.close();
  expect(complaints).toEqual([]);
}

async function credentialsIn({ id, cdp }: Authenticator) {
  const { credentials } = await cdp.send("WebAuthn.getCredentials", { authenticatorId: id });
  return credentials;
}

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

const signUp = (page: Page, email: string) =>
  visitor.openAccount(page, { email, password: PASSWORD }, origin);

/** By the request of the button, which has a test of its own. */
async function signOut(page: Page) {
  const result = await page.request.post(origin + paths.signOut(), {
    form: { returnTo: "/" },
    headers: { origin },
    maxRedirects: 0,
  });
  expect(result.status()).toBe(303);
}

async function enterPassword(page: Page, email: string) {
  await page.goto("/login?returnTo=/account/security");
  await page.getByLabel(en("account_email_label")).fill(email);
  await page.getByLabel(en("account_password_label")).fill(PASSWORD);
  await button(page, en("account_sign_in_button")).click();
}

const addPasskey = (page: Page, name: string) => addOwnPasskey(page, name, PASSWORD);

test("a passkey is added, is the second step, signs in alone, is renamed and removed", async () => {
  await visit({}, async (visitor) => {
    const { page } = visitor;
    const email = "passkey@example.com";
    const authenticator = await addAuthenticator(visitor.page);
    await signUp(page, email);
    await addPasskey(page, "My phone");
    expect((await credentialsIn(authenticator)).map(({ rpId }) => rpId)).toEqual(["localhost"]);
    await page.getByText("My phone").first().waitFor();
    expect(await axeFindings(page)).toEqual([]);

    await signOut(page);
    await enterPassword(page, email);
    await page.waitForURL(/\/login\/second-step/);
    await button(page, en("account_passkey_use")).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await usePasskey(page);
    await page.waitForURL(`${origin}/account/security`);

    await signOut(page);
    await page.goto("/login?returnTo=/account/second-factor");
    await hydrated(page);
    await button(page, en("account_passkey_sign_in")).click();
    await page.waitForURL(`${origin}/account/second-factor`);
    await page.getByText(/last used/).waitFor();

    await page.getByText(en("account_passkey_edit")).click();
    await page.getByLabel(en("account_passkey_name_label")).fill("Old phone");
    await button(page, en("account_passkey_rename")).click();
    await page.getByText(en("account_notice_passkey_renamed")).waitFor();
    await page.getByText("Old phone").first().waitFor();

    // Removing it asks for it anew, however lately it signed in.
    await page.getByText(en("account_passkey_edit")).click();
    await button(page, en("account_passkey_remove")).click();
    await page.waitForURL(/\/account\/confirm/);
    expect(await axeFindings(page)).toEqual([]);
    await usePasskey(page);
    await page.waitForURL(`${origin}/account/second-factor`);
    await page.getByText(en("account_passkey_edit")).click();
    const remove = page.getByRole("listitem").filter({ hasText: "Old phone" });
    await remove.getByLabel(en("account_current_password_label")).fill("not it at all");
    await button(page, en("account_passkey_remove")).click();
    await page.getByRole("alert").waitFor();
    await remove.getByLabel(en("account_current_password_label")).fill(PASSWORD);
    await button(page, en("account_passkey_remove")).click();
    await page.getByText(en("account_notice_second_factor_off")).waitFor();

    await signOut(page);
    await page.goto("/login");
    await hydrated(page);
    await button(page, en("account_passkey_sign_in")).click();
    await page.getByText(en("account_passkey_refused")).waitFor();
    await enterPassword(page, email);
    await page.waitForURL(`${origin}/account/security`);
  });
});

describe("a stranger", () => {
  test("cannot take another account's second step with a passkey of their own", async () => {
    const victim = "victim@example.com";
    await visit({}, async (visitor) => {
      await addAuthenticator(visitor.page);
      await signUp(visitor.page, victim);
      await addPasskey(visitor.page, "Theirs");
    });
    await visit({}, async (visitor) => {
      const { page } = visitor;
      await addAuthenticator(visitor.page);
      await signUp(page, "stranger@example.com");
      await addPasskey(page, "Mine");
      await signOut(page);
      await enterPassword(page, victim);
      await page.waitForURL(/\/login\/second-step/);
      // The page asks for the victim's own passkeys; this browser lets any of its own answer.
      await page.route("**/login/passkey", async (route) => {
        const result = await route.fetch();
        const { allowCredentials: _theirs, ...options } = await result.json();
        await route.fulfill({ response: result, json: options });
      });
      await usePasskey(page);
      await page.getByText(en("account_passkey_refused")).waitFor();
      await page.goto("/account");
      await page.waitForURL(/\/login/);
    });
  });

  test("cannot send an answer again, nor one that was not unlocked", async () => {
    await visit({}, async (visitor) => {
      const { page } = visitor;
      const { id, cdp } = await addAuthenticator(visitor.page);
      const email = "replayed@example.com";
      await signUp(page, email);
      await addPasskey(page, "My phone");
      await signOut(page);
      await page.goto("/login?returnTo=/account");
      await hydrated(page);
      const sent = page.waitForRequest(
        (each) => each.method() === "POST" && /\/login\b(?!\/)/.test(each.url()),
      );
      await button(page, en("account_passkey_sign_in")).click();
      const body = (await sent).postData() ?? "";
      const cookies = (await (await sent).allHeaders()).cookie ?? "";
      await page.waitForURL(`${origin}/account`);
      const again = await fetch(`${origin}/login`, {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded", cookie: cookies, origin },
        body,
        redirect: "manual",
      });
      expect(again.status).toBe(422);
      expect(again.headers.getSetCookie().join()).not.toContain("session=");

      await signOut(page);
      // Found, touched, but no finger or PIN: the browser asked for one, this answer has none.
      await cdp.send("WebAuthn.setUserVerified", { authenticatorId: id, isUserVerified: false });
      await page.route("**/login/passkey", async (route) => {
        const result = await route.fetch();
        const options = (await result.json()) as object;
        await route.fulfill({
          response: result,
          json: { ...options, userVerification: "discouraged" },
        });
      });
      await page.goto("/login");
      await hydrated(page);
      await button(page, en("account_passkey_sign_in")).click();
      await page.getByText(en("account_passkey_refused")).waitFor();
    });
  });
});

test("without JavaScript the pages name the other way", async () => {
  const email = "no-script-passkey@example.com";
  await visit({}, async (visitor) => {
    await addAuthenticator(visitor.page);
    await signUp(visitor.page, email);
    await addPasskey(visitor.page, "My phone");
  });
  await visit({ javaScriptEnabled: false, viewport: PHONE }, async ({ page }) => {
    await enterPassword(page, email);
    await page.getByText(en("account_passkey_needs_script")).waitFor();
    expect(await button(page, en("account_passkey_use")).isVisible()).toBe(false);
    await page.getByLabel(en("account_recovery_code_label")).waitFor();
  });
});
