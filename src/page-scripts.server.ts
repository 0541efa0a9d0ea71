import { LRUCache } from "lru-cache";
import type { EntryContext } from "react-router";
import { CARRIED_KEY } from "#ui/before-leaving.ts";
import { TOKEN_KEY } from "#ui/access-token.ts";
import { letRise } from "#ui/reveal.tsx";
import { HYDRATED, NEEDS_SCRIPT } from "#ui/script-on-demand.ts";
import type { Locale } from "#values/locale.ts";

/** When a page's script is fetched: once it was painted, or when a control of it first needs it. */
export type StartScripts = "painted" | "asked";

/**
 * Every page is whole without script, and script only makes it smoother. So the page's modules are
 * fetched once it was painted: over a slow line they would take the place of the letters, the looks
 * and the picture. On a page that is only read they wait until somebody touches what needs them. The
 * framework has no setting for this, hence the rewriting of its tags, in the page's bytes as they are.
 */
export function startScripts(
  page: Buffer,
  { nonce, when, worker = null, preloads }: Start,
): Buffer<ArrayBuffer> {
  const [head, rest] = parts(page, page.indexOf("</head>"));
  const mark = rest.lastIndexOf(MODULE);
  const from = mark < 0 ? -1 : rest.lastIndexOf("<script", mark);
  if (from < 0) return Buffer.concat([...withoutPreloads(head), rest]);
  const codeFrom = mark + MODULE.length;
  const to = rest.indexOf(SCRIPT_END, codeFrom);
  const code = rest.toString("utf8", codeFrom, to);
  const starter = writeStarter({ preloads, code, when, worker, ...NAMES });
  return Buffer.concat([
    ...withoutPreloads(head),
    rest.subarray(0, from),
    Buffer.from(`<script nonce="${nonce}">`),
    starter,
    rest.subarray(to),
  ]);
}

type Start = {
  nonce: string;
  when: StartScripts;
  worker?: string | null;
  /** What the page's modules import, and they themselves (`scriptsOf`). */
  preloads: readonly string[];
};

function parts(bytes: Buffer, at: number): [Buffer, Buffer] {
  return [bytes.subarray(0, Math.max(at, 0)), bytes.subarray(Math.max(at, 0))];
}

/** The pieces of a head between the links that would fetch modules at once. */
function withoutPreloads(head: Buffer): Buffer[] {
  const pieces: Buffer[] = [];
  let from = 0;
  for (let at = head.indexOf(PRELOAD); at >= 0; at = head.indexOf(PRELOAD, from)) {
    pieces.push(head.subarray(from, at));
    from = head.indexOf(">", at) + 1;
  }
  pieces.push(head.subarray(from));
  return pieces;
}

/** Pages of one kind begin alike: what they are given is written once. */
const starters = new LRUCache<string, Buffer>({ max: 500 });

function writeStarter(given: Given): Buffer {
  const key = `${given.when} ${given.worker} ${given.preloads.join(" ")} ${given.code}`;
  const known = starters.get(key);
  if (known) return known;
  const text = JSON.stringify(given).replaceAll("<", String.raw`\u003c`);
  const made = Buffer.from(`${BEGIN}${text})`);
  starters.set(key, made);
  return made;
}

type Manifest = EntryContext["manifest"];
const french = new WeakMap<Manifest, Manifest>();

/**
 * The list of all pages' scripts for pages in this language. The build made each script once a
 * language and wrote the list for English (project.inlang/one-language.mjs).
 */
export function manifestIn(locale: Locale, manifest: Manifest): Manifest {
  if (locale === "en") return manifest;
  const known = french.get(manifest);
  if (known) return known;
  const made = JSON.parse(
    JSON.stringify(manifest).replaceAll(/"\/assets\/(?:en\/|(?=manifest-))/g, '"/assets/fr/'),
  ) as Manifest;
  french.set(manifest, made);
  return made;
}

/** What a page is rendered with, and the modules that it fetches, in the order of their need. */
export type PageScripts = { manifest: Manifest; preloads: readonly string[] };

const ofPages = new WeakMap<Manifest, Map<string, PageScripts>>();

/**
 * The list without what lies on no way to this page: a page is rendered with the routes that lead to
 * it, and the router makes an element for each route of the list and for each module that it
 * imports, each time.
 */
export function scriptsOf(
  matches: readonly { route: { id: string } }[],
  manifest: Manifest,
): PageScripts {
  const known = ofPages.get(manifest) ?? new Map<string, PageScripts>();
  ofPages.set(manifest, known);
  const ids = matches.map(({ route }) => route.id);
  const key = ids.join(" ");
  const made = known.get(key) ?? pick(manifest, ids);
  known.set(key, made);
  return made;
}

function pick(manifest: Manifest, ids: readonly string[]): PageScripts {
  const { url, entry } = manifest;
  const routes = ids.flatMap((id) => manifest.routes[id] ?? []);
  const modules = routes.flatMap(({ module, imports = [] }) => [module, ...imports]);
  return {
    manifest: {
      ...manifest,
      entry: { ...entry, imports: [] },
      routes: Object.fromEntries(routes.map((route) => [route.id, { ...route, imports: [] }])),
    },
    preloads: [...new Set([url, entry.module, ...entry.imports, ...modules])],
  };
}

/**
 * The inline scripts of a page that `startScripts` has gone over, those of this nonce only: as they
 * stand in it, and the one that the starting script puts into it.
 */
export function listInlineScripts(html: string, nonce: string): string[] {
  return [...html.matchAll(INLINE)].flatMap(([, itsNonce, script = ""]) => {
    if (itsNonce !== nonce) return [];
    if (!script.startsWith(BEGIN)) return [script];
    const given = JSON.parse(script.slice(BEGIN.length, -1)) as Given;
    return [script, given.code];
  });
}

const PRELOAD = '<link rel="modulepreload"';
/** How the tag of the page's modules ends; data before it has its `<` escaped. */
const MODULE = ' type="module" async="">';
const SCRIPT_END = "</script>";
const INLINE = /<script nonce="([^"]*)"[^>]*>([^]*?)<\/script>/g;
const NAMES = {
  controls: `[${Object.keys(NEEDS_SCRIPT).join("],[")}]`,
  hydrated: HYDRATED,
  tokenKey: TOKEN_KEY,
  carriedKey: CARRIED_KEY,
};

/** How the starting script begins; what it is given follows as JSON. */
const BEGIN = `(${start.toString()})(${letRise.toString()},`;

type Given = typeof NAMES & {
  preloads: readonly string[];
  code: string;
  when: StartScripts;
  /** Keeps the page for when the browser is offline (server/offline.tsx). */
  worker: string | null;
};

/** Runs in the browser, from its source: it may use nothing from outside itself. */
function start(rise: typeof letRise, given: Given): void {
  const { preloads, code, when, worker, controls, hydrated, tokenKey, carriedKey } = given;
  const nonce = document.currentScript?.nonce ?? "";
  for (const element of document.querySelectorAll<HTMLElement>("[data-reveal]")) rise(element);
  // After this much scrolling the header of the home page turns solid (design, §4).
  const noteScrolling = () =>
    document.documentElement.toggleAttribute("data-scrolled", scrollY > 8);
  requestAnimationFrame(noteScrolling);
  addEventListener("scroll", noteScrolling, { passive: true });
  const addModule = (given: { src: string } | { textContent: string }) => {
    const script = Object.assign(
      document.createElement("script"),
      { type: "module", nonce },
      given,
    );
    document.head.append(script);
    return script;
  };
  // What each chunk does at first takes a task of its own where the chunk is the framework, the largest:
  // a press in between need not wait for both.
  const run = (failed: () => void) => {
    const runRest = () => addModule({ textContent: code }).addEventListener("error", failed);
    const framework = preloads.find((href) => href.includes("/framework-"));
    if (framework) {
      const script = addModule({ src: framework });
      for (const name of ["load", "error"])
        script.addEventListener(name, () => setTimeout(runRest));
    } else {
      runRest();
    }
  };
  const preload = (hrefs: readonly string[]) =>
    document.head.append(
      ...hrefs.map((href) =>
        Object.assign(document.createElement("link"), { rel: "modulepreload", href }),
      ),
    );
  // A few at a time: a tap in between need not wait for all of them.
  const startPainted = (from = 0): void => {
    preload(preloads.slice(from, from + 8));
    setTimeout(() => (from + 8 < preloads.length ? startPainted(from + 8) : run(() => {})));
  };
  const waitForPress = () => {
    const touches = ["pointerover", "pointerdown", "focusin"];
    let isAsked = false;
    /** The control that was pressed before its script was there. */
    let held: HTMLElement | undefined;
    const findIn = (event: Event) =>
      event.target instanceof Element && event.target.closest(controls) ? event.target : null;
    const ask = (event: Event) => {
      const control = findIn(event);
      if (isAsked || !control) return;
      // A mouse on its way over a form asks nothing of it.
      if (event.type === "pointerover" && !control.closest("a, button")) return;
      isAsked = true;
      preload(preloads);
      // The touch is shown first.
      requestAnimationFrame(() => setTimeout(() => run(release)));
    };
    const hold = (event: MouseEvent) => {
      const pressed = findIn(event)?.closest<HTMLElement>("a, button");
      if (!pressed || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      // Who presses once more, later than a double click, gets at once what works without script.
      if (held && event.detail < 2) return;
      ask(event);
      document.documentElement.dataset.starting = "";
      event.preventDefault();
      event.stopImmediatePropagation();
      held = pressed;
    };
    const release = () => {
      for (const name of touches) removeEventListener(name, ask, true);
      removeEventListener("click", hold, true);
      delete document.documentElement.dataset.starting;
      held?.click();
    };
    for (const name of touches) addEventListener(name, ask, true);
    addEventListener("click", hold, true);
    addEventListener(hydrated, release, { once: true });
  };
  // Signed out by time or in another window: the token is left behind, and the script takes it away.
  // What was typed in the other language is put back by the script too.
  const isKept = () => {
    try {
      return localStorage.getItem(tokenKey) !== null || sessionStorage.getItem(carriedKey) !== null;
    } catch {
      return false;
    }
  };
  // After all that the page needs. Where a browser refuses, pages work as without it.
  if (worker)
    addEventListener("load", () => void navigator.serviceWorker?.register(worker).catch(() => {}));
  if (when === "asked" && !isKept()) waitForPress();
  else requestAnimationFrame(() => setTimeout(startPainted));
}
