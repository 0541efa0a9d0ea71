import { Fragment, type ReactNode } from "react";
import { getLocale } from "#messages/runtime.js";
import { formatNumber } from "#values/format.ts";
import { FacetGroup } from "./facet-group.tsx";

export type FacetValue = {
  value: string;
  label: string;
  count: number;
  /** What narrows this value, shown below it once it is chosen. */
  within?: readonly FacetValue[];
};

type CheckFacetProps = {
  name: string;
  /** The name of the values within the values. */
  withinName?: string;
  title: string;
  values: readonly FacetValue[];
  chosen: readonly string[];
  chosenWithin?: readonly string[];
  isOpen?: boolean;
};

/** A facet as check boxes with counts. A value that would give nothing is dimmed, and stays. */
export function CheckFacet({
  name,
  withinName,
  title,
  values,
  chosen,
  chosenWithin = [],
  isOpen = false,
}: CheckFacetProps) {
  return (
    <FacetGroup title={title} isOpen={isOpen || chosen.length > 0}>
      <div className="fc-list">
        {values.map((each) => (
          <Fragment key={each.value}>
            <Check name={name} each={each} isChosen={chosen.includes(each.value)} />
            {withinName && each.within && each.within.length > 0 && (
              <div className="fc-in" role="group" aria-label={each.label}>
                {each.within.map((inner) => (
                  <Check
                    key={inner.value}
                    name={withinName}
                    each={inner}
                    isChosen={chosenWithin.includes(inner.value)}
                  />
                ))}
              </div>
            )}
          </Fragment>
        ))}
      </div>
    </FacetGroup>
  );
}

function Check({
  name,
  each: { value, label, count },
  isChosen,
}: {
  name: string;
  each: FacetValue;
  isChosen: boolean;
}): ReactNode {
  return (
    <label className={count === 0 ? "ck zero" : "ck"}>
      <input className="over" type="checkbox" name={name} value={value} defaultChecked={isChosen} />
      <i aria-hidden />
      {label}
      <span className="c num">{formatNumber(count, getLocale())}</span>
    </label>
  );
}
