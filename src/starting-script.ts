import { TOKEN_KEY } from "#ui/access-token.ts";
import { afterPaint } from "#ui/after-paint.ts";
import { CARRIED_KEY } from "#ui/before-leaving.ts";
import { letRise } from "#ui/let-rise.ts";
import { runCommands } from "#ui/run-command.ts";
import { HYDRATED, NEEDS_SCRIPT } from "#ui/script-on-demand.ts";
import { trustOwnScripts } from "#ui/trusted-types.ts";

/**
 * The script that stands in every document, behind all that it shows (bin/in-page-script.mjs). It does
 * the small things that a page is given to do and that need no framework, and fetches that when it is
 * time. What it imports comes with it, so it imports little.
 */
export type StartInput = {
  /** What the page's modules import, and they themselves (`scriptsOf`). */
  preloads: readonly string[];
  /** The module that the framework wrote into the page. */
  code: string;
  /** When modules are fetched: once the page was painted, or when a control of it first needs them. */
  hydrate: "afterPaint" | "onInteraction";
  /** Keeps the page for when the browser is offline (server/offline.tsx). */
  worker: string | null;
};

const CONTROLS = `[${Object.keys(NEEDS_SCRIPT).join("],[")}]`;

/** What it does at once; its input is written behind it (page-scripts.server.ts). */
export default function start({ preloads, code, hydrate, worker }: StartInput): void {
  const nonce = document.currentScript?.nonce ?? "";
  trustOwnScripts({ code, urls: [...preloads, worker] });
  runCommands();
  for (const element of document.querySelectorAll<HTMLElement>("[data-reveal]")) letRise(element);
  // After this much scrolling the header of the home page turns solid (design, §4).
  const noteScrolling = () =>
    document.documentElement.toggleAttribute("data-scrolled", scrollY > 8);
  requestAnimationFrame(noteScrolling);
  addEventListener("scroll", noteScrolling, { passive: true });
  const addModule = (input: { src: string } | { textContent: string }) => {
    const script = Object.assign(
      document.createElement("script"),
      { type: "module", nonce },
      input,
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
  const hydrateOnInteraction = () => {
    const touches = ["pointerover", "pointerdown", "focusin"];
    let isStarted = false;
    /** The control that was pressed before its script was there. */
    let deferredControl: HTMLElement | undefined;
    const findIn = (event: Event) =>
      event.target instanceof Element && event.target.closest(CONTROLS) ? event.target : null;
    const startHydration = (event: Event) => {
      const control = findIn(event);
      if (isStarted || !control) return;
      // A mouse on its way over a form asks nothing of it.
      if (event.type === "pointerover" && !control.closest("a, button")) return;
      isStarted = true;
      // The touch is shown first.
      afterPaint(() => {
        preload(preloads);
        run(release);
      });
    };
    const deferClick = (event: MouseEvent) => {
      const pressed = findIn(event)?.closest<HTMLElement>("a, button");
      if (!pressed || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      // Who presses once more, later than a double click, gets at once what works without script.
      if (deferredControl && event.detail < 2) return;
      startHydration(event);
      document.documentElement.dataset.starting = "";
      event.preventDefault();
      event.stopImmediatePropagation();
      deferredControl = pressed;
    };
    const release = () => {
      for (const name of touches) removeEventListener(name, startHydration, true);
      removeEventListener("click", deferClick, true);
      delete document.documentElement.dataset.starting;
      deferredControl?.click();
    };
    for (const name of touches) addEventListener(name, startHydration, true);
    addEventListener("click", deferClick, true);
    addEventListener(HYDRATED, release, { once: true });
  };
  // Signed out by time or in another window: the token is left behind, and the script takes it away.
  // What was typed in the other language is put back by the script too.
  const hasStoredEntry = () => {
    try {
      return (
        localStorage.getItem(TOKEN_KEY) !== null || sessionStorage.getItem(CARRIED_KEY) !== null
      );
    } catch {
      return false;
    }
  };
  // After all that the page needs. Where a browser refuses, pages work as without it.
  if (worker)
    addEventListener("load", () => void navigator.serviceWorker?.register(worker).catch(() => {}));
  if (hydrate === "onInteraction" && !hasStoredEntry()) hydrateOnInteraction();
  else whenPainted(startPainted);
}

/**
 * Once the browser says that something of the page is on the screen: a frame that is made is not shown
 * yet, and modules would take its time. Once all is loaded it has nothing else to do.
 */
function whenPainted(work: () => void): void {
  let isOver = false;
  const once = () => {
    if (isOver) return;
    isOver = true;
    work();
  };
  if (PerformanceObserver.supportedEntryTypes.includes("paint"))
    new PerformanceObserver(once).observe({ type: "paint", buffered: true });
  else afterPaint(once);
  addEventListener("load", () => afterPaint(once));
}
