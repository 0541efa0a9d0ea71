import type { ReactNode } from "react";
import { Link } from "#ui/link.tsx";
import type { Figure } from "./report-tables.server.ts";

/** A number that opens the leads behind it. */
export function FigureLink({ figure: { text, href } }: { figure: Figure }) {
  return href ? <Link to={href}>{text}</Link> : text;
}

type Row = { name: string; href?: string | null; cells: readonly Figure[] };

/** What is wider than a phone scrolls in itself, by keyboard too. */
export function Scrolled({ label, children }: { label: string; children: ReactNode }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboards scroll it
    <div
      className="relative overflow-x-auto print:overflow-visible"
      role="group"
      aria-label={label}
      tabIndex={0}
    >
      {children}
    </div>
  );
}

export function Table(props: { label: string; columns: readonly string[]; rows: readonly Row[] }) {
  const { label, columns, rows } = props;
  return (
    <Scrolled label={label}>
      <table className="report-table small">
        <thead>
          <tr className="border-b border-border">
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-border">
          {rows.map(({ name, href, cells }) => (
            <tr key={name}>
              <th scope="row" className="font-normal whitespace-nowrap">
                {href ? <Link to={href}>{name}</Link> : name}
              </th>
              {cells.map((cell, at) => (
                // oxlint-disable-next-line react/no-array-index-key -- a column has no other name
                <td key={at} className="figures whitespace-nowrap">
                  <FigureLink figure={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolled>
  );
}
