import type { LucideIcon } from "lucide-react";

/**
 * Before the first answer: how long the form takes, what it needs, who sees it, and what it is not.
 */
export function StartNotes({
  title,
  notes,
}: {
  title: string;
  notes: readonly { Icon: LucideIcon; text: string }[];
}) {
  return (
    <aside className="summary-card card" aria-labelledby="start-notes">
      <div className="summary-card__body">
        <h2 id="start-notes">{title}</h2>
        <ul className="small mt-3 grid gap-3">
          {notes.map(({ Icon, text }) => (
            <li key={text} className="flex gap-2.5">
              <Icon className="icon size-4 mt-0.5 text-faint" aria-hidden />
              {text}
            </li>
          ))}
        </ul>
      </div>
    </aside>
  );
}
