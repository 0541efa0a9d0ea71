import { flushSync } from "react-dom";
import { OTHER, otherControl } from "#forms/questions/control-view.ts";

type FilledControls = {
  /** The first control that was filled in. */
  first: HTMLElement | null;
  /** The labels of the filled controls. */
  names: string[];
  /** A control had another value, and keeps it. */
  hasRetained: boolean;
};

/**
 * Fills in the blank controls of a form, as if typed, one after the other: a control's options may
 * depend on the one before. A name that a list does not offer is put into the text field beside the
 * list, if it has one, and is left out otherwise.
 */
export function fillControls(
  form: HTMLFormElement,
  values: readonly (readonly [control: string, value: string])[],
): FilledControls {
  const filled: HTMLElement[] = [];
  let hasRetained = false;
  const put = (control: Element | RadioNodeList, value: string): boolean => {
    const taken = fill(control, value);
    if (!taken) return false;
    filled.push(taken);
    // The listeners render what depends on this control before the next one is filled in.
    flushSync(() => {
      taken.dispatchEvent(new Event("input", { bubbles: true }));
      taken.dispatchEvent(new Event("change", { bubbles: true }));
    });
    return true;
  };
  for (const [name, value] of values) {
    const control = form.elements.namedItem(name);
    if (!control || !("value" in control)) continue;
    const beside = form.elements.namedItem(otherControl(name));
    const other = beside instanceof HTMLInputElement ? beside : null;
    const present = String(control.value).trim();
    if (present === "") {
      if (put(control, value) || !other || !put(control, OTHER)) continue;
    } else if (present !== OTHER || !other) {
      hasRetained ||= present !== value;
      continue;
    }
    if (other.value.trim() === "") put(other, value);
    else hasRetained ||= other.value.trim() !== value;
  }
  const names = [...new Set(filled.map(nameControl).filter((name) => name !== ""))];
  return { first: filled[0] ?? null, names, hasRetained };
}

/** The legend of radio buttons, else the label. */
function nameControl(control: HTMLElement): string {
  const isRadio = control instanceof HTMLInputElement && control.type === "radio";
  const labels =
    control instanceof HTMLInputElement || control instanceof HTMLSelectElement
      ? control.labels
      : null;
  const shown = isRadio ? control.closest("fieldset")?.querySelector("legend") : labels?.[0];
  return shown?.firstChild?.textContent?.trim() ?? "";
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
