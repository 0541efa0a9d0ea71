import type { Question } from "./faq-content.ts";

/** Questions that open and close each by itself, with the browser's own disclosure. */
export function FaqList({
  questions,
  openFirst = false,
}: {
  questions: readonly Question[];
  openFirst?: boolean;
}) {
  return (
    <div className="faq">
      {questions.map(({ id, question, answer }, index) => (
        <details key={id} id={id} open={openFirst && index === 0}>
          <summary>
            {question}
            <span className="pm" aria-hidden />
          </summary>
          <p>{answer}</p>
        </details>
      ))}
    </div>
  );
}
