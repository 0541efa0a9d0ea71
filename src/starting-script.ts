import { TOKEN_KEY } from "#ui/access-token.ts";
import { afterPaint } from "#ui/after-paint.ts";
import { CARRIED_KEY } from "#ui/before-leaving.ts";
import { letRise } from "#ui/let-rise.ts";
import { runCommands } from "#ui/run-command.ts";
import { HYDRATED, NEEDS_SCRIPT } from "#ui/script-on-demand.ts";
import { trustOwnScripts } from "#ui/trusted-types.ts";

/**
 * The inline script at the end of every document (bin/in-page-script.mjs). It does the small things
 * that need no framework, and fetches the framework when it is time. Its imports are inlined with
 * it, so it imports little.
 */
export type StartInput = {
  /** The page's modules and everything that they import (`scriptsOf`). */
  preloads: readonly string[];
  /** The module script that the framework wrote into the page. */
  code: string;
  /**
   * When modules are fetched: after the first paint, or when one of its controls first needs them.
   */
  hydrate: "afterPaint" | "onInteraction";
  /**
   * The service worker, which stores the page for when the browser is offline (server/offline.tsx);
   * null for none.
   */
  worker: string | null;
};

const CONTROLS = `[${Object.keys(NEEDS_SCRIPT).join("],[")}]`;

/** Runs at once; the server appends the call with its input (page-scripts.server.ts). */
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
  // The framework's chunk, the largest, is run in its own task, so that a press in between does not
  // wait for both.
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
  // A few at a time, so that a tap in between does not wait for all of them.
  const startPainted = (from = 0): void => {
    preload(preloads.slice(from, from + 8));
    setTimeout(() => (from + 8 < preloads.length ? startPainted(from + 8) : run(() => {})));
  };
  const hydrateOnInteraction = () => {
    const touches = ["pointerover", "pointerdown", "focusin"];
    let isStarted = false;
    /** The control that was pressed before its script was loaded. */
    let deferredControl: HTMLElement | undefined;
    const findIn = (event: Event) =>
      event.target instanceof Element && event.target.closest(CONTROLS) ? event.target : null;
    const startHydration = (event: Event) => {
      const control = findIn(event);
      if (isStarted || !control) return;
      // A mouse that only moves over a form does not need it.
      if (event.type === "pointerover" && !control.closest("a, button")) return;
      isStarted = true;
      // The reaction to the touch is painted first.
      afterPaint(() => {
        preload(preloads);
        run(release);
      });
    };
    const deferClick = (event: MouseEvent) => {
      const pressed = findIn(event)?.closest<HTMLElement>("a, button");
      if (!pressed || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      // A second press, later than a double click, does at once what works without a script.
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
  // If the session ended by time or in another window, a stored token is left, and the script
  // deletes it. What was typed in the other language is restored by the script too.
  const hasStoredEntry = () => {
    try {
      return (
        localStorage.getItem(TOKEN_KEY) !== null || sessionStorage.getItem(CARRIED_KEY) !== null
      );
    } catch {
      return false;
    }
  };
  // After everything that the page needs. If a browser refuses, pages work without it.
  if (worker)
    addEventListener("load", () => void navigator.serviceWorker?.register(worker).catch(() => {}));
  if (hydrate === "onInteraction" && !hasStoredEntry()) hydrateOnInteraction();
  else whenPainted(startPainted);
}

/**
 * Runs work when the browser reports that something of the page is on the screen: a rendered frame
 * is not shown yet, and modules would take its time. When everything is loaded, it runs at once.
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
