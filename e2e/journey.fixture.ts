import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject } from "vitest";
import { DEMO_ACCOUNTS } from "#demo/people.ts";
import { testDatabase, type TestDatabase } from "#platform/database/test-database.server.ts";
import type { Role } from "#values/role.ts";
import { DESKTOP, launchBrowser, loadWords } from "./browser.fixture.ts";
import type {} from "./vitest-global-setup.ts";
import { newDataDirectory, removeDataDirectory, type Site, startSite } from "./site.fixture.ts";

/** What the tests of one file visit; there from the first `beforeAll` on. */
type Journey = {
  readonly site: Site;
  /** A visitor of their own: a fresh context, paths from the site's origin, no moving parts. */
  newPage(options?: BrowserContextOptions): Promise<Page>;
  /** Gives the visitor the cookie of the demo's account of a role; the sign-in form has tests of its own. */
  signIn(page: Page, role: Role): Promise<void>;
};

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
  let own: { site: Site; database: TestDatabase } | undefined;
  let site: Site;
  beforeAll(async () => {
    if (ownSite) {
      const database = await testDatabase();
      site = await startSite({ ...environmentFor(database), ...environment?.() });
      own = { site, database };
    } else {
      site = await sharedSite();
    }
  });
  afterAll(async () => {
    await Promise.all(contexts.map((context) => context.close()));
    await own?.site.stop();
    if (own) await removeDataDirectory(own.site);
    await own?.database.drop();
  });
  return {
    get site() {
      return site;
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
      // A page has loaded once its pictures have, which are drawn when somebody first asks for them.
      context.setDefaultNavigationTimeout(90_000);
      return context.newPage();
    },
    async signIn(page, role) {
      const account = DEMO_ACCOUNTS.find((each) => each.role === role);
      if (!account) throw new Error(`The demo has no ${role}.`);
      const { email, password } = account;
      const answer = await page.request.post("/login", {
        form: { email, password },
        headers: { origin: site.origin },
        maxRedirects: 0,
      });
      expect(answer.status()).toBe(303);
    },
  };
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
let startedSite: Promise<Site> | undefined;
let startedBrowser: Promise<Browser> | undefined;

function sharedSite(): Promise<Site> {
  return (startedSite ??= (async () => {
    const database = await testDatabase();
    const folder = await newDataDirectory(inject("sharedSites"), { withDatabase: false });
    return startSite(environmentFor(database), folder);
  })());
}

function environmentFor({ url, siteUrl }: TestDatabase) {
  return { DATABASE_URL: siteUrl, MIGRATE_DATABASE_URL: url };
}

function sharedBrowser(): Promise<Browser> {
  return (startedBrowser ??= launchBrowser());
}
