import { CARRIED_KEY } from "./before-leaving.ts";

type Carried = {
  path: string;
  /** Of the form with this number in the page; null: of whichever asks for it. */
  fields: [form: number | null, name: string, value: string][];
};

/**
 * Keeps what was typed into the page's forms while it is opened in the other language. A form whose
 * answers a draft keeps has them there. What is sealed or secret is never stored: no hidden control,
 * no password, no one-time code, nothing the browser is told not to fill in.
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

/** Keeps what was typed in a dialog for the page that asks for the same: signing in lies between. */
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
    // A browser that stores nothing: the page opens as it always does.
  }
}

/** Pages that lead on to where something was carried. */
const ON_THE_WAY = /^\/(login|register)(\/|$)/;

/** Puts back what was carried to this page, and forgets it. */
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
    // Storage that is refused, or that another hand has written to.
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

/** What differs from what the page came with; null where nothing does. */
function typedValue(control: Control): string | null {
  if (control instanceof HTMLSelectElement) return control.value === "" ? null : control.value;
  if (isRadio(control)) {
    const { checked, defaultChecked, value } = control;
    return checked && !defaultChecked ? value : null;
  }
  // A consent is given in the language it is read in.
  if (control.type === "checkbox") return null;
  return control.value === control.defaultValue ? null : control.value;
}

/** As if it had been typed here, for whatever listens. */
function putBack(control: Control, value: string): void {
  if (isRadio(control)) {
    if (control.value !== value) return;
    control.checked = true;
  } else {
    // Past React's own setter, which would take it for a value that it knows already.
    const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), "value") ?? {};
    set?.call(control, value);
  }
  for (const type of ["input", "change"]) {
    control.dispatchEvent(new Event(type, { bubbles: true }));
  }
}
