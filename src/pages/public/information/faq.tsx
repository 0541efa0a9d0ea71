import { m } from "#messages/messages.js";
import type { AnswerParagraph } from "#values/answer-text.ts";

export type Question = {
  id: string;
  question: string;
  /** Without links. */
  answer: string;
  /** The answer in the operator's words, which may have paragraphs and links. */
  paragraphs?: readonly AnswerParagraph[];
};

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
      {questions.map(({ id, question, answer, paragraphs = [[answer]] }, index) => (
        <details key={id} open={openFirst && index === 0}>
          <summary>
            {question}
            <span className="faq-list__sign" aria-hidden />
          </summary>
          {/* If the address names an element inside a closed answer, the browser opens it. */}
          <div id={id} className="faq-list__answer">
            {paragraphs.map((parts, place) => (
              <p key={place} className="whitespace-pre-line">
                {parts.map((part, at) =>
                  typeof part === "string" ? (
                    part
                  ) : (
                    <a key={at} href={part.href}>
                      {part.text}
                    </a>
                  ),
                )}
              </p>
            ))}
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
