import { createHash } from "node:crypto";
import { Hono } from "hono";
import { paraglideMiddleware } from "#messages/server.js";
import { OfflinePage } from "#pages/public/layout/offline-page.tsx";
import { paths } from "#site/paths.ts";
import { site } from "#site/site.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { LOCALES } from "#values/locale.ts";
import stylesheet from "../site.css?url";
import { renderBarePage } from "./bare-page.tsx";

/**
 * An address of its own, so that the service worker does not handle the stylesheet of any other
 * page.
 */
const STYLE = `${stylesheet}?offline`;
const [EN, FR] = LOCALES.map((locale) => hrefIn(paths.offline(), locale));

/**
 * The page that browsers show while they are offline, and the service worker that stores it for
 * them and shows notifications. It stores both languages and their stylesheet, nothing else, and requests them without
 * cookies. Every other page comes from the network as before.
 */
export function offlineFiles(isOn: boolean): Hono {
  const files = new Hono();
  for (const path of [EN, FR])
    files.get(path!, async (context) =>
      context.html(await renderOfflinePage(context.req.raw), 200, { "cache-control": "no-cache" }),
    );
  files.get(paths.serviceWorker(), async (context) => {
    context.header("content-type", "text/javascript; charset=utf-8");
    context.header("cache-control", "no-cache");
    return context.body(isOn ? await writeWorker() : RETIRED_WORKER);
  });
  return files;
}

async function renderOfflinePage(request: Request): Promise<string> {
  const response = await paraglideMiddleware(
    request,
    () =>
      new Response(
        renderBarePage({
          address: new URL(request.url).pathname,
          stylesheet: STYLE,
          children: <OfflinePage />,
        }),
      ),
  );
  return response.text();
}

/** By the facts about the company that its pages show. */
let written: { facts: string; worker: Promise<string> } | undefined;

/** A changed text makes a different worker: browsers replace the old one and its cache. */
function writeWorker(): Promise<string> {
  const facts = JSON.stringify(site);
  if (written?.facts === facts) return written.worker;
  const write = async () => {
    const pages = await Promise.all(
      [EN, FR].map((path) => renderOfflinePage(new Request(`http://localhost${path}`))),
    );
    const version = createHash("sha256")
      .update(pages.join(""))
      .update(workOffline.toString() + showPushes.toString())
      .digest("hex")
      .slice(0, 12);
    const input: WorkerInput = { cache: `offline-${version}`, en: EN!, fr: FR!, style: STYLE };
    return `(${workOffline.toString()})(self, ${JSON.stringify(input)});
(${showPushes.toString()})(self);`;
  };
  written = { facts, worker: write() };
  return written.worker;
}

/** Unregisters itself and deletes its cache, and lets pages work without it. */
const RETIRED_WORKER = `addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) =>
  event.waitUntil(
    caches.keys()
      .then((names) => Promise.all(names.map((name) => caches.delete(name))))
      .then(() => registration.unregister()),
  ),
);`;

type WorkerInput = { cache: string; en: string; fr: string; style: string };

/**
 * The part of its global scope that the worker uses, as the specification has it
 * (w3c/ServiceWorker).
 */
type Worker = {
  addEventListener(
    name: "install" | "activate",
    listener: (event: { waitUntil(work: Promise<unknown>): void }) => void,
  ): void;
  addEventListener(name: "fetch", listener: (event: FetchEvent) => void): void;
  addEventListener(name: "push", listener: (event: PushEvent) => void): void;
  addEventListener(name: "notificationclick", listener: (event: ClickEvent) => void): void;
  skipWaiting(): Promise<void>;
  registration: {
    navigationPreload?: { enable(): Promise<void> };
    showNotification(title: string, options: NotificationOptions): Promise<void>;
  };
  clients: {
    claim(): Promise<void>;
    matchAll(of: { type: "window" }): Promise<{ url: string; focus(): Promise<unknown> }[]>;
    openWindow(url: string): Promise<unknown>;
  };
  location: { origin: string };
  navigator: { language: string };
  cookieStore?: { get(name: string): Promise<{ value?: string } | null> };
};

type FetchEvent = {
  request: Request;
  preloadResponse: Promise<Response | undefined>;
  respondWith(result: Promise<Response>): void;
};

type PushEvent = {
  /** What was decrypted (notification/push-browsers.server.ts). */
  data: { json(): { title: string; url: string; tag: string; lang: string } } | null;
  waitUntil(work: Promise<unknown>): void;
};

type ClickEvent = {
  notification: { data: string; close(): void };
  waitUntil(work: Promise<unknown>): void;
};

/**
 * Shows each push message, and opens its page of this site when it is pressed. Runs in the browser
 * like `workOffline`.
 */
function showPushes(worker: Worker): void {
  const open = async (url: string) => {
    const { href } = new URL(new URL(url).pathname, worker.location.origin);
    const windows = await worker.clients.matchAll({ type: "window" });
    const shown = windows.find((each) => each.url === href);
    await (shown ? shown.focus() : worker.clients.openWindow(href));
  };
  worker.addEventListener("push", (event) => {
    const message = event.data?.json();
    if (!message) return;
    const { title, url, tag, lang } = message;
    event.waitUntil(worker.registration.showNotification(title, { tag, lang, data: url }));
  });
  worker.addEventListener("notificationclick", (event) => {
    event.notification.close();
    event.waitUntil(open(event.notification.data));
  });
}

/** Runs in the browser, from its source text: it may use nothing from outside the function. */
function workOffline(worker: Worker, { cache, en, fr, style }: WorkerInput): void {
  const store = async () => {
    const cached = await caches.open(cache);
    // Without cookies: the cached pages are the same for everyone.
    await cached.addAll(
      [en, fr, style].map((url) => new Request(url, { credentials: "omit", cache: "reload" })),
    );
    await worker.skipWaiting();
  };
  const tidy = async () => {
    const names = await caches.keys();
    await Promise.all(names.filter((name) => name !== cache).map((name) => caches.delete(name)));
    await worker.registration.navigationPreload?.enable();
    await worker.clients.claim();
  };
  const isFrench = async (path: string) => {
    if (path !== "/") return /^\/fr(\/|$)/.test(path);
    const chosen = await worker.cookieStore?.get("language");
    return (chosen?.value ?? worker.navigator.language).startsWith("fr");
  };
  const find = async (url: string) => (await caches.match(url)) ?? Response.error();
  const load = async ({ request, preloadResponse }: FetchEvent) => {
    try {
      return (await preloadResponse) ?? (await fetch(request));
    } catch {
      return find((await isFrench(new URL(request.url).pathname)) ? fr : en);
    }
  };
  worker.addEventListener("install", (event) => event.waitUntil(store()));
  worker.addEventListener("activate", (event) => event.waitUntil(tidy()));
  worker.addEventListener("fetch", (event) => {
    const { url, mode, method } = event.request;
    if (mode === "navigate" && method === "GET") event.respondWith(load(event));
    else if (url.endsWith(style)) event.respondWith(find(style));
  });
}
