import { Keyboard } from "lucide-react";
import { useEffect, useState, useSyncExternalStore } from "react";
import { m } from "#messages/messages.js";
import { Dialog } from "#ui/dialog.tsx";

/** Where each key goes: a control of the list, or of the lead beside it. */
const PLACES: ReadonlyMap<string, string> = new Map([
  // A call has a note of its own, in another form.
  ["n", '.lead-panel form:has([name="status"]) [name="note"]'],
  ["c", '.lead-panel [href^="tel:"]'],
  ["e", '.lead-panel [name="status"]'],
  ["a", '.lead-panel [name="to"]'],
  ["/", '.lead-list [name="q"]'],
]);

const KEYS: readonly { key: string; text: () => string }[] = [
  { key: "j", text: m.inbox_key_next },
  { key: "k", text: m.inbox_key_previous },
  { key: "o", text: m.inbox_key_open },
  { key: "x", text: m.inbox_key_choose },
  { key: "n", text: m.inbox_key_note },
  { key: "c", text: m.inbox_key_call },
  { key: "e", text: m.inbox_key_stage },
  { key: "a", text: m.inbox_key_owner },
  { key: "/", text: m.inbox_key_search },
  { key: "?", text: m.inbox_key_help },
];

/**
 * Keys for whoever works through the list. They are off while somebody types, and can be switched
 * off (WCAG 2.1.4), because speech input and slips press them too.
 */
export function LeadKeys() {
  const [isOpen, setIsOpen] = useState(false);
  const isOn = useSyncExternalStore(whenChanged, readChoice, () => true);
  useEffect(() => {
    if (!isOn) return undefined;
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (document.querySelector("dialog[open]")) return;
      if (event.key === "?") setIsOpen(true);
      else if (!go(event.key)) return;
      event.preventDefault();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [isOn]);
  return (
    <>
      <button
        type="button"
        className="icon-button with-script max-lg:hidden"
        aria-label={m.inbox_keys()}
        title={m.inbox_keys()}
        onClick={() => setIsOpen(true)}
      >
        <Keyboard className="icon" aria-hidden />
      </button>
      <Dialog open={isOpen} onClose={() => setIsOpen(false)} title={m.inbox_keys()}>
        <dl className="lead-keys">
          {KEYS.map(({ key, text }) => (
            <div key={key}>
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <dd>{text()}</dd>
            </div>
          ))}
        </dl>
        <label className="checkbox-row mt-4">
          <input
            className="choice-input"
            type="checkbox"
            checked={isOn}
            onChange={({ target }) => choose(target.checked)}
          />
          <i aria-hidden />
          {m.inbox_keys_on()}
        </label>
      </Dialog>
    </>
  );
}

/** Returns false if the key means nothing here. */
function go(key: string): boolean {
  const rows = [...document.querySelectorAll<HTMLAnchorElement>(".lead-list .lead-row")];
  const at = rows.findIndex((row) => row.matches(":focus, [aria-current]:not(:focus)"));
  const focused = rows.findIndex((row) => row === document.activeElement);
  const current = focused >= 0 ? focused : at;
  switch (key) {
    case "j":
      rows[Math.min(current + 1, rows.length - 1)]?.focus();
      return true;
    case "k":
      rows[Math.max(current - 1, 0)]?.focus();
      return true;
    case "o":
      rows[Math.max(current, 0)]?.click();
      return true;
    case "x":
      rows[current]?.parentElement?.querySelector<HTMLElement>("[type=checkbox]")?.click();
      return true;
  }
  const place = PLACES.get(key);
  if (place === undefined) return false;
  const control = document.querySelector<HTMLElement>(place);
  control?.focus();
  control?.scrollIntoView({ block: "nearest" });
  return control !== null;
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.matches("input:not([type=checkbox]), textarea, select, [contenteditable]")
  );
}

const STORED = "staff-inbox-keys";

function readChoice(): boolean {
  try {
    return localStorage.getItem(STORED) !== "off";
  } catch {
    return true;
  }
}

function choose(isOn: boolean): void {
  try {
    localStorage.setItem(STORED, isOn ? "on" : "off");
  } catch {
    // The browser keeps nothing, and the keys stay on.
  }
  window.dispatchEvent(new StorageEvent("storage", { key: STORED }));
}

/** Another page of the browser fires this event by itself. */
function whenChanged(heed: () => void): () => void {
  window.addEventListener("storage", heed);
  return () => window.removeEventListener("storage", heed);
}
