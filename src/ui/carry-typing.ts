import { CARRIED_KEY } from "./before-leaving.ts";

type Carried = {
  path: string;
  /** The form is an index in `document.forms`; null: any form with a field of this name. */
  fields: [form: number | null, name: string, value: string][];
};

/**
 * Stores what was typed into the page's forms while the page opens in the other language. Not for a
 * form with a draft, whose answers are on the server. Sealed or secret values are never stored: no
 * hidden control, no password, no one-time code, no field with autocomplete off.
 */
export function carryTyping(path: string): void {
  const fields = [...document.forms].flatMap((form, at) =>
    isCarried(form)
      ? listControls(form).flatMap((control): Carried["fields"] => {
          const value = typedValue(control);
          return value === null ? [] : [[at, control.name, value]];
        })
      : [],
  );
  if (fields.length > 0) store({ path, fields });
}

/** Stores what was typed in a dialog, for the page that asks the same after signing in. */
export function carryFields(path: string, typed: Readonly<Record<string, string>>): void {
  const fields = Object.entries(typed).map(([name, value]): Carried["fields"][number] => [
    null,
    name,
    value,
  ]);
  store({ path, fields });
}

function store(carried: Carried): void {
  try {
    sessionStorage.setItem(CARRIED_KEY, JSON.stringify(carried));
  } catch {
    // The browser's storage is not available: the page opens as usual.
  }
}

/** The pages between, such as sign-in, which do not use the stored fields up. */
const ON_THE_WAY = /^\/(login|register)(\/|$)/;

/** Restores what was stored for this page, and deletes it. */
export function restoreTyping(path: string): void {
  try {
    const carried = JSON.parse(sessionStorage.getItem(CARRIED_KEY) ?? "null") as Carried | null;
    if (carried?.path !== path && ON_THE_WAY.test(path)) return;
    sessionStorage.removeItem(CARRIED_KEY);
    if (carried?.path !== path) return;
    for (const [at, name, value] of carried.fields) {
      const forms = at === null ? [...document.forms].filter(isCarried) : [document.forms[at]];
      for (const control of forms.flatMap((form) => (form ? listControls(form) : []))) {
        if (control.name === name) putBack(control, value);
      }
    }
  } catch {
    // The storage is not available, or another script wrote to it.
  }
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

function isRadio(control: Control): control is HTMLInputElement {
  return control.type === "radio";
}

function isCarried(form: HTMLFormElement): boolean {
  return (
    form.method === "post" && form.closest("main") !== null && !form.hasAttribute("data-draft")
  );
}

function listControls(form: HTMLFormElement): Control[] {
  return [...form.querySelectorAll<Control>("input[name], select[name], textarea[name]")].filter(
    (control) =>
      !["hidden", "password", "file", "submit"].includes(control.type) &&
      !/^(off|one-time-code|bday.*)$/.test(control.autocomplete),
  );
}

/** The value, if it differs from the one that the page was loaded with; else null. */
function typedValue(control: Control): string | null {
  if (control instanceof HTMLSelectElement) return control.value === "" ? null : control.value;
  if (isRadio(control)) {
    const { checked, defaultChecked, value } = control;
    return checked && !defaultChecked ? value : null;
  }
  // A consent must be given in the language in which it is read.
  if (control.type === "checkbox") return null;
  return control.value === control.defaultValue ? null : control.value;
}

/** Dispatches events, as if the value had been typed here. */
function putBack(control: Control, value: string): void {
  if (isRadio(control)) {
    if (control.value !== value) return;
    control.checked = true;
  } else {
    // With the prototype's setter: React's own would treat the value as already known, and ignore
    // the event.
    const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), "value") ?? {};
    set?.call(control, value);
  }
  for (const type of ["input", "change"]) {
    control.dispatchEvent(new Event(type, { bubbles: true }));
  }
}
