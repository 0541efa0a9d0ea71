import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, vi } from "vitest";
import { DEMO_ACCOUNTS } from "#demo/people.ts";
import { testDatabase, type TestDatabase } from "#platform/database/test-database.server.ts";
import type { Role } from "#values/role.ts";
import { DESKTOP, launchBrowser, loadWords } from "./browser.fixture.ts";
import { readOutbox } from "./program.fixture.ts";
import type {} from "./vitest-global-setup.ts";
import { newDataDirectory, removeDataDirectory, type Site, startSite } from "./site.fixture.ts";
import { watchPolicy } from "./watch-policy.fixture.ts";

/** What the tests of one file visit; there from the first `beforeAll` on. */
type Journey = {
  readonly site: Site;
  /** Of the site's database, as its owner: for what only time would bring about. */
  readonly databaseUrl: string;
  /** A visitor of their own: a fresh context, paths from the site's origin, no moving parts. */
  newPage(options?: BrowserContextOptions): Promise<Page>;
  /**
   * The file's own window of this kind, as the tests before left it, cookies and all: for tests that do
   * not ask who looks. A window of their own takes as much of a processor as the page that it shows.
   */
  sharedPage(options?: BrowserContextOptions): Promise<Page>;
  /** Gives the visitor the cookie of the demo's account of a role; the sign-in form has tests of its own. */
  signIn(page: Page, role: Role): Promise<void>;
  /**
   * Opens an account for the visitor, who is signed in then; the pages of that have tests of their own.
   * `origin`: under which name the visitor sees the site, where that is not the usual one.
   */
  openAccount(page: Page, person: Person, origin?: string): Promise<void>;
  /** What the site's policy refused in any of these windows; after the last test there must be nothing. */
  readonly violations: string[];
};

type Person = { name?: string; email: string; password: string };

/**
 * The built site in a real browser, for the tests of the file that calls this. Files come one after
 * the other to a site that they share, with demo data and whatever others left: a file brings people
 * and cars of its own, or asks for a site of its own where it cannot. `environment` tells such a
 * site of peers that an earlier `beforeAll` started.
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
        // Its own test asks for it: elsewhere it would fetch its page in every new context.
        serviceWorkers: "block",
        ...options,
      });
      contexts.push(context);
      await watchPolicy(context, (violation) => violations.push(violation));
      // A page has loaded once its pictures have, which are drawn when somebody first asks for them.
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

/** Writes to the business on its page of contacts, key by key as people do, and waits for the thanks. */
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

// Each process that runs files has one of both, as its modules stay loaded from file to file. They
// end with that process: the browser by its pipe, the site by its channel.
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

/** Not to be closed: its contexts are. */
export function sharedBrowser(): Promise<Browser> {
  return (startedBrowser ??= launchBrowser());
}
