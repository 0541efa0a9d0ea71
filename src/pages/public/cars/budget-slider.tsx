import { type ChangeEvent, useRef, useState, useSyncExternalStore } from "react";
import type { Range } from "#domain/search/facet-kinds.ts";
import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { formatCad } from "#values/money.ts";

type BudgetSliderProps = {
  /** Of the two typed fields, lowest first: only they are sent. */
  names: readonly [string, string];
  labels: readonly [string, string];
  range: Range;
  highest: number;
  step: number;
};

/** Two typed amounts, and with script two handles that write into them as they are drawn. */
export function BudgetSlider({ names, labels, range, highest, step }: BudgetSliderProps) {
  const fields = [useRef<HTMLInputElement>(null), useRef<HTMLInputElement>(null)] as const;
  const [[low, high], setEnds] = useState(() => findEnds(range, highest));
  const [shown, setShown] = useState(range);
  if (shown.min !== range.min || shown.max !== range.max) {
    // The address changed (a chip, back): the handles follow it, and keep their focus.
    setShown(range);
    setEnds(findEnds(range, highest));
  }
  const hasScript = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
  const draw = (end: 0 | 1) => (event: ChangeEvent<HTMLInputElement>) => {
    const drawn = Number(event.target.value);
    const value = end === 0 ? Math.min(drawn, high) : Math.max(drawn, low);
    setEnds(end === 0 ? [value, high] : [low, value]);
    const isOpenEnd = end === 0 ? value === 0 : value === highest;
    const field = fields[end].current;
    if (field) field.value = isOpenEnd ? "" : String(value);
  };
  const percent = (value: number) => `${(value / highest) * 100}%`;
  return (
    <>
      <div
        className="sl"
        style={{ "--low": percent(low), "--high": percent(high) } as React.CSSProperties}
      >
        {hasScript &&
          ([0, 1] as const).map((end) => (
            <input
              key={end}
              type="range"
              min={0}
              max={highest}
              step={step}
              value={end === 0 ? low : high}
              aria-label={labels[end]}
              aria-valuetext={formatCad(end === 0 ? low : high, getLocale())}
              onChange={draw(end)}
            />
          ))}
      </div>
      <div className="rg2">
        {([0, 1] as const).map((end) => (
          <div key={end} className="f">
            <label htmlFor={`cars-${names[end]}`}>{end === 0 ? m.cars_from() : m.cars_to()}</label>
            <div className="pre">
              <input
                ref={fields[end]}
                className="in num"
                id={`cars-${names[end]}`}
                name={names[end]}
                inputMode="numeric"
                autoComplete="off"
                maxLength={12}
                defaultValue={(end === 0 ? range.min : range.max) ?? ""}
                placeholder={end === 0 ? "0" : m.cars_any()}
              />
            </div>
          </div>
        ))}
      </div>
    </>
  );
}

function findEnds({ min, max }: Range, highest: number): [number, number] {
  return [Math.min(min ?? 0, highest), Math.min(max ?? highest, highest)];
}
