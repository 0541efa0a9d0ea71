import { flushSync } from "react-dom";

export type FilledControls = {
  /** The first control that took a value. */
  first: HTMLElement | null;
  /** A control held something else, and keeps it. */
  hasKept: boolean;
};

/**
 * Puts values into the blank controls of a form, as if typed, one after the other: options may
 * follow from the value before. A value that a list does not offer is left out.
 */
export function fillControls(
  form: HTMLFormElement,
  values: readonly (readonly [control: string, value: string])[],
): FilledControls {
  let first: HTMLElement | null = null;
  let hasKept = false;
  for (const [name, value] of values) {
    const control = form.elements.namedItem(name);
    if (!control || !("value" in control)) continue;
    const present = String(control.value).trim();
    if (present !== "") {
      hasKept ||= present !== value;
      continue;
    }
    const filled = fill(control, value);
    if (!filled) continue;
    first ??= filled;
    // The listeners draw what depends on this control before the next one is filled.
    flushSync(() => {
      filled.dispatchEvent(new Event("input", { bubbles: true }));
      filled.dispatchEvent(new Event("change", { bubbles: true }));
    });
  }
  return { first, hasKept };
}

function fill(control: Element | RadioNodeList, value: string): HTMLElement | null {
  if (control instanceof RadioNodeList) {
    const radio = [...control].find(
      (each) => each instanceof HTMLInputElement && each.value === value,
    );
    if (!(radio instanceof HTMLInputElement)) return null;
    radio.checked = true;
    return radio;
  }
  if (control instanceof HTMLSelectElement) {
    if (![...control.options].some((option) => option.value === value)) return null;
    control.value = value;
    return control;
  }
  if (!(control instanceof HTMLInputElement)) return null;
  control.value = value;
  return control;
}
