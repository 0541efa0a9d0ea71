import { m } from "#messages/messages.js";
import { Link } from "#ui/link.tsx";
import { StepTitle } from "./step-title.tsx";

/** What browser Back shows after a form was sent. */
export function AlreadySent({
  reference,
  sentPath,
  startPath,
}: {
  reference: string;
  /** The paths (from `paths.ts`) of the confirmation and of the form's first step. */
  sentPath: string;
  startPath: string;
}) {
  return (
    <div className="page page-width">
      <StepTitle text={m.form_journey_already_title()} />
      <div className="page-head">
        <h1>{m.form_journey_already_title()}</h1>
        <p>{m.form_journey_already_text({ reference })}</p>
      </div>
      <div className="flex flex-wrap gap-3">
        <Link className="button" to={sentPath}>
          {m.form_journey_already_show()}
        </Link>
        <Link className="button button--ghost" to={startPath}>
          {m.form_journey_already_again()}
        </Link>
      </div>
    </div>
  );
}
