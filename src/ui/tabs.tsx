import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from "react";

type Tab = { value: string; label: string; content: ReactNode };

/**
 * The index that each key leads to from the tab at `index` of `count`; past both ends it wraps
 * around.
 */
const STEPS: ReadonlyMap<string, (index: number, count: number) => number> = new Map(
  Object.entries({
    ArrowRight: (index, count) => (index + 1) % count,
    ArrowLeft: (index, count) => (index - 1 + count) % count,
    Home: () => 0,
    End: (_index, count) => count - 1,
  }),
);

/**
 * Two or three views of one thing, of which one is rendered; at first the first one, unless
 * `defaultValue` is given. WAI-ARIA's pattern "Tabs with automatic activation": the row is one stop
 * of the Tab key, and the arrow keys choose in it.
 */
export function Tabs({
  label,
  tabs,
  defaultValue = tabs[0]?.value,
}: {
  /** What the tabs choose between, for screen readers. */
  label: string;
  tabs: readonly Tab[];
  defaultValue?: string | undefined;
}) {
  const [chosen, choose] = useState(defaultValue);
  const id = useId();
  const list = useRef<HTMLDivElement>(null);

  const press = (event: KeyboardEvent) => {
    const step = STEPS.get(event.key);
    if (!step) return;
    event.preventDefault();
    const index = step(
      tabs.findIndex(({ value }) => value === chosen),
      tabs.length,
    );
    choose(tabs[index]?.value);
    list.current?.querySelectorAll<HTMLElement>("[role=tab]")[index]?.focus();
  };

  return (
    <div>
      <div ref={list} className="segments segments--full" role="tablist" aria-label={label}>
        {tabs.map(({ value, label: words }) => (
          <button
            key={value}
            type="button"
            role="tab"
            id={`${id}${value}`}
            aria-selected={value === chosen}
            aria-controls={`${id}${value}-panel`}
            tabIndex={value === chosen ? 0 : -1}
            onClick={() => choose(value)}
            onKeyDown={press}
          >
            {words}
          </button>
        ))}
      </div>
      {tabs.map(({ value, content }) => (
        <div
          key={value}
          role="tabpanel"
          id={`${id}${value}-panel`}
          aria-labelledby={`${id}${value}`}
          hidden={value !== chosen}
          className="mt-5"
        >
          {value === chosen && content}
        </div>
      ))}
    </div>
  );
}
