import { useNavigation } from "react-router";
import { DOCUMENT_KINDS } from "#domain/document/document.ts";
import { documentWord } from "#domain/document/document-words.ts";
import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { CommandForm } from "#pages/command/command-form.tsx";
import type { PressName } from "#pages/command/press.ts";
import { paths } from "#site/paths.ts";
import { Button } from "#ui/button.tsx";
import { Link } from "#ui/link.tsx";
import { formatDateTime } from "#values/format.ts";
import type { ListedDocument } from "#domain/document/documents.server.ts";

/** The documents that the applicant sent, and the form to ask for more. */
export function LeadDocuments(props: {
  documents: readonly ListedDocument[];
  action: string;
  press: PressName | null;
  mayOpen: boolean;
}) {
  const { documents, action, press, mayOpen } = props;
  const isBusy = useNavigation().state !== "idle";
  const locale = getLocale();
  return (
    <>
      {documents.length === 0 ? (
        <p className="small muted">{m.staff_documents_none()}</p>
      ) : (
        <ul className="grid gap-1.5">
          {documents.map(({ id, kind, uploadedAt }) => (
            <li key={id}>
              {mayOpen ? (
                <Link to={paths.staffDocument(id)}>{documentWord(kind, locale)}</Link>
              ) : (
                documentWord(kind, locale)
              )}{" "}
              <span className="fine-print muted figures">{formatDateTime(uploadedAt, locale)}</span>
            </li>
          ))}
        </ul>
      )}
      <CommandForm press={press} action={action} preventScrollReset className="mt-4 print:hidden">
        <fieldset>
          <legend className="small">{m.staff_documents_ask()}</legend>
          {DOCUMENT_KINDS.map((kind) => (
            <label key={kind} className="checkbox-row">
              <input type="checkbox" name="document" value={kind} />
              <span>{documentWord(kind, locale)}</span>
            </label>
          ))}
        </fieldset>
        <Button type="submit" variant="ghost" size="sm" className="mt-2" busy={isBusy}>
          {m.staff_documents_send()}
        </Button>
      </CommandForm>
    </>
  );
}
