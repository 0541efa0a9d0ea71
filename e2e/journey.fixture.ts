import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { testDatabase, type TestDatabase } from "#platform/database/test-database.server.ts";
import { DESKTOP, launchBrowser } from "./browser.fixture.ts";
import { removeDataDirectory, type Site, startSite } from "./site.fixture.ts";

/** What the tests of one file visit; there from the first `beforeAll` on. */
export type Journey = {
  readonly site: Site;
  readonly browser: Browser;
  /** A visitor of their own: a fresh context, paths from the site's origin, no moving parts. */
  newPage(options?: BrowserContextOptions): Promise<Page>;
};

/**
 * The built site on a database of its own and a real browser, for the tests of the file that calls
 * this. `environment` tells the server of peers that an earlier `beforeAll` started.
 */
export function journey(environment: () => Record<string, string> = () => ({})): Journey {
  let database: TestDatabase;
  let site: Site;
  let browser: Browser;
  beforeAll(async () => {
    database = await testDatabase();
    site = await startSite({ DATABASE_URL: database.url, ...environment() });
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await site?.stop();
    if (site) await removeDataDirectory(site);
    await database?.drop();
  });
  return {
    get site() {
      return site;
    },
    get browser() {
      return browser;
    },
    async newPage(options) {
      const context = await browser.newContext({
        baseURL: site.origin,
        viewport: DESKTOP,
        reducedMotion: "reduce",
        ...options,
      });
      return context.newPage();
    },
  };
}
