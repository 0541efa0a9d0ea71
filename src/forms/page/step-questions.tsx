import { type ComponentProps, Fragment, memo, type ReactNode } from "react";
import { HydrationBoundary } from "#ui/hydration-boundary.tsx";
import { QuestionField } from "./question-field.tsx";
import type { OptionPicture } from "./radios-field.tsx";
import type { QuestionView, StepView } from "#forms/view-model.ts";

type QuestionsProps = {
  view: Pick<StepView, "title" | "titleIs" | "hint" | "questions" | "slug">;
  picture?: OptionPicture;
  /** Content shown right under a question, by its name. */
  after?: Readonly<Record<string, ReactNode>>;
};

/** The title of a step with its questions: the one `<h1>` is the label or legend of what it asks. */
export function StepQuestions({ view, picture, after }: QuestionsProps) {
  const { title, titleIs, hint, slug } = view;
  const hintId = `${slug}-hint`;
  const hintLine = hint && (
    <p className="question-hint" id={hintId}>
      {hint}
    </p>
  );
  const questions = <QuestionsPart view={view} picture={picture} after={after} />;
  if (titleIs === "label") return questions;
  if (titleIs === "legend") {
    return (
      <fieldset aria-describedby={hint ? hintId : undefined}>
        <legend>
          <h1>{title}</h1>
        </legend>
        {hintLine}
        <div className="mt-6">{questions}</div>
      </fieldset>
    );
  }
  return (
    <>
      <h1>{title}</h1>
      {hintLine}
      <div className="mt-6">{questions}</div>
    </>
  );
}

/**
 * The questions of a form as a memoized part of the page, so that sending the form does not
 * rerender them.
 */
export const QuestionsPart = memo(function QuestionsPart(props: ComponentProps<typeof Questions>) {
  return (
    <HydrationBoundary>
      <Questions {...props} />
    </HydrationBoundary>
  );
});

/** The questions alone, for a page or a dialog with a heading of its own. */
export function Questions({
  view,
  picture,
  after,
  className = "grid gap-5",
}: Omit<QuestionsProps, "view"> & {
  view: Pick<StepView, "questions"> & { titleIs?: StepView["titleIs"] };
  className?: string;
}) {
  const rows = (questions: readonly QuestionView[]) =>
    inRows(questions).map((row) => (
      <div
        key={row[0].name}
        // A hidden question leaves no gap.
        className={
          row.length > 1 ? "grid gap-5 sm:grid-cols-2" : "has-[>[hidden]:only-child]:hidden"
        }
      >
        {row.map((question) => (
          <Fragment key={question.name}>
            <QuestionField
              question={question}
              asTitle={view.titleIs === "label" && question.labelIsTitle}
              picture={picture}
            />
            {after?.[question.name]}
          </Fragment>
        ))}
      </div>
    ));
  const groups = inGroups(view.questions);
  if (groups.every(([first]) => first.group === undefined))
    return <div className={className}>{rows(view.questions)}</div>;
  return (
    <div className="grid gap-5">
      {groups.map((group) => (
        <QuestionGroup key={group[0].name} heading={group[0].group} id={group[0].idBase}>
          <div className={className}>{rows(group)}</div>
        </QuestionGroup>
      ))}
    </div>
  );
}

/** Questions that belong together, in a card of their own under their heading. */
function QuestionGroup({
  heading,
  id,
  children,
}: {
  heading: string | undefined;
  id: string;
  children: ReactNode;
}) {
  if (heading === undefined) return children;
  return (
    <section className="question-group card" aria-labelledby={`${id}-group`}>
      <h2 id={`${id}-group`}>{heading}</h2>
      {children}
    </section>
  );
}

type Row = [QuestionView, ...QuestionView[]];

/** Adjacent questions of the same group together. */
function inGroups(questions: readonly QuestionView[]): Row[] {
  const groups: Row[] = [];
  for (const question of questions) {
    const last = groups.at(-1);
    if (last && last[0].group === question.group) last.push(question);
    else groups.push([question]);
  }
  return groups;
}

/** Adjacent questions of the same row are shown side by side. */
function inRows(questions: readonly QuestionView[]): Row[] {
  const rows: Row[] = [];
  for (const question of questions) {
    const last = rows.at(-1);
    if (last && question.row !== undefined && last[0].row === question.row) last.push(question);
    else rows.push([question]);
  }
  return rows;
}
