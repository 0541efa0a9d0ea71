import { m } from "#messages/messages.js";

export type Question = { id: string; question: string; answer: string };

/** The four questions that the home page shows too (SPEC §2). */
export function homeQuestions(): Question[] {
  return [
    {
      id: "zero-down",
      question: m.information_faq_zero_down_question(),
      answer: m.information_faq_zero_down_answer(),
    },
    {
      id: "safety",
      question: m.information_faq_safety_question(),
      answer: m.information_faq_safety_answer(),
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

/** Every question of /faq, the home page's first. */
export function allQuestions(): Question[] {
  return [
    ...homeQuestions(),
    {
      id: "final",
      question: m.information_faq_final_question(),
      answer: m.information_faq_final_answer(),
    },
    {
      id: "score",
      question: m.information_faq_score_question(),
      answer: m.information_faq_score_answer(),
    },
    {
      id: "phone",
      question: m.information_faq_phone_question(),
      answer: m.information_faq_phone_answer(),
    },
    {
      id: "provinces",
      question: m.information_faq_provinces_question(),
      answer: m.information_faq_provinces_answer(),
    },
    {
      id: "age",
      question: m.information_faq_age_question(),
      answer: m.information_faq_age_answer(),
    },
    {
      id: "sell",
      question: m.information_faq_sell_question(),
      answer: m.information_faq_sell_answer(),
    },
    {
      id: "delete",
      question: m.information_faq_delete_question(),
      answer: m.information_faq_delete_answer(),
    },
  ];
}

/** Questions that open and close each by itself, with the browser's own disclosure. */
export function FaqList({
  questions,
  openFirst = false,
}: {
  questions: readonly Question[];
  openFirst?: boolean;
}) {
  return (
    <div className="faq-list">
      {questions.map(({ id, question, answer }, index) => (
        <details key={id} id={id} open={openFirst && index === 0}>
          <summary>
            {question}
            <span className="faq-list__sign" aria-hidden />
          </summary>
          <p>{answer}</p>
        </details>
      ))}
    </div>
  );
}
