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
    const input = /, (\{"cache".*\})\);$/.exec(text)?.[1];
    expect(JSON.parse(input ?? "")).toEqual({
      cache: expect.stringMatching(/^offline-[0-9a-f]{12}$/),
      en: "/offline",
      fr: "/fr/offline",
      style: expect.stringMatching(/\?offline$/),
    });
    expect(text).toMatch(/credentials: ?"omit"/);
  });

  test("takes itself and what it kept away once it is switched off", async () => {
    const { text } = await read("/service-worker.js", false);
    expect(text).toContain("registration.unregister()");
    expect(text).toContain("caches.delete(name)");
    expect(text).not.toContain("fetch");
  });
});
