import { ChevronDown } from "lucide-react";
import { type ReactNode, useState } from "react";

type FacetGroupProps = {
  title: string;
  /** Open on arrival; afterwards whoever reads the page opens and closes it. */
  isOpen: boolean;
  children: ReactNode;
};

/** One facet: a native disclosure around a named group of controls. */
export function FacetGroup({ title, isOpen, children }: FacetGroupProps) {
  const [startsOpen] = useState(isOpen);
  return (
    <details className="fc" open={startsOpen}>
      <summary>
        {title}
        <ChevronDown className="ic" aria-hidden />
      </summary>
      <fieldset>
        <legend className="sr">{title}</legend>
        {children}
      </fieldset>
    </details>
  );
}
