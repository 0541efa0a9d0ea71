import { X } from "lucide-react";
import type { KeyboardEvent, RefObject, SubmitEvent } from "react";
import { Form } from "react-router";
import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { paths } from "#site/paths.ts";
import { buttonClass } from "#ui/button.tsx";
import { hrefIn } from "#ui/locale-href.ts";
import { keepTabInside } from "#ui/modal-focus.ts";
import { BudgetFacet } from "./budget-facet.tsx";
import type { CarsQuery } from "./cars-address.ts";
import type { CarsView } from "./cars.server.ts";
import { carCount } from "./cars-words.ts";
import { CodeFacets, MakeFacet, PlaceFacet } from "./listed-facets.tsx";
import { BodyFacet, ColourFacet } from "./picture-facets.tsx";
import { KmFacet, YearFacet } from "./range-facets.tsx";

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
    else keepTabInside(event);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a dialog while open
    <section
      id={id}
      ref={drawer}
      className={isOpen ? "fl is-open" : "fl"}
      aria-label={m.cars_filters()}
      onKeyDown={pressKey}
      {...(isOpen ? { role: "dialog", "aria-modal": true } : {})}
    >
      <div className="fl-h">
        <h2>{m.cars_filters()}</h2>
        <a
          className="icon-btn"
          href="#cars-found"
          aria-label={m.cars_filters_close()}
          data-first-focus
          onClick={(event) => {
            if (!isOpen) return;
            event.preventDefault();
            onClose();
          }}
        >
          <X className="ic" aria-hidden />
        </a>
      </div>
      <Form
        id={formId}
        ref={form}
        method="get"
        action={hrefIn(paths.cars())}
        onSubmit={submit}
        className="fl-f"
      >
        <BudgetFacet query={query} view={view} />
        <BodyFacet counts={view.counts.bodyType} chosen={query.bodyTypes} />
        <MakeFacet query={query} view={view} />
        <ColourFacet counts={view.counts.colour} chosen={query.colours} />
        <YearFacet counts={view.counts.year} range={query.year} />
        <KmFacet counts={view.counts.km} range={query.odometerKm} />
        <PlaceFacet query={query} view={view} />
        <CodeFacets query={query} view={view} />
        <div className="fc">
          <label className="ck">
            <input
              className="over"
              type="checkbox"
              name="sellStatus"
              value="sold"
              defaultChecked={query.status === "sold"}
            />
            <i aria-hidden />
            {m.cars_sold_only()}
          </label>
        </div>
        <div className="fl-go">
          <button type="submit" className={buttonClass({ block: true })}>
            <span className="with-script">
              {m.cars_show({ cars: carCount(view.count, getLocale()) })}
            </span>
            <span className="without-script">{m.cars_apply()}</span>
          </button>
        </div>
      </Form>
    </section>
  );
}
