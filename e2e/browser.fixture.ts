import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { AxeBuilder } from "@axe-core/playwright";
import { type Browser, type CDPSession, chromium, type Locator, type Page } from "playwright-core";
import { expect } from "vitest";
import type { Locale } from "#values/locale.ts";

/** Without the sandbox as root, and without the browser's own calls to the outside. */
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

/** A browser of one's own, to be closed. */
export function launchBrowser(): Promise<Browser> {
  const executablePath = process.env.CHROMIUM_PATH ?? "/usr/bin/chromium";
  return chromium.launch({ executablePath, args: ARGUMENTS });
}

/** A phone with a fingerprint reader, as the browser's own protocol plays it. */
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

/** Once the page's script has taken over its forms: before that a button sends what HTML alone sends. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const form = document.querySelector("main form");
    return form !== null && Object.keys(form).some((key) => key.startsWith("__reactProps"));
  });
}

/** The same of one control: parts of a page come to life after the page around them. */
export async function hydratedControl(control: Locator): Promise<void> {
  const hasScript = () =>
    control.evaluate((element) =>
      Object.keys(element).some((key) => key.startsWith("__reactProps")),
    );
  await expect.poll(hasScript).toBe(true);
}

/** Bytes of scripts as they came over the line, those asked for ahead too. */
export function countFetchedScript(page: Page): () => Promise<number> {
  const sizes: Promise<number>[] = [];
  page.on("requestfinished", (request) => {
    if (/\.m?js($|\?)/.test(request.url()))
      sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
  });
  return async () => (await Promise.all(sizes)).reduce((sum, each) => sum + each, 0);
}

/**
 * By itself the builder brings axe, unminified, twice for each look at a page; and axe would write out
 * every element that it approves of, with all that stands in it. Contrasts take most of its time: those
 * of what surrounds every page alike are looked at on the home page.
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
 * What axe finds wrong with the page as it stands, one line each. WCAG 2.2 AA and best practice, or
 * only what is about its colours.
 */
export async function axeFindings(page: Page, only?: "colours"): Promise<string[]> {
  await bringAxe(page);
  // Our pages hold no frame of another site, so no second page is needed to bring results together.
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

/** Every message of a language, as a person reads them. */
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
 * Of two lists Chromium takes the last, so Playwright's own (its `chromiumSwitches`) is repeated.
 * Ours are the pages of the address bar's suggestions: every context is a window that would load two
 * of them, which took more of a processor than the pages under test.
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
