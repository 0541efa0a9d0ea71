import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { formatKm, formatNumber } from "#values/format.ts";
import { FacetGroup } from "./facet-group.tsx";
import { KM_STEP } from "#domain/search/search-bucket.ts";
import type { Range } from "#domain/search/search.ts";

type RangeFacetProps = { counts: Readonly<Record<string, number>>; range: Range };

/** Years that cars have, and whichever year the address names. */
export function YearFacet({ counts, range }: RangeFacetProps) {
  const known = [...Object.keys(counts).map(Number), range.min, range.max];
  const years = [...new Set(known.filter((year) => year !== null))].toSorted((a, b) => b - a);
  const options = years.map((year) => ({
    value: String(year),
    label: m.cars_option_count({ label: String(year), count: counts[String(year)] ?? 0 }),
  }));
  return (
    <FacetGroup title={m.cars_facet_year()} isOpen={range.min !== null || range.max !== null}>
      <div className="rg2">
        <Choice name="yearMin" label={m.cars_from()} value={range.min} options={options} />
        <Choice name="yearMax" label={m.cars_to()} value={range.max} options={options} />
      </div>
    </FacetGroup>
  );
}

const KM_CHOICES = [20_000, 50_000, 80_000, 100_000, 150_000, 200_000] as const;

/** Each choice says how many cars it would give: counts are by 10,000 km, so their sums are exact. */
export function KmFacet({ counts, range }: RangeFacetProps) {
  const locale = getLocale();
  const upTo = (highestKm: number) =>
    Object.entries(counts)
      .filter(([km]) => Number(km) <= highestKm)
      .reduce((sum, [, count]) => sum + count, 0);
  const isCounted = (km: number) => km % KM_STEP === 0;
  const highest = [...KM_CHOICES, ...(range.max === null ? [] : [range.max])];
  const options = [...new Set<number>(highest)]
    .toSorted((a, b) => a - b)
    .map((km) => {
      const label = formatKm(km, locale);
      const count = formatNumber(upTo(km), locale);
      return {
        value: String(km),
        label: isCounted(km) ? m.cars_option_count({ label, count }) : label,
      };
    });
  return (
    <FacetGroup title={m.cars_facet_km()} isOpen={range.max !== null || range.min !== null}>
      <Choice name="kmMax" label={m.cars_km_up_to()} value={range.max} options={options} />
      {/* A lower end has no field of its own; one that the address names is kept. */}
      {range.min !== null && <input type="hidden" name="kmMin" value={range.min} />}
    </FacetGroup>
  );
}

type ChoiceProps = {
  name: string;
  label: string;
  value: number | null;
  options: readonly { value: string; label: string }[];
};

function Choice({ name, label, value, options }: ChoiceProps) {
  return (
    <div className="f">
      <label htmlFor={`cars-${name}`}>{label}</label>
      <select
        className="in"
        id={`cars-${name}`}
        name={name}
        defaultValue={value === null ? "" : String(value)}
      >
        <option value="">{m.cars_any()}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}
