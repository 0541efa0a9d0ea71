import type { FaqTopic } from "#domain/setting/faq-settings.ts";
import type { Settings } from "#domain/setting/setting.ts";
import { m } from "#messages/messages.js";
import { site } from "#site/site.ts";
import type { Locale } from "#values/locale.ts";
import { nameProvinces } from "#values/province-list.ts";

type In = { locale: Locale };
type SiteQuestion = {
  /** Where it is found: /faq#id. */
  id: string;
  topic: FaqTopic;
  question: (_: object, in_: In) => string;
  answer: (_: object, in_: In, settings: Pick<Settings, "passingOn">) => string;
};

const SAFETY = {
  at_once: m.information_faq_safety_answer,
  after_staff: m.information_faq_safety_answer_after_staff,
} as const;

/** The four that the home page shows too, in its order (SPEC §2). */
export const SITE_QUESTIONS_ON_HOME: readonly string[] = [
  "zero-down",
  "safety",
  "start",
  "vehicles",
];

/** The questions that every site has, topic by topic, until its operator has others. */
export const SITE_QUESTIONS: readonly SiteQuestion[] = [
  {
    id: "zero-down",
    topic: "credit",
    question: m.information_faq_zero_down_question,
    answer: m.information_faq_zero_down_answer,
  },
  {
    id: "start",
    topic: "credit",
    question: m.information_faq_start_question,
    answer: m.information_faq_start_answer,
  },
  {
    id: "final",
    topic: "credit",
    question: m.information_faq_final_question,
    answer: m.information_faq_final_answer,
  },
  {
    id: "score",
    topic: "credit",
    question: m.information_faq_score_question,
    answer: m.information_faq_score_answer,
  },
  {
    id: "age",
    topic: "credit",
    question: m.information_faq_age_question,
    answer: m.information_faq_age_answer,
  },
  {
    id: "bad-credit",
    topic: "credit",
    question: m.faq_bad_credit_question,
    answer: m.faq_bad_credit_answer,
  },
  { id: "cost", topic: "credit", question: m.faq_cost_question, answer: m.faq_cost_answer },
  { id: "rate", topic: "credit", question: m.faq_rate_question, answer: m.faq_rate_answer },
  { id: "sin", topic: "credit", question: m.faq_sin_question, answer: m.faq_sin_answer },
  {
    id: "vehicles",
    topic: "buying",
    question: m.information_faq_vehicles_question,
    answer: m.information_faq_vehicles_answer,
  },
  {
    id: "provinces",
    topic: "buying",
    question: m.information_faq_provinces_question,
    answer: (_, in_) =>
      m.information_faq_provinces_answer(
        { provinces: nameProvinces(site.provinces, in_.locale) },
        in_,
      ),
  },
  { id: "bids", topic: "buying", question: m.faq_bids_question, answer: m.faq_bids_answer },
  {
    id: "seller-phone",
    topic: "buying",
    question: m.faq_seller_phone_question,
    answer: m.faq_seller_phone_answer,
  },
  { id: "rating", topic: "buying", question: m.faq_rating_question, answer: m.faq_rating_answer },
  {
    id: "payments-quebec",
    topic: "buying",
    question: m.faq_payments_quebec_question,
    answer: m.faq_payments_quebec_answer,
  },
  {
    id: "pictures",
    topic: "buying",
    question: m.faq_pictures_question,
    answer: m.faq_pictures_answer,
  },
  {
    id: "sell",
    topic: "selling",
    question: m.information_faq_sell_question,
    answer: m.information_faq_sell_answer,
  },
  {
    id: "sell-steps",
    topic: "selling",
    question: m.faq_sell_steps_question,
    answer: m.faq_sell_steps_answer,
  },
  { id: "vin", topic: "selling", question: m.faq_vin_question, answer: m.faq_vin_answer },
  {
    id: "own-listing",
    topic: "selling",
    question: m.faq_own_listing_question,
    answer: m.faq_own_listing_answer,
  },
  {
    id: "undo-sale",
    topic: "selling",
    question: m.faq_undo_sale_question,
    answer: m.faq_undo_sale_answer,
  },
  {
    id: "safety",
    topic: "information",
    question: m.information_faq_safety_question,
    answer: (_, in_, { passingOn }) => SAFETY[passingOn]({}, in_),
  },
  {
    id: "phone-number",
    topic: "information",
    question: m.information_faq_phone_question,
    answer: m.information_faq_phone_answer,
  },
  {
    id: "delete",
    topic: "information",
    question: m.information_faq_delete_question,
    answer: m.information_faq_delete_answer,
  },
  {
    id: "who-sees",
    topic: "information",
    question: m.faq_who_sees_question,
    answer: m.faq_who_sees_answer,
  },
  {
    id: "kept",
    topic: "information",
    question: m.faq_kept_question,
    answer: (_, in_) =>
      m.faq_kept_answer(
        {
          months: site.retention.leadMonths,
          days: site.retention.sealedDays,
          most: site.retention.sealedMostDays,
          draft: site.retention.draftDays,
        },
        in_,
      ),
  },
  {
    id: "unsubscribe",
    topic: "information",
    question: m.faq_unsubscribe_question,
    answer: m.faq_unsubscribe_answer,
  },
  {
    id: "trackers",
    topic: "information",
    question: m.faq_trackers_question,
    answer: m.faq_trackers_answer,
  },
  { id: "account", topic: "site", question: m.faq_account_question, answer: m.faq_account_answer },
  {
    id: "stop-resume",
    topic: "site",
    question: m.faq_stop_resume_question,
    answer: (_, in_) => m.faq_stop_resume_answer({ draft: site.retention.draftDays }, in_),
  },
  {
    id: "language",
    topic: "site",
    question: m.faq_language_question,
    answer: m.faq_language_answer,
  },
  { id: "report", topic: "site", question: m.faq_report_question, answer: m.faq_report_answer },
];
