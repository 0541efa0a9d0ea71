import { ChevronDown } from "lucide-react";
import { type ReactNode, useState } from "react";
import { type FacetName, findFacet } from "#domain/search/facets.ts";
import type { CarsQuery } from "./cars-address.ts";
import type { CarsView } from "./cars.server.ts";

export type FacetProps<Name extends FacetName> = { name: Name; query: CarsQuery; view: CarsView };

type FacetGroupProps = {
  name: FacetName;
  /** Something of it is chosen. */
  isChosen?: boolean;
  children: ReactNode;
};

/** One facet: a native disclosure around a named group of controls. */
export function FacetGroup({ name, isChosen = false, children }: FacetGroupProps) {
  const facet = findFacet(name);
  // The initial state; afterwards the visitor opens and closes it.
  const [startsOpen] = useState(facet.startsOpen === true || isChosen);
  const title = facet.heading();
  return (
    <details className="facet-group" open={startsOpen}>
      <summary>
        {title}
        <ChevronDown className="icon" aria-hidden />
      </summary>
      <fieldset>
        <legend className="sr-only">{title}</legend>
        {children}
      </fieldset>
    </details>
  );
}
