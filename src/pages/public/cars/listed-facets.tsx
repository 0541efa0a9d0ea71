import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { provinceName, provincesByName } from "#values/province.ts";
import { CONDITIONS, DRIVES, FUELS, TRANSMISSIONS } from "#values/vehicle.ts";
import { conditionLabel, driveLabel, fuelLabel, transmissionLabel } from "#values/vehicle-label.ts";
import type { CarsQuery } from "./cars-address.ts";
import type { CarsView } from "./cars.server.ts";
import { sellerLabel } from "./cars-words.ts";
import { CheckFacet, type FacetValue } from "./check-facet.tsx";
import { nameKey, SELLER_KINDS } from "#domain/search/search.ts";

type FacetProps = { query: CarsQuery; view: CarsView };

/** Makes, and below a chosen one its models. */
export function MakeFacet({ query, view }: FacetProps) {
  const values = view.makes.map((make) => ({
    value: make,
    label: make,
    count: view.counts.make[make] ?? 0,
    within: query.makes.includes(make)
      ? view.models
          .filter((model) => model.make === make)
          .map(({ model }) => valueOf(nameKey(make, model), model, view.counts.model))
      : [],
  }));
  return (
    <CheckFacet
      name="make"
      withinName="model"
      title={m.cars_facet_make()}
      values={values}
      chosen={query.makes}
      chosenWithin={query.models.map(({ make, model }) => nameKey(make, model))}
      isOpen
    />
  );
}

/** Provinces, and below a chosen one its cities. */
export function PlaceFacet({ query, view }: FacetProps) {
  const locale = getLocale();
  const values = provincesByName(locale).map((code) => ({
    ...valueOf(code, provinceName(code, locale), view.counts.province),
    within: query.provinces.includes(code)
      ? view.cities
          .filter(({ provinceCode }) => provinceCode === code)
          .map(({ city }) => valueOf(nameKey(code, city), city, view.counts.city))
      : [],
  }));
  return (
    <CheckFacet
      name="province"
      withinName="city"
      title={m.cars_facet_province()}
      values={values}
      chosen={query.provinces}
      chosenWithin={query.cities.map(({ provinceCode, city }) => nameKey(provinceCode, city))}
    />
  );
}

export function CodeFacets({ query, view: { counts } }: FacetProps) {
  const locale = getLocale();
  const valuesOf = <Code extends string>(
    codes: readonly Code[],
    label: (code: Code) => string,
    counted: Readonly<Record<string, number>>,
  ) => codes.map((code) => valueOf(code, label(code), counted));
  return (
    <>
      <CheckFacet
        name="transmission"
        title={m.cars_facet_transmission()}
        values={valuesOf(
          TRANSMISSIONS,
          (code) => transmissionLabel(code, locale),
          counts.transmission,
        )}
        chosen={query.transmissions}
        isOpen
      />
      <CheckFacet
        name="fuel"
        title={m.cars_facet_fuel()}
        values={valuesOf(FUELS, (code) => fuelLabel(code, locale), counts.fuel)}
        chosen={query.fuels}
      />
      <CheckFacet
        name="drive"
        title={m.cars_facet_drive()}
        values={valuesOf(DRIVES, (code) => driveLabel(code, locale), counts.drive)}
        chosen={query.drives}
      />
      <CheckFacet
        name="condition"
        title={m.cars_facet_condition()}
        values={valuesOf(CONDITIONS, (code) => conditionLabel(code, locale), counts.condition)}
        chosen={query.conditions}
      />
      <CheckFacet
        name="seller"
        title={m.cars_facet_seller()}
        values={valuesOf(SELLER_KINDS, sellerLabel, counts.seller)}
        chosen={query.sellers}
      />
    </>
  );
}

function valueOf(
  value: string,
  label: string,
  counts: Readonly<Record<string, number>>,
): FacetValue {
  return { value, label, count: counts[value] ?? 0 };
}
