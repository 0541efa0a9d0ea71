import { Link } from "#ui/link.tsx";
import type { SummaryRow } from "#forms/view-model.ts";

/** The answers so far, each with a link to change it and return. */
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
