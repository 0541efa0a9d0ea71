import { Link } from "#ui/link.tsx";
import type { SummaryRow } from "#forms/view-model.ts";

/** Answers so far, each with its way to change it and come back here. */
export function AnswerList({ rows }: { rows: readonly SummaryRow[] }) {
  return (
    <dl>
      {rows.map((row) => (
        <div key={row.key}>
          <dt>{row.name}</dt>
          <dd className="figures">{row.value}</dd>
          <dd className="font-normal">
            <Link className="small" to={row.changeHref} aria-label={row.changeName}>
              {row.changeLabel}
            </Link>
          </dd>
        </div>
      ))}
    </dl>
  );
}
