import { Fragment } from "react";
import { type Code, type CodesFacet, splitNameKey } from "#domain/search/facet-kinds.ts";
import {
  FACETS,
  formatValue,
  innerFacet,
  isNamesFacet,
  type ListName,
  type NamesName,
} from "#domain/search/facets.ts";
import { getLocale } from "#messages/runtime.js";
import { pictureSources } from "#packages/car-illustration/picture-address";
import { Picture } from "#ui/picture.tsx";
import { formatNumber } from "#values/format.ts";
import { BODY_TYPES, COLOURS } from "#values/vehicle.ts";
import { formatCarCount } from "./cars-words.ts";
import type { CarsView } from "./cars.server.ts";
import { FacetGroup, type FacetProps } from "./facet-group.tsx";
import { TYPE_PICTURES } from "./type-pictures.ts";

/** A facet as check boxes with counts; below a chosen value the facet that narrows it. */
export function CheckFacet({ name, query, view }: FacetProps<ListName>) {
  const locale = getLocale();
  const chosen: readonly Code[] = query[name];
  const inner = innerFacet(name);
  return (
    <FacetGroup name={name} isChosen={chosen.length > 0}>
      <div className="facet-group__list">
        {listedValues(name, view).map((value) => {
          const label = formatValue(name, value, locale);
          const narrower = inner && chosen.includes(value) ? namesWithin(inner, value, view) : [];
          return (
            <Fragment key={value}>
              <Check name={name} value={value} label={label} query={query} view={view} />
              {inner && narrower.length > 0 && (
                <div className="facet-group__inner" role="group" aria-label={label}>
                  {narrower.map((key) => (
                    <Check
                      key={key}
                      name={inner}
                      value={key}
                      label={splitNameKey(key).inner}
                      query={query}
                      view={view}
                    />
                  ))}
                </div>
              )}
            </Fragment>
          );
        })}
      </div>
    </FacetGroup>
  );
}

/** The names in stock, or a list's codes in the order that the page's language gives them. */
function listedValues(name: ListName, { names }: CarsView): readonly Code[] {
  if (isNamesFacet(name)) return names[name];
  const { codes, inOrder, offered }: Pick<CodesFacet, "codes" | "inOrder" | "offered"> =
    FACETS[name];
  return offered ?? (inOrder ? inOrder(getLocale()) : codes);
}

function namesWithin(inner: NamesName, outer: Code, { names }: CarsView): readonly string[] {
  return names[inner].filter((key) => splitNameKey(key).outer === outer);
}

type CheckProps = FacetProps<ListName> & { value: Code; label: string };

/** A value without results is dimmed but not removed. */
function Check({ name, value, label, query, view }: CheckProps) {
  const count = view.counts[name][value] ?? 0;
  return (
    <label className={count === 0 ? "checkbox-row facet-group__none" : "checkbox-row"}>
      <CheckBox name={name} value={value} query={query} />
      <i aria-hidden />
      {label}
      <span className="checkbox-row__count figures">{formatNumber(count, getLocale())}</span>
    </label>
  );
}

/** Body types by their pictures. */
export function TypeTiles({ query, view: { counts } }: Omit<FacetProps<"bodyType">, "name">) {
  const locale = getLocale();
  return (
    <FacetGroup name="bodyType">
      <div className="body-type-tiles">
        {BODY_TYPES.map((code) => (
          <label key={code} className={counts.bodyType[code] ? "" : "facet-group__none"}>
            <CheckBox name="bodyType" value={code} query={query} />
            <Picture
              source={pictureSources(TYPE_PICTURES[code].illustration, [300])}
              alt=""
              sizes="126px"
            />
            <span>
              {formatValue("bodyType", code, locale)} <Count count={counts.bodyType[code] ?? 0} />
            </span>
          </label>
        ))}
      </div>
    </FacetGroup>
  );
}

export function ColourSwatches({ query, view: { counts } }: Omit<FacetProps<"colour">, "name">) {
  const locale = getLocale();
  return (
    <FacetGroup name="colour">
      <div className="colour-tiles">
        {COLOURS.map((code) => (
          <label key={code} className={counts.colour[code] ? "" : "facet-group__none"}>
            <CheckBox name="colour" value={code} query={query} />
            <i data-colour={code} aria-hidden />
            <span>
              {formatValue("colour", code, locale)} <Count count={counts.colour[code] ?? 0} />
            </span>
          </label>
        ))}
      </div>
    </FacetGroup>
  );
}

function CheckBox({ name, value, query }: Omit<CheckProps, "view" | "label">) {
  const chosen: readonly Code[] = query[name];
  return (
    <input
      className="choice-input"
      type="checkbox"
      name={FACETS[name].param}
      value={value}
      defaultChecked={chosen.includes(value)}
    />
  );
}

/** A number, with its noun for screen readers. */
function Count({ count }: { count: number }) {
  return (
    <small className="figures">
      <span aria-hidden>{count}</span>
      <span className="sr-only">{formatCarCount(count, getLocale())}</span>
    </small>
  );
}
