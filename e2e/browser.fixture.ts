import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { AxeBuilder } from "@axe-core/playwright";
import { type Browser, type CDPSession, chromium, type Locator, type Page } from "playwright-core";
import { expect } from "vitest";
import type { Locale } from "#values/locale.ts";

/**
 * Without the sandbox, because it does not work as root, and without the browser's own requests.
 */
const ARGUMENTS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  `--disable-features=${disabledFeatures().join(",")}`,
];

export const PHONE = { width: 390, height: 844 };
export const DESKTOP = { width: 1440, height: 900 };

/** A separate browser, which the caller must close. */
export function launchBrowser(): Promise<Browser> {
  const executablePath = process.env.CHROMIUM_PATH ?? "/usr/bin/chromium";
  return chromium.launch({ executablePath, args: ARGUMENTS });
}

/** A virtual phone with a fingerprint reader (WebAuthn, through the DevTools protocol). */
export async function addAuthenticator(page: Page): Promise<{ id: string; cdp: CDPSession }> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("WebAuthn.enable");
  const { authenticatorId } = await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
  return { id: authenticatorId, cdp };
}

/**
 * Waits until React has hydrated the page's forms. Before that, a button sends what HTML alone
 * sends.
 */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const form = document.querySelector("main form");
    return form !== null && Object.keys(form).some((key) => key.startsWith("__reactProps"));
  });
}

/** The same for one control: parts of a page are hydrated later than the page around them. */
export async function hydratedControl(control: Locator): Promise<void> {
  const hasScript = () =>
    control.evaluate((element) =>
      Object.keys(element).some((key) => key.startsWith("__reactProps")),
    );
  await expect.poll(hasScript).toBe(true);
}

/** The bytes of scripts as transferred, including preloaded ones. */
export function countFetchedScript(page: Page): () => Promise<number> {
  const sizes: Promise<number>[] = [];
  page.on("requestfinished", (request) => {
    if (/\.m?js($|\?)/.test(request.url()))
      sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
  });
  return async () => (await Promise.all(sizes)).reduce((sum, each) => sum + each, 0);
}

/**
 * By default, the builder injects axe unminified, twice for each check of a page, and axe returns
 * every element that passes, with its content. Contrast checks take most of the time, so for the
 * parts that all pages share they run only on the home page.
 */
const AXE = `${readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")}
axe.configure({
  noHtml: true,
  rules: [{
    id: "color-contrast",
    selector: /^\\/(fr)?$/.test(location.pathname) ? "*" : "main, main *, dialog, dialog *",
  }],
});`;

async function bringAxe(page: Page): Promise<void> {
  for (const frame of page.frames())
    if (!(await frame.evaluate(() => "axe" in window))) await frame.evaluate(AXE);
}

/**
 * The findings of axe on the page in its current state, one line each. WCAG 2.2 AA and best
 * practice, or only the rules about colours.
 */
export async function axeFindings(page: Page, only?: "colours"): Promise<string[]> {
  await bringAxe(page);
  // Pages have no frames of other sites, so no second page is needed to merge results.
  const axe = new AxeBuilder({ page, axeSource: ";" }).setLegacyMode();
  const { violations } = await axe
    .options({
      resultTypes: ["violations"],
      ...(only && { runOnly: { type: "rule", values: ["color-contrast", "link-in-text-block"] } }),
    })
    .analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(" ")}: ${failureSummary}`),
  );
}

/** Whether the page is wider than its window. */
export function scrollsSideways(page: Page): Promise<boolean> {
  return page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
}

/** Keeps a picture of the page in the folder `SHOTS`, to be looked at; nothing without it. */
export async function takeScreenshot(page: Page, name: string): Promise<void> {
  const folder = process.env["SHOTS"];
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
}

/** Returns a function that reads a message of a language by its key. */
export function loadWords(locale: Locale): (key: string) => string {
  const words = readMessages(locale);
  return (key) => {
    const text = words[key];
    if (text === undefined) throw new Error(`There is no message "${key}".`);
    return text;
  };
}

/** The messages of a language by their keys. */
export function readMessages(locale: Locale): Readonly<Record<string, string>> {
  const files = readdirSync(`messages/${locale}`);
  return Object.assign(
    {},
    ...files.map((name) => JSON.parse(readFileSync(`messages/${locale}/${name}`, "utf8"))),
  ) as Record<string, string>;
}

/**
 * Chromium uses only the last of two lists, so Playwright's (its `chromiumSwitches`) is repeated
 * here. The addition is the pages of the address bar's suggestions: every context is a window that
 * would load two of them, which took more processor time than the pages under test.
 */
function disabledFeatures(): string[] {
  return [
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsUpgrades",
    "HttpsFirstBalancedModeAutoEnable",
    "LensOverlay",
    "MediaRouter",
    "PaintHolding",
    "ThirdPartyStoragePartitioning",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "OptimizationHints",
    "NetworkTimeServiceQuerying",
    "AimEnabled",
    "PreconnectToSearch",
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
    "WebUIOmniboxFullPopup",
    "PreloadTopChromeWebUI",
    "InitialWebUI",
  ];
}
