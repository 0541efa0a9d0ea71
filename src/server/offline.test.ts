import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { overwriteGetLocale } from "#messages/runtime.js";
import { offlineFiles } from "./offline.tsx";

const read = async (path: string, isOn = true) => {
  const response = await offlineFiles(isOn).request(path);
  return { answer: response, text: await response.text() };
};

describe("the page for when a browser is offline", () => {
  test.each([
    ["/offline", "You’re offline", "en-CA", "en"],
    ["/fr/offline", "Vous êtes hors ligne", "fr-CA", "fr"],
  ] as const)(
    "%s needs nothing but its style, and is nobody's",
    async (path, title, language, locale) => {
      // The tests of another file may have set the locale of this process.
      overwriteGetLocale(() => locale);
      const { answer, text } = await read(path);
      expect(answer.status).toBe(200);
      expect(answer.headers.get("set-cookie")).toBeNull();
      expect(text).toContain(`<h1>${title}</h1>`);
      expect(text).toContain(`lang="${language}"`);
      expect(text).toContain('name="robots" content="noindex"');
      expect(text).not.toMatch(/<script|<img/);
      // A link to the address that could not be reached, to try it again.
      expect(text).toContain('href=""');
    },
  );
});

describe("the service worker", () => {
  test("keeps the two pages and their style, and asks for them without cookies", async () => {
    const { answer, text } = await read("/service-worker.js");
    expect(answer.headers.get("content-type")).toContain("text/javascript");
    expect(answer.headers.get("cache-control")).toBe("no-cache");
    const input = /, (\{"cache".*\})\);$/m.exec(text)?.[1];
    expect(JSON.parse(input ?? "")).toEqual({
      cache: expect.stringMatching(/^offline-[0-9a-f]{12}$/),
      en: "/offline",
      fr: "/fr/offline",
      style: expect.stringMatching(/\?offline$/),
    });
    expect(text).toMatch(/credentials: ?"omit"/);
  });

  test("shows a push message, and opens its page of this site when it is pressed", async () => {
    const { text } = await read("/service-worker.js");
    const listeners = new Map<string, (event: object) => void>();
    const shown: unknown[] = [];
    const opened: string[] = [];
    const focused: string[] = [];
    const windows = [{ url: "https://site.test/staff", focus: async () => focused.push("staff") }];
    const worker = {
      addEventListener: (name: string, listener: (event: object) => void) =>
        listeners.set(name, listener),
      registration: { showNotification: async (...given: unknown[]) => shown.push(given) },
      clients: {
        matchAll: async () => windows,
        openWindow: async (url: string) => opened.push(url),
      },
      location: { origin: "https://site.test" },
    };
    runInNewContext(text, { self: worker, URL });
    const send = async (name: string, event: object) => {
      const work: Promise<unknown>[] = [];
      listeners.get(name)?.({ ...event, waitUntil: (each: Promise<unknown>) => work.push(each) });
      await Promise.all(work);
    };
    const message = { title: "Hi", url: "https://old.test/staff/leads/K7", tag: "1", lang: "en" };
    await send("push", { data: { json: () => message } });
    await send("push", { data: null });
    expect(shown).toEqual([["Hi", { tag: "1", lang: "en", data: message.url }]]);
    const press = (data: string) =>
      send("notificationclick", { notification: { data, close: () => {} } });
    await press(message.url);
    await press("https://site.test/staff");
    expect([opened, focused]).toEqual([["https://site.test/staff/leads/K7"], ["staff"]]);
  });

  test("takes itself and what it kept away once it is switched off", async () => {
    const { text } = await read("/service-worker.js", false);
    expect(text).toContain("registration.unregister()");
    expect(text).toContain("caches.delete(name)");
    expect(text).not.toContain("fetch");
  });
});
