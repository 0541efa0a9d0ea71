import { X } from "lucide-react";
import {
  type SubmitEvent,
  type KeyboardEvent,
  type RefObject,
  memo,
  useCallback,
  useEffect,
  useRef,
  useState,
} from "react";
import { Form } from "react-router";
import { FACET_NAMES, type FacetName, findFacet, isRangeFacet } from "#domain/search/facets.ts";
import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { paths } from "#site/paths.ts";
import { buttonClass } from "#ui/button.tsx";
import { HydrationBoundary } from "#ui/hydration-boundary.tsx";
import { hrefIn } from "#ui/locale-href.ts";
import { trapTab } from "#ui/modal-focus.ts";
import { BudgetFacet } from "./budget-facet.tsx";
import type { CarsQuery } from "./cars-address.ts";
import { formatCarCount } from "./cars-words.ts";
import type { CarsView } from "./cars.server.ts";
import { CheckFacet, ColourSwatches, TypeTiles } from "./check-facets.tsx";
import type { FacetProps } from "./facet-group.tsx";
import { FromToFacet, UpToFacet } from "./range-facets.tsx";

type FiltersProps = {
  id: string;
  formId: string;
  query: CarsQuery;
  view: CarsView;
  isOpen: boolean;
  drawer: RefObject<HTMLElement | null>;
  form: RefObject<HTMLFormElement | null>;
  onApply: () => void;
  onClose: () => void;
};

/** The facets: beside the cars on a wide screen, a drawer over them on a small one. */
export function Filters(props: FiltersProps) {
  const { id, formId, query, view, isOpen, drawer, form, onApply, onClose } = props;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    onApply();
    if (isOpen) onClose();
  };
  const pressKey = (event: KeyboardEvent<HTMLElement>) => {
    if (!isOpen) return;
    if (event.key === "Escape") onClose();
    else trapTab(event);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a dialog while open
    <section
      id={id}
      ref={drawer}
      className={isOpen ? "filters filters--open" : "filters"}
      aria-label={m.cars_filters()}
      onKeyDown={pressKey}
      {...(isOpen ? { role: "dialog", "aria-modal": true } : {})}
    >
      <div className="filters__head">
        <h2>{m.cars_filters()}</h2>
        <a
          className="icon-button"
          href="#cars-found"
          aria-label={m.cars_filters_close()}
          data-first-focus
          onClick={(event) => {
            if (!isOpen) return;
            event.preventDefault();
            onClose();
          }}
        >
          <X className="icon" aria-hidden />
        </a>
      </div>
      <Form id={formId} ref={form} method="get" action={hrefIn(paths.cars())} onSubmit={submit}>
        {FACET_NAMES.map((name) => (
          <FacetControl key={name} name={name} query={query} view={view} />
        ))}
        <div className="facet-group">
          <label className="checkbox-row">
            <input
              className="choice-input"
              type="checkbox"
              name="sellStatus"
              value="sold"
              defaultChecked={query.status === "sold"}
            />
            <i aria-hidden />
            {m.cars_sold_only()}
          </label>
        </div>
        <div className="filters__show">
          <button type="submit" className={buttonClass({ block: true })}>
            <span className="with-script">
              {m.cars_show({ cars: formatCarCount(view.count, getLocale()) })}
            </span>
            <span className="without-script">{m.cars_apply()}</span>
          </button>
        </div>
      </Form>
    </section>
  );
}

/** Renders a facet by its kind; memoized, so that opening the filters does not rerender it. */
const FacetControl = memo(function FacetControl(shown: FacetProps<FacetName>) {
  return (
    <HydrationBoundary>
      <Facet {...shown} />
    </HydrationBoundary>
  );
});

function Facet({ name, query, view }: FacetProps<FacetName>) {
  const shown = { query, view };
  const { control } = findFacet(name);
  if (control === null) return null;
  if (control === "budget") return <BudgetFacet {...shown} />;
  if (control === "tiles") return <TypeTiles {...shown} />;
  if (control === "swatches") return <ColourSwatches {...shown} />;
  if (isRangeFacet(name)) {
    return control === "from_to" ? (
      <FromToFacet name={name} {...shown} />
    ) : (
      <UpToFacet name={name} {...shown} />
    );
  }
  return name === "distance" ? null : <CheckFacet name={name} {...shown} />;
}

/**
 * The filters as a drawer on a small screen. Without script a link to its fragment opens it
 * (`:target`); with script it is modal: the focus is moved in, trapped, and restored.
 */
export function useDrawer(id: string) {
  const [isOpen, setOpen] = useState(false);
  const drawer = useRef<HTMLElement>(null);
  const opener = useRef<HTMLAnchorElement>(null);

  const open = useCallback(() => setOpen(true), []);
  const close = useCallback(() => {
    setOpen(false);
    opener.current?.focus();
  }, []);

  useEffect(() => {
    // It was opened by its fragment before hydration: make it modal, and remove the fragment.
    if (location.hash !== `#${id}`) return;
    history.replaceState(history.state, "", location.pathname + location.search);
    // oxlint-disable-next-line react/set-state-in-effect -- only the browser knows the fragment
    open();
  }, [id, open]);

  useEffect(() => {
    if (!isOpen) return;
    drawer.current?.querySelector<HTMLElement>("[data-first-focus]")?.focus();
    // In a wide window the filters are beside the cars: close the drawer.
    const wide = matchMedia("(width >= 64rem)");
    const widened = () => setOpen(false);
    wide.addEventListener("change", widened);
    return () => wide.removeEventListener("change", widened);
  }, [isOpen]);

  return { isOpen, open, close, drawer, opener };
}
