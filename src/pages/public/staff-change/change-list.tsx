import type { ChangeLine } from "#domain/staff-change/change-words.server.ts";
import { m } from "#messages/messages.js";

/** What was changed: one line per fact, with the values before and after. */
export function ChangeList({ lines }: { lines: readonly ChangeLine[] }) {
  if (lines.length === 0) return null;
  return (
    <ul className="small grid gap-1 wrap-anywhere">
      {lines.map(({ label, values }) => (
        <li key={label}>
          {values ? m.staff_change_line({ label, ...values }) : m.staff_change_line_text({ label })}
        </li>
      ))}
    </ul>
  );
}
