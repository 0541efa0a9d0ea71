import { type RefObject, useCallback, useEffect, useRef } from "react";
import { useLocation, useNavigate, useNavigationType } from "react-router";
import { buildCarsSearch, type CarsQuery, changeQuery, readCarsQuery } from "./cars-address.ts";

/**
 * The filter form with script: each change navigates to the address of the new search, and the form
 * follows the address (Back, a chip, a link). Without script the form is submitted normally.
 */
export function useFilterForm(form: RefObject<HTMLFormElement | null>) {
  const navigate = useNavigate();
  const { search } = useLocation();
  const isBackOrForward = useNavigationType() === "POP";
  /** The address to which the form is navigating. */
  const goingTo = useRef<string | null>(null);
  const isNew = useRef(true);
  /** The text as it was sent: parts that become filters are removed from the field. */
  const sentText = useRef<string | null>(null);

  const goTo = useCallback(
    (query: CarsQuery) => {
      const target = buildCarsSearch(query);
      // Enter in a field fires both change and submit: the second does nothing. Compared with the
      // browser's address, because the page may still show the previous one.
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

  /** Applies the form with some values changed: for a suggestion. */
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
    // Choices made before hydration are applied too.
    if (isChosenBefore) return apply();
    // The visitor may have chosen again before the page of their last choice has loaded: then the
    // form is newer than this address.
    const isAhead = goingTo.current !== null && goingTo.current !== normalised(search);
    if (isAhead && !isBackOrForward) return;
    // The browser's address is newer than the page, which will render again: following the old one
    // would lose values.
    if (normalised(globalThis.location.search) !== normalised(search)) return;
    // The visitor may already be typing when the response to their last choice arrives.
    const typedInto = isBackOrForward ? null : document.activeElement;
    const isAnswered = typedInto !== null && isTextSent(typedInto, sentText.current);
    followAddress(
      form.current,
      new URLSearchParams(normalised(search)),
      isAnswered ? null : typedInto,
    );
  }, [apply, form, isBackOrForward, search]);

  useEffect(() => {
    // The native change event fires when a text field is left, not at every letter. Listened for on
    // the document, because some fields of the form are outside of it.
    const change = (event: Event) => {
      if (event.target instanceof Element && findForm(event.target) === form.current) apply();
    };
    document.addEventListener("change", change);
    return () => document.removeEventListener("change", change);
  }, [apply, form]);

  return { apply, applyWith };
}

/** Whether the text field still has what was sent: nobody has typed since. */
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

/** Whether a control differs from what the page was rendered with. */
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

/** The default values of controls that have none in the address. */
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
