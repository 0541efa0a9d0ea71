import { afterPaint } from "./after-paint.ts";
import type { CommandName } from "./command.ts";
import { closeModal, showModal } from "./show-modal.ts";

/**
 * Runs the commands that elements declare (command.ts). Called once per document, by its starting
 * script.
 */
export function runCommands(): void {
  document.addEventListener("click", (event) => {
    const { target } = event;
    const control = target instanceof Element && target.closest<HTMLElement>("[data-command]");
    if (!control || event.defaultPrevented) return;
    if (COMMANDS[control.dataset["command"] as CommandName](control)) event.preventDefault();
  });
  showTargetedDialog();
  // A page restored from the browser's back/forward cache must not show an open menu.
  addEventListener("pagehide", () => {
    if (shown) closeModal(shown);
  });
}

/** Runs a control's command; returns whether it replaces the tag's default action. */
type Run = (control: HTMLElement) => boolean;

const COMMANDS: Record<CommandName, Run> = {
  "show-modal": (link) => show(findDialog((link as HTMLAnchorElement).hash)),
  close(control) {
    const dialog = control.closest("dialog");
    if (!dialog?.open) return false;
    closeModal(dialog);
    return control.getAttribute("href")?.startsWith("#") ?? true;
  },
  "set-theme": setTheme,
  copy({ dataset }) {
    void copy(findAddress(dataset["url"])).then((isDone) => {
      const words = isDone ? dataset["done"] : dataset["failed"];
      say(dataset["status"] ?? "", words ?? "");
    });
    return true;
  },
  share({ dataset: { title = "", url } }) {
    // Rejects if the person closes the system's sheet, which is not an error.
    navigator.share({ title, url: findAddress(url) }).catch(() => undefined);
    return true;
  },
  print() {
    window.print();
    return true;
  },
};

let shown: HTMLDialogElement | undefined;

function findDialog(hash: string): HTMLDialogElement | undefined {
  const element = document.getElementById(hash.slice(1));
  return element instanceof HTMLDialogElement ? element : undefined;
}

function show(dialog: HTMLDialogElement | undefined): boolean {
  if (!dialog) return false;
  shown = dialog;
  showModal(dialog);
  return true;
}

/**
 * A dialog that its fragment opened before this ran: shown as a modal, and the fragment is removed
 * from the address.
 */
function showTargetedDialog(): void {
  const dialog = findDialog(location.hash);
  if (!dialog) return;
  const { state } = history;
  const top = scrollY;
  // A browser may keep it as the page's `:target` until it goes to another fragment.
  location.replace("#");
  history.replaceState(state, "", location.pathname + location.search);
  scrollTo({ top, behavior: "instant" });
  show(dialog);
}

function setTheme(control: HTMLElement): boolean {
  const { form, name, value } = control as HTMLButtonElement;
  if (!form) return false;
  for (const each of form.querySelectorAll(`[name="${name}"]`))
    each.ariaPressed = String(each === control);
  // If it cannot be stored, it applies to this page only.
  void fetch(form.action, {
    method: "POST",
    body: new URLSearchParams({ [name]: value }),
    keepalive: true,
  }).catch(() => undefined);
  // The button changes first: new colours make the browser restyle every element of the page.
  afterPaint(() => {
    const { dataset } = document.documentElement;
    if (value === "system") delete dataset["theme"];
    else dataset["theme"] = value;
  });
  return true;
}

/** For other people: an address of this site becomes absolute. */
function findAddress(url = ""): string {
  return new URL(url, location.href).href;
}

async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** In a live region, which is emptied first, so that the same text is announced again. */
function say(id: string, words: string): void {
  const status = document.getElementById(id);
  if (!status) return;
  status.textContent = "";
  afterPaint(() => {
    status.textContent = words;
  });
}
