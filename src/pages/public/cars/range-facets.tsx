import { isOpen } from "#domain/search/facet-kinds.ts";
import { FACETS, type RangeName } from "#domain/search/facets.ts";
import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { formatNumber } from "#values/format.ts";
import { FacetGroup, type FacetProps } from "./facet-group.tsx";

/** Two select lists with the amounts in stock and those in the address. */
export function FromToFacet({ name, query, view }: FacetProps<RangeName>) {
  const range = query[name];
  const counts = view.counts[name];
  const { param, format } = FACETS[name];
  const known = [...Object.keys(counts).map(Number), range.min, range.max];
  const amounts = [...new Set(known.filter((amount) => amount !== null))].toSorted((a, b) => b - a);
  const options = amounts.map((amount) => ({
    value: String(amount),
    label: m.cars_option_count({
      label: format(amount, getLocale()),
      count: counts[String(amount)] ?? 0,
    }),
  }));
  return (
    <FacetGroup name={name} isChosen={!isOpen(range)}>
      <div className="range-fields">
        <Choice name={`${param}Min`} label={m.cars_from()} value={range.min} options={options} />
        <Choice name={`${param}Max`} label={m.cars_to()} value={range.max} options={options} />
      </div>
    </FacetGroup>
  );
}

/** Each option has its number of cars, which is exact if it is the end of a step. */
export function UpToFacet({ name, query, view }: FacetProps<RangeName>) {
  const locale = getLocale();
  const range = query[name];
  const { param, format, steps, choices = [] } = FACETS[name];
  const counts = Object.entries(view.counts[name]).map(([amount, count]) => ({
    amount: Number(amount),
    count,
  }));
  const countUpTo = (highest: number) =>
    counts.reduce((sum, { amount, count }) => (amount <= highest ? sum + count : sum), 0);
  const isCounted = (amount: number) => (amount - steps.first) % steps.size === 0;
  const amounts = [...choices, ...(range.max === null ? [] : [range.max])];
  const options = [...new Set(amounts)]
    .toSorted((a, b) => a - b)
    .map((amount) => {
      const label = format(amount, locale);
      const count = formatNumber(countUpTo(amount), locale);
      return {
        value: String(amount),
        label: isCounted(amount) ? m.cars_option_count({ label, count }) : label,
      };
    });
  return (
    <FacetGroup name={name} isChosen={!isOpen(range)}>
      <Choice name={`${param}Max`} label={m.cars_km_up_to()} value={range.max} options={options} />
      {/* A lower end has no field of its own; one that the address names is kept. */}
      {range.min !== null && <input type="hidden" name={`${param}Min`} value={range.min} />}
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
    <div className="field">
      <label htmlFor={`cars-${name}`}>{label}</label>
      <select
        className="control"
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
