import { FAQ_TOPICS, type FaqTopic, type OwnQuestion } from "#domain/setting/faq-settings.ts";
import type { Settings } from "#domain/setting/setting.ts";
import { m } from "#messages/messages.js";
import { hrefIn } from "#ui/locale-href.ts";
import { plainAnswerText, readAnswerText } from "#values/answer-text.ts";
import type { Locale } from "#values/locale.ts";
import { makeRecord } from "#values/record.ts";
import { foldText } from "#values/text-fold.ts";
import type { Question } from "./faq.tsx";
import { SITE_QUESTIONS, SITE_QUESTIONS_ON_HOME } from "./site-questions.server.ts";

type QuestionGroup = { id: string; title: string; questions: readonly Question[] };
type FaqSettings = Pick<Settings, "passingOn" | "faqQuestions" | "faqHidden" | "faqOrder">;

export const TOPIC_TITLES = {
  credit: m.faq_group_credit,
  buying: m.faq_group_buying,
  selling: m.faq_group_selling,
  information: m.faq_group_information,
  site: m.faq_group_site,
} as const satisfies Record<FaqTopic, unknown>;

/** A question as its operator left it. */
export type ArrangedQuestion = {
  id: string;
  topic: FaqTopic;
  isOnHome: boolean;
  isHidden: boolean;
  /** The site has it by itself. */
  isOfSite: boolean;
  /** In the operator's words. */
  isOwn: boolean;
  words: Record<Locale, { question: string; answer: string }>;
};

/** Every question by topic, in the operator's order; the hidden ones too. */
export function arrangeQuestions(settings: FaqSettings): ArrangedQuestion[] {
  const own = new Map(settings.faqQuestions.map((each) => [each.id, each]));
  const all = [
    ...SITE_QUESTIONS.map(({ id, topic, question, answer }) => ({
      id,
      topic,
      isOnHome: SITE_QUESTIONS_ON_HOME.includes(id),
      isOfSite: true,
      isOwn: false,
      words: makeRecord(["en", "fr"], (locale) => ({
        question: question({}, { locale }),
        answer: answer({}, { locale }, settings),
      })),
      ...readOwn(own.get(id)),
    })),
    ...settings.faqQuestions
      .filter(({ id }) => !SITE_QUESTIONS.some((each) => each.id === id))
      .map((each) => ({ id: each.id, isOfSite: false, ...readOwn(each) })),
  ];
  const places = new Map(settings.faqOrder.map((id, index) => [id, index]));
  const place = ({ id }: { id: string }) => places.get(id) ?? places.size;
  return FAQ_TOPICS.flatMap((topic) =>
    all.filter((each) => each.topic === topic).toSorted((a, b) => place(a) - place(b)),
  ).map((each) => ({ ...each, isHidden: settings.faqHidden.includes(each.id) }));
}

function readOwn(
  own: OwnQuestion,
): Pick<ArrangedQuestion, "topic" | "isOnHome" | "isOwn" | "words">;
function readOwn(own: OwnQuestion | undefined): Partial<ArrangedQuestion>;
function readOwn(own: OwnQuestion | undefined): Partial<ArrangedQuestion> {
  return own
    ? {
        topic: own.topic,
        isOnHome: own.place === "home",
        isOwn: true,
        words: {
          en: { question: own.questionEn, answer: own.answerEn },
          fr: { question: own.questionFr, answer: own.answerFr },
        },
      }
    : {};
}

/** What visitors see of /faq, by topic. On the server only: a page gets the texts of its language. */
export function listQuestions(settings: FaqSettings, locale: Locale): QuestionGroup[] {
  const shown = listShown(settings);
  return FAQ_TOPICS.map((topic) => ({
    id: topic,
    title: TOPIC_TITLES[topic]({}, { locale }),
    questions: shown.filter((each) => each.topic === topic).map((each) => toShown(each, locale)),
  })).filter(({ questions }) => questions.length > 0);
}

/** What visitors see on the home page: the site's own in SPEC's order, then the operator's. */
export function listHomeQuestions(settings: FaqSettings, locale: Locale): Question[] {
  const onHome = listShown(settings).filter(({ isOnHome }) => isOnHome);
  const ofSite = SITE_QUESTIONS_ON_HOME.flatMap((id) => onHome.filter((each) => each.id === id));
  return [...ofSite, ...onHome.filter((each) => !ofSite.includes(each))].map((each) =>
    toShown(each, locale),
  );
}

function listShown(settings: FaqSettings): ArrangedQuestion[] {
  return arrangeQuestions(settings).filter(({ isHidden }) => !isHidden);
}

function toShown({ id, isOwn, words }: ArrangedQuestion, locale: Locale): Question {
  const { question, answer } = words[locale];
  const paragraphs = isOwn && readAnswerText(answer, (path) => hrefIn(path, locale));
  return paragraphs
    ? { id, question, answer: plainAnswerText(paragraphs), paragraphs }
    : { id, question, answer };
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
