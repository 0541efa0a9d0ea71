import { m } from "#messages/messages.js";
import type { PassingOn } from "#values/passing-on.ts";

export type Question = { id: string; question: string; answer: string };

const SAFETY = {
  at_once: m.information_faq_safety_answer,
  after_staff: m.information_faq_safety_answer_after_staff,
} as const;

/** The four questions that the home page shows too (SPEC §2). */
export function homeQuestions(passingOn: PassingOn): Question[] {
  return [
    {
      id: "zero-down",
      question: m.information_faq_zero_down_question(),
      answer: m.information_faq_zero_down_answer(),
    },
    {
      id: "safety",
      question: m.information_faq_safety_question(),
      answer: SAFETY[passingOn](),
    },
    {
      id: "start",
      question: m.information_faq_start_question(),
      answer: m.information_faq_start_answer(),
    },
    {
      id: "vehicles",
      question: m.information_faq_vehicles_question(),
      answer: m.information_faq_vehicles_answer(),
    },
  ];
}

/** Questions that open and close independently, as the browser's own `details` elements. */
export function FaqList({
  questions,
  openFirst = false,
  withLinks = false,
}: {
  questions: readonly Question[];
  openFirst?: boolean;
  /** Each answer gets its own link, to share. */
  withLinks?: boolean;
}) {
  return (
    <div className="faq-list">
      {questions.map(({ id, question, answer }, index) => (
        <details key={id} open={openFirst && index === 0}>
          <summary>
            {question}
            <span className="faq-list__sign" aria-hidden />
          </summary>
          {/* If the address names an element inside a closed answer, the browser opens it. */}
          <div id={id} className="faq-list__answer">
            <p>{answer}</p>
            {withLinks && (
              <a className="small" href={`#${id}`}>
                {m.faq_link()}
                <span className="sr-only">: {question}</span>
              </a>
            )}
          </div>
        </details>
      ))}
    </div>
  );
}
