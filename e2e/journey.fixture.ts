import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, inject, vi } from "vitest";
import { DEMO_ACCOUNTS } from "#demo/people.ts";
import { testDatabase, type TestDatabase } from "#platform/database/test-database.server.ts";
import type { Role } from "#values/role.ts";
import { DESKTOP, launchBrowser, loadWords } from "./browser.fixture.ts";
import { readOutbox } from "./program.fixture.ts";
import type {} from "./vitest-global-setup.ts";
import { newDataDirectory, removeDataDirectory, type Site, startSite } from "./site.fixture.ts";
import { watchPolicy } from "./watch-policy.fixture.ts";

/** The site and browser of one test file; available from the first `beforeAll` on. */
type Journey = {
  readonly site: Site;
  /**
   * The URL of the site's database, as its owner: for changes that otherwise only time would cause.
   */
  readonly databaseUrl: string;
  /**
   * A new visitor: a new context, with paths relative to the site's origin, and without animations.
   */
  newPage(options?: BrowserContextOptions): Promise<Page>;
  /**
   * The file's shared window of this kind, in the state in which earlier tests left it, including
   * cookies. For tests that do not depend on who the visitor is. A new window would take as much
   * processor time as the page that it shows.
   */
  sharedPage(options?: BrowserContextOptions): Promise<Page>;
  /**
   * Gives the visitor the session cookie of the demo's account of a role. The sign-in form has its
   * own tests.
   */
  signIn(page: Page, role: Role): Promise<void>;
  /**
   * Opens an account for the visitor and signs them in. Those pages have their own tests. `origin`:
   * the site's origin as the visitor sees it, if it is not the default.
   */
  openAccount(page: Page, person: Person, origin?: string): Promise<void>;
  /**
   * What the content security policy blocked in any of these windows. After the last test it must
   * be empty.
   */
  readonly violations: string[];
};

type Person = { name?: string; email: string; password: string };

/**
 * The built site in a real browser, for the tests of the calling file. Files run one after the
 * other on a shared site, with demo data and whatever earlier files left. A file creates its own
 * people and cars, or asks for its own site if that is not enough. `environment` configures such a
 * site with peers that an earlier `beforeAll` started.
 */
export function journey({
  environment,
  ownSite = environment !== undefined,
}: { ownSite?: boolean; environment?: () => Record<string, string> } = {}): Journey {
  const contexts: BrowserContext[] = [];
  const violations: string[] = [];
  const shared = new Map<string, Promise<Page>>();
  let own: { site: Site; database: TestDatabase } | undefined;
  let site: Site;
  let databaseUrl: string;
  beforeAll(async () => {
    if (ownSite) {
      const database = await testDatabase();
      databaseUrl = database.url;
      site = await startSite({ ...environmentFor(database), ...environment?.() });
      own = { site, database };
    } else {
      ({ site, databaseUrl } = await sharedSite());
    }
  });
  afterEach(async ({ task }) => {
    if (task.result?.state === "fail") await printOpenPages(contexts);
  });
  afterAll(async () => {
    await Promise.all(contexts.map((context) => context.close()));
    await own?.site.stop();
    if (own) await removeDataDirectory(own.site);
    await own?.database.drop();
    expect(violations, "what the content security policy refused").toEqual([]);
  });
  const visit: Journey = {
    get site() {
      return site;
    },
    get databaseUrl() {
      return databaseUrl;
    },
    violations,
    sharedPage(options) {
      const kind = JSON.stringify(options ?? {});
      const page = shared.get(kind) ?? visit.newPage(options);
      shared.set(kind, page);
      return page;
    },
    async newPage(options) {
      const browser = await sharedBrowser();
      const context = await browser.newContext({
        baseURL: site.origin,
        viewport: DESKTOP,
        reducedMotion: "reduce",
        // The service worker has its own test. Elsewhere it would fetch its page in every new
        // context.
        serviceWorkers: "block",
        ...options,
      });
      contexts.push(context);
      await watchPolicy(context, (violation) => violations.push(violation));
      // A page has loaded when its pictures have, and those are drawn when they are first
      // requested.
      context.setDefaultNavigationTimeout(90_000);
      return context.newPage();
    },
    async signIn(page, role) {
      const account = DEMO_ACCOUNTS.find((each) => each.role === role);
      if (!account) throw new Error(`The demo has no ${role}.`);
      const { email, password } = account;
      const response = await page.request.post("/login", {
        form: { email, password },
        headers: { origin: site.origin },
        maxRedirects: 0,
      });
      expect(response.status()).toBe(303);
    },
    async openAccount(page, { name = "Amara Okafor", email, password }, origin = site.origin) {
      const post = (path: string, form: Record<string, string>) =>
        page.request.post(origin + path, { form, headers: { origin }, maxRedirects: 0 });
      expect((await post("/register", { name, email, password })).status()).toBe(200);
      const confirm = await vi.waitFor(
        async () => {
          const mails = (await readOutbox(site.origin)).filter(({ to }) => to === email);
          const paths = mails.map(({ text }) => /\/register\/confirm\/[\w-]+/.exec(text)?.[0]);
          const path = paths.find(Boolean);
          if (!path) throw new Error(`No link has come to ${email}.`);
          return path;
        },
        { timeout: 15_000, interval: 200 },
      );
      expect((await post(confirm, { password })).status()).toBe(303);
    },
  };
  return visit;
}

/** Sends the contact form, typed key by key as people do, and waits for the confirmation. */
export async function sendContactForm(page: Page, name: string, email: string): Promise<void> {
  const say = loadWords("en");
  await page.goto("/contact");
  const form = page.getByRole("region", { name: say("call_back_form_title") });
  await form.getByLabel(say("call_back_form_name_label")).pressSequentially(name);
  await form.getByLabel(say("call_back_form_email_label")).fill(email);
  await form.getByLabel(say("call_back_form_subject_label")).fill("A question");
  await form.getByLabel(say("call_back_form_message_label")).fill("When are you open?");
  await form.getByRole("button", { name: say("call_back_button") }).click();
  await page.getByText(say("call_back_thanks")).waitFor();
}

/** What the open pages show, for whoever reads why a test failed. */
async function printOpenPages(contexts: readonly BrowserContext[]): Promise<void> {
  for (const page of contexts.flatMap((context) => context.pages())) {
    const shown = await page.innerText("body", { timeout: 2_000 }).catch(String);
    console.error(`${page.url()} shows:\n${shown.slice(0, 1_000)}`);
  }
}

// Each test process has one site and one browser, because its modules stay loaded from file to
// file. Both end with the process: the browser by its pipe, the site by its channel.
let startedSite: Promise<{ site: Site; databaseUrl: string }> | undefined;
let startedBrowser: Promise<Browser> | undefined;

function sharedSite() {
  return (startedSite ??= (async () => {
    const database = await testDatabase();
    const folder = await newDataDirectory(inject("sharedSites"), { withDatabase: false });
    const site = await startSite(environmentFor(database), folder);
    return { site, databaseUrl: database.url };
  })());
}

function environmentFor({ url, siteUrl }: TestDatabase) {
  return { DATABASE_URL: siteUrl, MIGRATE_DATABASE_URL: url };
}

/** Must not be closed; close its contexts instead. */
export function sharedBrowser(): Promise<Browser> {
  return (startedBrowser ??= launchBrowser());
}
