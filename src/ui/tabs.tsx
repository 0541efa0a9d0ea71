import * as Radix from "@radix-ui/react-tabs";
import type { ReactNode } from "react";

export type Tab = { value: string; label: string; content: ReactNode };

/** Two or three views of one thing; the first is shown first unless `defaultValue` says otherwise. */
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
  return (
    <Radix.Root defaultValue={defaultValue}>
      <Radix.List className="segments segments--full" aria-label={label}>
        {tabs.map((tab) => (
          <Radix.Trigger key={tab.value} value={tab.value}>
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.value} value={tab.value} className="mt-5" tabIndex={-1}>
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
