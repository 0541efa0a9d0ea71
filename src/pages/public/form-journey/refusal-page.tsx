import { useEffect, useRef } from "react";
import type { Refusal } from "#forms/field-error.ts";
import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import { isOffered, site } from "#site/site.ts";
import { Link } from "#ui/link.tsx";
import { nameProvinces } from "#values/province-list.ts";
import { StepTitle } from "./step-title.tsx";

/**
 * Replaces the form if no other answer would help: for people under 18, and for those who live
 * where we serve nobody (SPEC.md §5). Says why, what is stored, and what else they can do.
 */
export function RefusalPage({ refusal, changeHref }: { refusal: Refusal; changeHref: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The address does not change, so no navigation moves the focus here.
  useEffect(() => heading.current?.focus(), []);
  const isAge = refusal === "under_age";
  const title = isAge ? m.form_journey_under_age_title() : m.form_journey_not_served_title();
  return (
    <div className="page page-width">
      <StepTitle text={title} />
      <div className="page-head">
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        <p>
          {isAge
            ? m.form_journey_under_age_text()
            : m.form_journey_not_served_text({ provinces: nameProvinces(site.provinces) })}
        </p>
      </div>
      <div className="prose">
        <h2>{m.form_journey_refusal_next()}</h2>
        <ul>
          {(isAge ? underAgeSteps() : notServedSteps()).map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ul>
        <p>{m.form_journey_refusal_kept()}</p>
      </div>
      <div className="mt-8 flex flex-wrap gap-3">
        {isAge ? (
          <Link className="button" to={paths.cars()}>
            {m.form_journey_see_cars()}
          </Link>
        ) : (
          isOffered("call_back") && (
            <Link className="button" to={paths.callBack()}>
              {m.form_journey_call_back()}
            </Link>
          )
        )}
        {/* Loads the same step again: without the refused answer, but with those before it. */}
        <Link className="button button--ghost" to={changeHref} reloadDocument>
          {m.form_journey_refusal_change()}
        </Link>
      </div>
    </div>
  );
}

const underAgeSteps = () => [
  m.form_journey_under_age_next_look(),
  m.form_journey_under_age_next_adult(),
  m.form_journey_under_age_next_later(),
];

const notServedSteps = () => [
  m.form_journey_not_served_next_other(),
  ...(isOffered("call_back") ? [m.form_journey_not_served_next_call()] : []),
];
