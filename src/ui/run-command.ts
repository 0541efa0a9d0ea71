import { afterPaint } from "./after-paint.ts";
import type { CommandName } from "./command.ts";
import { closeModal, showModal } from "./show-modal.ts";

/** Carries out what elements say of themselves (command.ts). Once a document, by its starting script. */
export function runCommands(): void {
  document.addEventListener("click", (event) => {
    const { target } = event;
    const control = target instanceof Element && target.closest<HTMLElement>("[data-command]");
    if (!control || event.defaultPrevented) return;
    if (COMMANDS[control.dataset["command"] as CommandName](control)) event.preventDefault();
  });
  showTargetedDialog();
  // The way back to a page that the browser kept must not lead into a menu.
  addEventListener("pagehide", () => {
    if (shown) closeModal(shown);
  });
}

/** Does what a control says, and tells whether that was all: if not, its tag does its part. */
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
    // Rejects where the person closes the system's sheet, which is no fault.
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

/** Opened by its fragment before this ran: it goes on as a modal, and the address is tidied. */
function showTargetedDialog(): void {
  const dialog = findDialog(location.hash);
  if (!dialog) return;
  const { state } = history;
  const top = scrollY;
  // A browser may keep it as the page's target until the way leads to another fragment.
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
  // Where it cannot be kept it holds for this page.
  void fetch(form.action, {
    method: "POST",
    body: new URLSearchParams({ [name]: value }),
    keepalive: true,
  }).catch(() => undefined);
  // The button first: other colours make the browser look at every element of the page.
  afterPaint(() => {
    const { dataset } = document.documentElement;
    if (value === "system") delete dataset["theme"];
    else dataset["theme"] = value;
  });
  return true;
}

/** For others: an address of this site is told with the site's name. */
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

/** In a live region, which is emptied first: the same words once more are news, too. */
function say(id: string, words: string): void {
  const status = document.getElementById(id);
  if (!status) return;
  status.textContent = "";
  afterPaint(() => {
    status.textContent = words;
  });
}
