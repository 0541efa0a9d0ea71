import type { ReactNode } from "react";

/** Names and values, one line each. */
export function FactsTable({
  facts,
  className = "",
}: {
  facts: readonly { name: string; value: ReactNode }[];
  className?: string;
}) {
  return (
    <dl className={`facts-table ${className}`}>
      {facts.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="figures">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
