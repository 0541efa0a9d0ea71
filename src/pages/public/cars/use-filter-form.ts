import { type RefObject, useCallback, useEffect, useRef } from "react";
import { useLocation, useNavigate, useNavigationType } from "react-router";
import { buildCarsSearch, type CarsQuery, changeQuery, readCarsQuery } from "./cars-address.ts";

/**
 * The filter form as script runs it: each change is one navigation to the address that says it, and
 * the form follows the address (back, a chip, a link). Without script the form sends itself.
 */
export function useFilterForm(form: RefObject<HTMLFormElement | null>) {
  const navigate = useNavigate();
  const { search } = useLocation();
  const isBackOrForward = useNavigationType() === "POP";
  /** Where the form itself is on its way to. */
  const goingTo = useRef<string | null>(null);
  const isNew = useRef(true);
  /** The words as they were sent: what is read out of them becomes filters, and leaves the field. */
  const sentText = useRef<string | null>(null);

  const goTo = useCallback(
    (query: CarsQuery) => {
      const target = buildCarsSearch(query);
      // Enter in a field changes it and sends the form: the second of the two has nothing to do. The
      // address is the browser's: what is on the page may still be that of the address before.
      if (target === (goingTo.current ?? normalised(globalThis.location.search))) return;
      goingTo.current = target;
      sentText.current = query.text;
      void Promise.resolve(navigate({ search: target }, { preventScrollReset: true })).finally(
        () => {
          if (goingTo.current === target) goingTo.current = null;
        },
      );
    },
    [navigate],
  );

  const apply = useCallback(() => {
    if (form.current) goTo({ ...readCarsQuery(readForm(form.current)), after: null });
  }, [form, goTo]);

  /** The form as it stands, with some of it changed: what a suggestion asks. */
  const applyWith = useCallback(
    (changes: Partial<CarsQuery>) => {
      if (form.current) goTo(changeQuery(readCarsQuery(readForm(form.current)), changes));
    },
    [form, goTo],
  );

  useEffect(() => {
    if (!form.current) return;
    const isChosenBefore = isNew.current && differsFromPage(form.current);
    isNew.current = false;
    // What was chosen before the script was there counts as well.
    if (isChosenBefore) return apply();
    // Somebody may have chosen again before the page of their last choice is made: the form is ahead of
    // this address, and the next one is what it says.
    const isAhead = goingTo.current !== null && goingTo.current !== normalised(search);
    if (isAhead && !isBackOrForward) return;
    // The browser is further than the page, whose next drawing follows it: by this one, the form would
    // lose what the next one holds.
    if (normalised(globalThis.location.search) !== normalised(search)) return;
    // Somebody may already be typing while the answer to their last choice arrives.
    const typedInto = isBackOrForward ? null : document.activeElement;
    const isAnswered = typedInto !== null && isTextSent(typedInto, sentText.current);
    followAddress(
      form.current,
      new URLSearchParams(normalised(search)),
      isAnswered ? null : typedInto,
    );
  }, [apply, form, isBackOrForward, search]);

  useEffect(() => {
    // The native event: a text field says it once it is left, not at every letter. On the document,
    // since fields of the form also stand outside of it.
    const change = (event: Event) => {
      if (event.target instanceof Element && findForm(event.target) === form.current) apply();
    };
    document.addEventListener("change", change);
    return () => document.removeEventListener("change", change);
  }, [apply, form]);

  return { apply, applyWith };
}

/** Whether the field of words still holds what was sent: nobody is typing further. */
function isTextSent(field: Element, sent: string | null): boolean {
  return field instanceof HTMLInputElement && field.name === "q" && field.value.trim() === sent;
}

function normalised(search: string): string {
  return buildCarsSearch(readCarsQuery(new URLSearchParams(search)));
}

function findForm(element: Element): HTMLFormElement | null {
  return element instanceof HTMLInputElement || element instanceof HTMLSelectElement
    ? element.form
    : null;
}

function readForm(form: HTMLFormElement): URLSearchParams {
  const params = new URLSearchParams();
  for (const [name, value] of new FormData(form)) {
    if (typeof value === "string") params.append(name, value);
  }
  return params;
}

/** True where a control no longer shows what the page came with. */
function differsFromPage(form: HTMLFormElement): boolean {
  return [...form.elements].some((control) => {
    if (control instanceof HTMLSelectElement) {
      const { options, selectedIndex } = control;
      const first = [...options].findIndex((option) => option.defaultSelected);
      return selectedIndex !== Math.max(first, 0);
    }
    if (!(control instanceof HTMLInputElement)) return false;
    return ["checkbox", "radio"].includes(control.type)
      ? control.checked !== control.defaultChecked
      : control.type !== "range" && control.value !== control.defaultValue;
  });
}

/** What a control without a value in the address shows. */
const DEFAULTS: ReadonlyMap<string, string> = new Map(
  Object.entries({ by: "price", sort: "newest", within: "100" }),
);

function followAddress(
  form: HTMLFormElement,
  params: URLSearchParams,
  typedInto: Element | null,
): void {
  for (const control of form.elements) {
    if (control === typedInto && isTyped(control)) continue;
    if (control instanceof HTMLInputElement && ["checkbox", "radio"].includes(control.type)) {
      const chosen = params.has(control.name)
        ? params.getAll(control.name)
        : [DEFAULTS.get(control.name)];
      control.checked = chosen.includes(control.value);
    } else if (
      (control instanceof HTMLInputElement || control instanceof HTMLSelectElement) &&
      control.name
    ) {
      control.value = params.get(control.name) ?? DEFAULTS.get(control.name) ?? "";
    }
  }
}

function isTyped(control: Element): boolean {
  return control instanceof HTMLInputElement && ["text", "search", "number"].includes(control.type);
}
