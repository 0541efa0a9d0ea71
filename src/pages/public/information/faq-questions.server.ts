import { site } from "#site/site.ts";
import { nameProvinces } from "#values/province-list.ts";
import { m } from "#messages/messages.js";
import type { PassingOn } from "#values/passing-on.ts";
import { foldText } from "#values/text-fold.ts";
import { homeQuestions, type Question } from "./faq.tsx";

type QuestionGroup = { id: string; title: string; questions: readonly Question[] };

/** Every question of /faq by topic. On the server only: a page gets the texts of its language. */
export function listQuestions(passingOn: PassingOn): QuestionGroup[] {
  const onHome = new Map(homeQuestions(passingOn).map((question) => [question.id, question]));
  const home = (id: string) => [onHome.get(id)].filter((each) => each !== undefined);
  return [
    {
      id: "credit",
      title: m.faq_group_credit(),
      questions: [
        ...home("zero-down"),
        ...home("start"),
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
          id: "age",
          question: m.information_faq_age_question(),
          answer: m.information_faq_age_answer(),
        },
        {
          id: "bad-credit",
          question: m.faq_bad_credit_question(),
          answer: m.faq_bad_credit_answer(),
        },
        {
          id: "cost",
          question: m.faq_cost_question(),
          answer: m.faq_cost_answer(),
        },
        {
          id: "rate",
          question: m.faq_rate_question(),
          answer: m.faq_rate_answer(),
        },
        {
          id: "sin",
          question: m.faq_sin_question(),
          answer: m.faq_sin_answer(),
        },
      ],
    },
    {
      id: "buying",
      title: m.faq_group_buying(),
      questions: [
        ...home("vehicles"),
        {
          id: "provinces",
          question: m.information_faq_provinces_question(),
          answer: m.information_faq_provinces_answer({ provinces: nameProvinces(site.provinces) }),
        },
        {
          id: "bids",
          question: m.faq_bids_question(),
          answer: m.faq_bids_answer(),
        },
        {
          id: "seller-phone",
          question: m.faq_seller_phone_question(),
          answer: m.faq_seller_phone_answer(),
        },
        {
          id: "rating",
          question: m.faq_rating_question(),
          answer: m.faq_rating_answer(),
        },
        {
          id: "payments-quebec",
          question: m.faq_payments_quebec_question(),
          answer: m.faq_payments_quebec_answer(),
        },
        {
          id: "pictures",
          question: m.faq_pictures_question(),
          answer: m.faq_pictures_answer(),
        },
      ],
    },
    {
      id: "selling",
      title: m.faq_group_selling(),
      questions: [
        {
          id: "sell",
          question: m.information_faq_sell_question(),
          answer: m.information_faq_sell_answer(),
        },
        {
          id: "sell-steps",
          question: m.faq_sell_steps_question(),
          answer: m.faq_sell_steps_answer(),
        },
        {
          id: "vin",
          question: m.faq_vin_question(),
          answer: m.faq_vin_answer(),
        },
        {
          id: "own-listing",
          question: m.faq_own_listing_question(),
          answer: m.faq_own_listing_answer(),
        },
        {
          id: "undo-sale",
          question: m.faq_undo_sale_question(),
          answer: m.faq_undo_sale_answer(),
        },
      ],
    },
    {
      id: "information",
      title: m.faq_group_information(),
      questions: [
        ...home("safety"),
        {
          id: "phone-number",
          question: m.information_faq_phone_question(),
          answer: m.information_faq_phone_answer(),
        },
        {
          id: "delete",
          question: m.information_faq_delete_question(),
          answer: m.information_faq_delete_answer(),
        },
        {
          id: "who-sees",
          question: m.faq_who_sees_question(),
          answer: m.faq_who_sees_answer(),
        },
        {
          id: "kept",
          question: m.faq_kept_question(),
          answer: m.faq_kept_answer({
            months: site.retention.leadMonths,
            days: site.retention.sealedDays,
            most: site.retention.sealedMostDays,
            draft: site.retention.draftDays,
          }),
        },
        {
          id: "unsubscribe",
          question: m.faq_unsubscribe_question(),
          answer: m.faq_unsubscribe_answer(),
        },
        {
          id: "trackers",
          question: m.faq_trackers_question(),
          answer: m.faq_trackers_answer(),
        },
      ],
    },
    {
      id: "site",
      title: m.faq_group_site(),
      questions: [
        {
          id: "account",
          question: m.faq_account_question(),
          answer: m.faq_account_answer(),
        },
        {
          id: "stop-resume",
          question: m.faq_stop_resume_question(),
          answer: m.faq_stop_resume_answer({ draft: site.retention.draftDays }),
        },
        {
          id: "language",
          question: m.faq_language_question(),
          answer: m.faq_language_answer(),
        },
        {
          id: "report",
          question: m.faq_report_question(),
          answer: m.faq_report_answer(),
        },
      ],
    },
  ];
}

/**
 * The questions with every word of the search in their question or answer, accents ignored; topics
 * without any are left out.
 */
export function searchQuestions(
  groups: readonly QuestionGroup[],
  search: string,
): readonly QuestionGroup[] {
  const words = foldText(search).split(" ").filter(Boolean);
  if (words.length === 0) return groups;
  return groups
    .map((group) => ({
      ...group,
      questions: group.questions.filter(({ question, answer }) => {
        const text = foldText(`${group.title} ${question} ${answer}`);
        return words.every((word) => text.includes(word));
      }),
    }))
    .filter(({ questions }) => questions.length > 0);
}
