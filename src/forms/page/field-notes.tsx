import { Info, TriangleAlert } from "lucide-react";
import { createContext, useContext } from "react";
import type { QuestionFrame } from "#forms/view-model.ts";

/** A remark on an answer, shown beside its field before anything is refused. */
export type FieldNote = {
  text: string;
  /** The answer would be refused. */
  isWarning: boolean;
  links: readonly { text: string; href: string }[];
};

/** Notes by question; null on pages without notes. */
const Notes = createContext<ReadonlyMap<string, readonly FieldNote[]> | null>(null);

export const FieldNotesProvider = Notes.Provider;

/** The notes on one question, announced as they come; where its error says the same, only the links. */
export function FieldNotes({ question }: { question: QuestionFrame }) {
  const byName = useContext(Notes);
  if (!byName) return null;
  const notes = byName.get(question.name) ?? [];
  return (
    <div role="status" className="grid gap-1 empty:hidden">
      {notes.map((note) => (
        <Note key={note.text} note={note} isSaid={note.isWarning && question.error !== undefined} />
      ))}
    </div>
  );
}

function Note({ note, isSaid }: { note: FieldNote; isSaid: boolean }) {
  const Icon = note.isWarning ? TriangleAlert : Info;
  return (
    <p className="small flex gap-1.5">
      <Icon className="icon size-4 flex-none mt-0.5" aria-hidden />
      <span>
        {!isSaid && note.text}
        {note.links.map(({ text, href }) => (
          <span key={text}>
            {" "}
            <a href={href} target="_blank" rel="noreferrer">
              {text}
            </a>
          </span>
        ))}
      </span>
    </p>
  );
}
