import { m } from "#messages/messages.js";
import type { AnsweredStep, AnswerRow } from "#pages/form/view-answers.server.ts";
import type { ReactNode } from "react";
import { Link } from "#ui/link.tsx";
import { type RevealView, SealedAnswer } from "./sealed-answer.tsx";

/**
 * The answers as entered: one line per step. Each answer is below its question, unless the line
 * itself is the question.
 */
export function LeadAnswers(props: {
  steps: AnsweredStep[] | null;
  level: "h2" | "h3";
  reveal: RevealView;
}) {
  const { steps, level, reveal } = props;
  return (
    <Section title={m.staff_answers_title()} level={level}>
      {steps === null ? (
        <p className="small muted">{m.staff_answers_unknown_form()}</p>
      ) : (
        <dl className="facts-table">
          {steps.map((step) => (
            <div key={step.slug} className="items-start">
              <dt>{step.title}</dt>
              <dd>
                <ul className="grid gap-1.5">
                  {step.rows.map((row) => (
                    <li key={row.name}>
                      {row.name !== step.title && (
                        <span className="fine-print muted block font-normal">{row.name}</span>
                      )}
                      <Answer row={row} reveal={reveal} />
                      {row.corrected?.map((text) => (
                        <span key={text} className="fine-print muted block font-normal">
                          {text}
                        </span>
                      ))}
                    </li>
                  ))}
                </ul>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </Section>
  );
}

function Answer({ row, reveal }: { row: AnswerRow; reveal: RevealView }) {
  return (
    <>
      <AnswerValue row={row} reveal={reveal} />
      {row.ask && (
        <Link className="small block print:hidden" to={row.ask.path}>
          {row.ask.text}
        </Link>
      )}
    </>
  );
}

function AnswerValue({ row, reveal }: { row: AnswerRow; reveal: RevealView }) {
  if (row.isSealed) return <SealedAnswer row={row} reveal={reveal} />;
  if (row.path !== undefined) {
    return (
      <Link to={row.path} className="link figures">
        {row.value}
      </Link>
    );
  }
  return <span className="figures whitespace-pre-wrap">{row.value}</span>;
}

/** A titled part of a lead; its heading level depends on the page around it. */
export function Section(props: {
  title: string;
  level: "h2" | "h3";
  id?: string;
  className?: string;
  children: ReactNode;
}) {
  const { title, level: Heading, id, className, children } = props;
  return (
    <section id={id} className={className}>
      <Heading className="mb-2 text-label">{title}</Heading>
      {children}
    </section>
  );
}
