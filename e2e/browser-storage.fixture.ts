import type { Page } from "playwright-core";

/**
 * Everything that a browser stores of a site, by the kind of storage: cookies, local and session
 * storage, the state of the history entry, every IndexedDB store, the caches of service workers.
 */
export async function readBrowserStorage(page: Page): Promise<Map<string, Buffer>> {
  const stored = await page.evaluate(async () => {
    const ended = <Value>(request: IDBRequest<Value>) =>
      new Promise<Value>((done, failed) => {
        request.addEventListener("success", () => done(request.result));
        request.addEventListener("error", () => failed(request.error));
      });
    const databases: Record<string, unknown> = {};
    for (const { name = "" } of await indexedDB.databases()) {
      const database = await ended(indexedDB.open(name));
      for (const store of database.objectStoreNames) {
        const rows = database.transaction(store).objectStore(store).getAll();
        databases[`${name}.${store}`] = await ended(rows);
      }
      database.close();
    }
    const cached: Record<string, string> = {};
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const response = await cache.match(request);
        cached[`${name} ${request.url}`] = (await response?.text()) ?? "";
      }
    }
    const workers = await navigator.serviceWorker.getRegistrations();
    return {
      "local storage": { ...localStorage },
      "session storage": { ...sessionStorage },
      history: history.state as unknown,
      IndexedDB: databases,
      "service worker caches": cached,
      "service workers": workers.map(({ scope }) => scope),
    };
  });
  const cookies = await page.context().cookies();
  return new Map(
    Object.entries({ ...stored, cookies }).map(([source, value]) => [
      source,
      Buffer.from(JSON.stringify(value) ?? ""),
    ]),
  );
}

/**
 * Writes a text into each storage that a script can write to, to prove that all of them are read.
 */
export async function fillBrowserStorage(page: Page, text: string): Promise<void> {
  await page.evaluate(async (probe) => {
    localStorage.setItem("probe", probe);
    sessionStorage.setItem("probe", probe);
    history.replaceState({ ...history.state, probe }, "");
    document.cookie = `probe=${probe}`;
    const cache = await caches.open("probe");
    await cache.put("/probe", new Response(probe));
    await new Promise<void>((done) => {
      const opening = indexedDB.open("probe", 1);
      opening.addEventListener("upgradeneeded", () => {
        opening.result.createObjectStore("probes").put(probe, 1);
      });
      opening.addEventListener("success", () => {
        opening.result.close();
        done();
      });
    });
  }, text);
}
