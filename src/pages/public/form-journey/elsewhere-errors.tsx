import type { StepView } from "#forms/view-model.ts";
import { m } from "#messages/messages.js";
import { Link } from "#ui/link.tsx";
import type { PostFieldError } from "./post-answer.ts";

/** Refused answers that another step asked: each with the way there and back. */
export function ElsewhereErrors({
  errors,
  view,
}: {
  errors: readonly PostFieldError[] | null;
  view: Pick<StepView, "slug" | "summary">;
}) {
  const elsewhere = (errors ?? []).filter(({ step }) => step !== view.slug);
  if (elsewhere.length === 0) return null;
  return (
    <div className="notice notice--bad mt-5" role="alert">
      <div>
        <p>{m.form_journey_elsewhere()}</p>
        <ul className="mt-1 grid gap-1">
          {elsewhere.map((error) => (
            <li key={error.field}>
              <ErrorLink error={error} view={view} />
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

function ErrorLink({ error, view }: { error: PostFieldError; view: Pick<StepView, "summary"> }) {
  const row = view.summary.rows.find(({ key }) => key === error.field);
  return row ? <Link to={row.changeHref}>{error.message}</Link> : error.message;
}
