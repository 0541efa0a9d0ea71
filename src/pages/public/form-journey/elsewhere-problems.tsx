import type { StepView } from "#forms/view-model.ts";
import { m } from "#messages/messages.js";
import { Link } from "#ui/link.tsx";
import type { PostProblem } from "./post-answer.ts";

/** Refused answers that another step asked: each with the way there and back. */
export function ElsewhereProblems({
  problems,
  view,
}: {
  problems: readonly PostProblem[] | null;
  view: Pick<StepView, "slug" | "summary">;
}) {
  const elsewhere = (problems ?? []).filter(({ step }) => step !== view.slug);
  if (elsewhere.length === 0) return null;
  return (
    <div className="notice notice--bad mt-5" role="alert">
      <div>
        <p>{m.form_journey_elsewhere()}</p>
        <ul className="mt-1 grid gap-1">
          {elsewhere.map((problem) => (
            <li key={problem.field}>
              <ProblemLink problem={problem} view={view} />
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

function ProblemLink({ problem, view }: { problem: PostProblem; view: Pick<StepView, "summary"> }) {
  const row = view.summary.rows.find(({ key }) => key === problem.field);
  return row ? <Link to={row.changeHref}>{problem.message}</Link> : problem.message;
}
