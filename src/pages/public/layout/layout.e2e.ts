import type { BrowserContextOptions, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { axeFindings, DESKTOP, hydrated, PHONE } from "../../../../e2e/browser.fixture.ts";
import { journey } from "../../../../e2e/journey.fixture.ts";

const visitor = journey();

/**
 * Runs in the shared window of these options, or in a new one, and fails on any error that the
 * browser reports.
 */
async function visit(
  { isOwn = false, ...options }: BrowserContextOptions & { isOwn?: boolean },
  path: string,
  work: (page: Page) => Promise<void>,
) {
  const moving = { reducedMotion: "no-preference", ...options } as const;
  const page = await (isOwn ? visitor.newPage(moving) : visitor.sharedPage(moving));
  const complaints: string[] = [];
  const note = (error: Error) => complaints.push(error.message);
  page.on("pageerror", note);
  await page.goto(path, { waitUntil: "networkidle" });
  await work(page);
  page.off("pageerror", note);
  expect(complaints).toEqual([]);
}

describe("pages that fail", () => {
  test.each([
    ["/no-such-page", 404, "Oops! That page can’t be found."],
    ["/fr/no-such-page", 404, "Oups\u202f! Cette page est introuvable."],
    ["/demo/error", 500, "Unexpected Application Error!"],
  ])("%s answers %d and says so", async (path, status, words) => {
    const response = await fetch(visitor.site.origin + path);
    expect(response.status).toBe(status);
    await visit({ viewport: PHONE }, path, async (page) => {
      await page.getByRole("heading", { level: 1, name: words }).waitFor();
      expect(await page.title()).toContain(words);
    });
  });

  test("the way home is there", async () => {
    await visit({ viewport: PHONE }, "/no-such-page", async (page) => {
      await page.getByRole("link", { name: "Back to Home" }).click();
      await page.waitForURL(`${visitor.site.origin}/`);
    });
  });
});

test("only what was given up on purpose stays unsaid in the browser's log", async () => {
  const page = await visitor.sharedPage({ viewport: PHONE, reducedMotion: "no-preference" });
  await page.goto("/cars");
  await hydrated(page);
  const complaint = page.waitForEvent("pageerror");
  await page.evaluate(() => {
    void fetch("/about", { signal: AbortSignal.abort() });
    void Promise.reject(new Error("a fault of ours"));
  });
  expect((await complaint).message).toBe("a fault of ours");
});

describe("the menu of a phone", () => {
  test.each([
    ["a page that is only read", "/about"],
    ["one of the router’s", "/cars"],
  ])("on %s keeps the focus and closes by Esc, scrim and cross", async (_kind, path) => {
    await visit({ viewport: PHONE }, path, async (page) => {
      const menu = page.getByRole("dialog", { name: "Site menu" });
      const open = page.getByRole("link", { name: "Open menu" });
      await open.click();
      await menu.waitFor();
      expect((await menu.boundingBox())?.width).toBeCloseTo(PHONE.width * 0.75, 0);
      for (let press = 0; press < 15; press += 1) {
        await page.keyboard.press("Tab");
        expect(await menu.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true);
      }
      await page.keyboard.press("Escape");
      await menu.waitFor({ state: "hidden" });
      expect(await open.evaluate((link) => link === document.activeElement)).toBe(true);

      await open.click();
      await menu.waitFor();
      await page.mouse.click(10, 400);
      await menu.waitFor({ state: "hidden" });

      await open.click();
      await menu.getByRole("link", { name: "Close menu" }).click();
      await menu.waitFor({ state: "hidden" });
    });
  });

  test("opens and closes without script", async () => {
    await visit({ viewport: PHONE, javaScriptEnabled: false }, "/about", async (page) => {
      await page.getByRole("link", { name: "Open menu" }).click();
      const contact = page
        .getByRole("dialog", { name: "Site menu" })
        .getByRole("link", { name: "Contact Us" });
      await contact.waitFor();
      await page.getByRole("link", { name: "Close menu" }).click();
      await contact.waitFor({ state: "hidden" });
    });
  });

  test.each([
    ["a page that is only read", "/faq"],
    ["one of the router’s", "/cars"],
  ])("of %s leads to a page at its top", async (_kind, path) => {
    await visit({ viewport: PHONE }, path, async (page) => {
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
      await page.getByRole("link", { name: "Open menu" }).click();
      await page
        .getByRole("dialog", { name: "Site menu" })
        .getByRole("link", { name: "About" })
        .click();
      await page.getByRole("heading", { level: 1, name: "Welcome to Our Company" }).waitFor();
      // The router shows this page without a new document, which would announce it to a screen
      // reader.
      if (path === "/cars")
        await page.waitForFunction(() => document.activeElement?.tagName === "H1");
      expect(await page.evaluate(() => scrollY)).toBe(0);
    });
  });
});

describe("languages and colours", () => {
  test("the other language is the same page with the same query", async () => {
    await visit({ viewport: DESKTOP }, "/faq?from=mail", async (page) => {
      await page.getByRole("banner").getByRole("link", { name: "FR, Français" }).click();
      await page.waitForURL(`${visitor.site.origin}/fr/faq?from=mail`);
      await page.getByRole("heading", { level: 1, name: "Questions et réponses" }).waitFor();
    });
  });

  test.each([true, false])("dark stays after a reload (script: %s)", async (javaScriptEnabled) => {
    await visit({ viewport: DESKTOP, javaScriptEnabled, isOwn: true }, "/about", async (page) => {
      const saved = page.waitForResponse((response) => response.request().method() === "POST");
      await page.getByRole("button", { name: "Dark" }).click();
      await saved;
      await page.goto("/about");
      expect(await page.getByRole("document").getAttribute("data-theme")).toBe("dark");
    });
  });
});

describe("the footer's offer", () => {
  test("opens a dialog with two tabs; the scrim closes it and gives the focus back", async () => {
    await visit({ viewport: DESKTOP }, "/about", async (page) => {
      const button = page.getByRole("button", { name: "Get my offer" });
      await button.click();
      const dialog = page.getByRole("dialog", {
        name: "Enter vehicle details or VIN to get a real offer.",
      });
      await dialog.getByRole("tab", { name: "VIN" }).waitFor();
      expect(
        await dialog.getByRole("tab", { name: "Vehicle Details" }).getAttribute("aria-selected"),
      ).toBe("true");
      expect(await axeFindings(page)).toEqual([]);
      // In the row of tabs the arrow keys choose, also past both ends, and the Tab key leaves the
      // row.
      await dialog.getByRole("tab", { name: "Vehicle Details" }).focus();
      await page.keyboard.press("ArrowLeft");
      const panel = dialog.getByRole("tabpanel", { name: "VIN" });
      await panel.getByRole("textbox").first().waitFor();
      await page.keyboard.press("Home");
      await dialog.getByRole("tabpanel", { name: "Vehicle Details" }).waitFor();
      await page.keyboard.press("End");
      await panel.waitFor();
      await page.keyboard.press("Tab");
      expect(await panel.evaluate((shown) => shown.contains(document.activeElement))).toBe(true);
      expect(await axeFindings(page)).toEqual([]);
      await page.mouse.click(5, 400);
      await dialog.waitFor({ state: "hidden" });
      expect(await button.evaluate((control) => control === document.activeElement)).toBe(true);
    });
  });

  test("leads to the form's own page without script", async () => {
    await visit({ viewport: PHONE, javaScriptEnabled: false }, "/about", async (page) => {
      await page.getByRole("button", { name: "Get my offer" }).click();
      expect(new URL(page.url()).pathname).toBe("/offer");
      await page.getByLabel("Make").waitFor();
    });
  });
});

test("the footer leads to the licence texts of what browsers are given", async () => {
  await visit({ viewport: PHONE }, "/faq", async (page) => {
    await page.getByRole("link", { name: "Open-source licences" }).click();
    await page.waitForURL("**/licences.txt");
    const text = await page.getByRole("document").innerText();
    for (const name of ["react", "react-router", "lucide-react", "Archivo", "Figtree", "zxcvbn"]) {
      expect(text).toContain(name);
    }
    expect(text.match(/Permission is hereby granted/g)?.length).toBeGreaterThan(3);
    expect(text).toContain("SIL OPEN FONT LICENSE");
  });
});

test("a browser that is offline keeps the page and what was typed in it", async () => {
  await visit({ viewport: PHONE, isOwn: true }, "/contact", async (page) => {
    const message = page.getByLabel("Message", { exact: true });
    await message.fill("Is the Escape still there?");
    await hydrated(page);
    await page.context().setOffline(true);
    await page.getByRole("link", { name: "rouvia, home" }).first().click();
    await page
      .getByText(/^You’re offline\. This page stays open/)
      .last()
      .waitFor();
    expect(new URL(page.url()).pathname).toBe("/contact");
    expect(await message.inputValue()).toBe("Is the Escape still there?");
    await page.context().setOffline(false);
    await page.getByRole("link", { name: "rouvia, home" }).first().click();
    await page.waitForURL((url) => url.pathname === "/");
  });
});

test("an address typed while offline, or loaded again, gets the site's own page until the line is back", async () => {
  await visit(
    { viewport: PHONE, serviceWorkers: "allow", isOwn: true },
    "/fr/contact",
    async (page) => {
      const cached = await page.evaluate(async () => {
        await navigator.serviceWorker.ready;
        const [name = ""] = await caches.keys();
        const requests = await (await caches.open(name)).keys();
        return requests.map(({ url }) => new URL(url).pathname + new URL(url).search);
      });
      expect(cached).toEqual(["/offline", "/fr/offline", expect.stringMatching(/\.css\?offline$/)]);
      await page.waitForFunction(() => navigator.serviceWorker.controller !== null);

      await page.context().setOffline(true);
      await page.goto("/fr/cars");
      expect(new URL(page.url()).pathname).toBe("/fr/cars");
      await page.getByRole("heading", { name: "Vous êtes hors ligne" }).waitFor();
      const retry = page.getByRole("link", { name: "Réessayer" });
      // Its style is loaded too: the button is as tall as everywhere.
      expect((await retry.boundingBox())?.height).toBeGreaterThan(44);
      await page.goto("/details/none");
      await page.getByRole("heading", { name: "You’re offline" }).waitFor();
      await page.reload();
      await page.getByRole("heading", { name: "You’re offline" }).waitFor();
      await page.goto("/fr/contact");
      await page.getByRole("heading", { name: "Vous êtes hors ligne" }).waitFor();

      await page.context().setOffline(false);
      await page.getByRole("link", { name: "Réessayer" }).click();
      await page.getByRole("heading", { level: 1, name: "Nous joindre" }).waitFor();
      await page.goto("/fr/cookies");
      expect(await page.getByRole("main").innerText()).toContain("service worker");
    },
  );
});

test("what was typed into a short form is there in the other language, and nowhere else", async () => {
  await visit({ viewport: PHONE }, "/contact", async (page) => {
    await page.getByRole("main").getByRole("textbox").first().fill("Zoé Tremblay");
    await hydrated(page);
    await page.getByRole("link", { name: "FR, Français" }).first().click();
    await page.waitForURL(/\/fr\/contact$/);
    await expect
      .poll(() => page.getByRole("main").getByRole("textbox").first().inputValue())
      .toBe("Zoé Tremblay");
    expect(await page.evaluate(() => sessionStorage.getItem("typed-so-far"))).toBeNull();
  });
});
