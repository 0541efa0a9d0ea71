import type { BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { axeFindings, DESKTOP, hydrated, PHONE, loadWords } from "../../../e2e/browser.fixture.ts";
import { readOutbox } from "../../../e2e/program.fixture.ts";
import { journey } from "../../../e2e/journey.fixture.ts";
import { GOOGLE_CLIENT, startGoogleProvider } from "./sign-in/google-provider.fixture.ts";

let google: Awaited<ReturnType<typeof startGoogleProvider>>;
beforeAll(async () => {
  google = await startGoogleProvider();
});
const visit = journey({
  environment: () => ({
    GOOGLE_CLIENT_ID: GOOGLE_CLIENT.clientId,
    GOOGLE_CLIENT_SECRET: GOOGLE_CLIENT.clientSecret,
    GOOGLE_URL: google.origin,
  }),
});
afterAll(() => google.close());

const PASSWORD = "maple-canoe-thunder-9";
const en = loadWords("en");
const fr = loadWords("fr");

async function withPage(
  options: BrowserContextOptions,
  work: (page: Page, context: BrowserContext) => Promise<void>,
) {
  const page = await visit.newPage(options);
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  await work(page, page.context());
  await page.context().close();
  expect(complaints).toEqual([]);
}

/** The path of the link in the newest mail to an address. */
async function linkTo(email: string, path: string): Promise<string> {
  return vi.waitFor(
    async () => {
      const mails = (await readOutbox(visit.site.origin)).filter(({ to }) => to === email);
      const link = mails.map(({ text }) => new RegExp(`(?:/fr)?${path}/[\\w-]+`).exec(text)?.[0]);
      expect(link.find(Boolean)).toBeDefined();
      return link.find(Boolean) ?? "";
    },
    { timeout: 15_000, interval: 200 },
  );
}

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

async function signUp(page: Page, email: string, prefix: "" | "/fr", words: typeof en) {
  await page.goto(`${prefix}/register`);
  await page.getByLabel(words("account_name_label"), { exact: true }).fill("Amara Okafor");
  await page.getByLabel(words("account_email_label")).fill(email);
  await page.getByLabel(words("account_password_label")).fill("short");
  await button(page, words("account_sign_up_button")).click();
  await page.getByRole("alert").waitFor();
  expect(await page.getByLabel(words("account_email_label")).inputValue()).toBe(email);
  expect(await page.getByLabel(words("account_password_label")).inputValue()).toBe("");
  await page.getByLabel(words("account_password_label")).fill(PASSWORD);
  await button(page, words("account_sign_up_button")).click();
  await page.getByRole("heading", { name: words("account_sign_up_sent_title") }).waitFor();
  await page.goto(await linkTo(email, "/register/confirm"));
  await page.getByLabel(words("account_password_label")).fill(PASSWORD);
  await button(page, words("account_confirm_button")).click();
  await page.getByRole("heading", { name: words("account_title"), level: 1 }).waitFor();
}

describe.each([
  { language: "English", prefix: "", words: en, script: true },
  { language: "French, without JavaScript", prefix: "/fr", words: fr, script: false },
] as const)("in $language", ({ prefix, words, script }) => {
  test("an account opens by mail, signs out and in again, and is where one was", async () => {
    await withPage({ viewport: DESKTOP, javaScriptEnabled: script }, async (page) => {
      const email = `amara${prefix.replace("/", "-")}@example.com`;
      await signUp(page, email, prefix, words);
      await page
        .getByRole("banner")
        .getByRole("button", { name: words("layout_sign_out") })
        .click();
      await page.waitForURL(`${visit.site.origin}${prefix || "/"}`);
      await page.goto(`${prefix}/account/security`);
      await page.getByLabel(words("account_email_label")).fill(email);
      await page.getByLabel(words("account_password_label")).fill(PASSWORD);
      await button(page, words("account_sign_in_button")).click();
      await page.waitForURL(`${visit.site.origin}${prefix}/account/security`);
    });
  });
});

/** A code by mail, a passkey, Google, and a password last. */
async function expectWaysInOrder(page: Page, words: typeof en): Promise<void> {
  await hydrated(page);
  const ways = [
    "account_email_code_send",
    "account_passkey_sign_in",
    "account_google_button",
    "account_sign_in_button",
  ].map(words);
  const shown = await page
    .getByRole("main")
    .getByRole("button")
    .or(page.getByRole("main").getByRole("link"))
    .allInnerTexts();
  expect(shown.map((text) => text.trim()).filter((text) => ways.includes(text))).toEqual(ways);
}

const PAGES = ["", "/photo", "/phone", "/security", "/second-factor", "/applications", "/data"];
const OUTSIDE = ["/login", "/register", "/login/forgot", "/login/second-step", "/login/reset/x"];

describe.each([
  { prefix: "", viewport: PHONE, colorScheme: "light", words: en },
  { prefix: "/fr", viewport: DESKTOP, colorScheme: "dark", words: fr },
] as const)("axe, $colorScheme $prefix", ({ prefix, viewport, colorScheme, words }) => {
  test("finds nothing on any page of the account; the ways in stand in their order", async () => {
    await withPage({ viewport, colorScheme }, async (page) => {
      for (const path of OUTSIDE) {
        await page.goto(prefix + path);
        expect([path, await axeFindings(page)]).toEqual([path, []]);
        if (path === "/login") await expectWaysInOrder(page, words);
      }
      await visit.openAccount(page, {
        email: `axe-${colorScheme}@example.com`,
        password: PASSWORD,
      });
      for (const path of PAGES) {
        await page.goto(`${prefix}/account${path}`);
        expect([path, await axeFindings(page)]).toEqual([path, []]);
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect([path, overflow]).toEqual([path, 0]);
      }
      await page.goto(`${prefix}/account/second-factor`);
      await page
        .getByRole("region", { name: words("account_app"), exact: true })
        .getByLabel(words("account_current_password_label"))
        .fill(PASSWORD);
      await button(page, words("account_app_set_up")).click();
      await page.getByText(words("account_app_key")).waitFor();
      expect(await axeFindings(page)).toEqual([]);
    });
  });
});

test("a password is shown when asked, and measured from its first key on, not before", async () => {
  await withPage({ viewport: PHONE }, async (page) => {
    const requested: string[] = [];
    page.on("request", (request) => requested.push(request.url()));
    const isMeter = (url: string) => url.includes("password-strength");
    await page.goto(`/register`, { waitUntil: "networkidle" });
    await hydrated(page);
    expect(requested.filter(isMeter)).toEqual([]);
    const password = page.getByLabel(en("account_password_label"));
    await password.pressSequentially("qwertyuiopasdfgh");
    const meter = page.getByRole("meter");
    await meter.waitFor();
    await expect.poll(() => meter.getAttribute("value")).toBe("1");
    expect(requested.filter(isMeter)).toHaveLength(1);
    await password.fill(PASSWORD);
    await expect.poll(() => meter.getAttribute("value")).not.toBe("1");
    expect(await password.getAttribute("type")).toBe("password");
    await button(page, en("forms_password_show")).click();
    expect(await password.getAttribute("type")).toBe("text");
    expect(await password.inputValue()).toBe(PASSWORD);
    await button(page, en("forms_password_hide")).click();
    expect(await password.getAttribute("type")).toBe("password");
    // The server decides: what the meter only calls weak it refuses.
    await page.getByLabel(en("account_name_label"), { exact: true }).fill("Amara Okafor");
    await page.getByLabel(en("account_email_label")).fill("weak@example.com");
    for (const refused of ["qwertyuiopasdfgh", "administrator12", "rouvia-rouvia-26"]) {
      await password.fill(refused);
      await button(page, en("account_sign_up_button")).click();
      await page.getByRole("alert").waitFor();
      await expect.poll(() => password.inputValue()).toBe("");
    }
  });
});

test("Google signs in from a popup, and the page behind it goes on to where one was", async () => {
  google.claims = { sub: "g-1", email: "from-google@example.com" };
  await withPage({ viewport: DESKTOP }, async (page, context) => {
    await page.goto("/login?returnTo=/account/security");
    await page.waitForFunction(() => !document.documentElement.classList.contains("no-js"));
    await page.waitForLoadState("networkidle");
    const popup = context.waitForEvent("page");
    await page.getByRole("link", { name: en("account_google_button") }).click();
    await popup;
    await page.waitForURL(`${visit.site.origin}/account/security`);
    await page.getByText(en("account_google_untie")).waitFor();
  });
});

test("Google signs in without JavaScript, in the same window", async () => {
  google.claims = { sub: "g-2", email: "no-script@example.com" };
  await withPage({ viewport: PHONE, javaScriptEnabled: false }, async (page) => {
    await page.goto("/login?returnTo=/account");
    await page.getByRole("link", { name: en("account_google_button") }).click();
    await page.waitForURL(`${visit.site.origin}/account`);
  });
});

test("the calls' token is got with the session, and leaves the browser with it", async () => {
  await withPage({ viewport: DESKTOP }, async (page) => {
    await visit.openAccount(page, { email: "token@example.com", password: PASSWORD });
    await page.goto("/account/security");
    await hydrated(page);
    const result = await page.evaluate(async () => {
      const jwt = await fetch("/jwt", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ email: "token@example.com" }),
      });
      const { token } = (await jwt.json()) as { token: string };
      localStorage.setItem("access-token", token);
      const me = await fetch("/currentUser?email=token@example.com", {
        headers: { authorization: `Bearer ${token}` },
      });
      return { me: (await me.json()) as { name: string }, token };
    });
    expect(result.me.name).toBe("Amara Okafor");
    await page
      .getByRole("banner")
      .getByRole("button", { name: en("layout_sign_out") })
      .click();
    await page.waitForURL(`${visit.site.origin}/`);
    expect(await page.evaluate(() => localStorage.getItem("access-token"))).toBeNull();
    const after = await page.request.get("/currentUser?email=token@example.com", {
      headers: { authorization: `Bearer ${result.token}` },
    });
    expect(after.status()).toBe(401);
  });
});
