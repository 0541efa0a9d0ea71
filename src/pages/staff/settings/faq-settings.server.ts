import { data, redirect } from "react-router";
import { faqQuestionForm } from "#domain/setting/faq-question.form.ts";
import { FAQ_TOPICS, makeQuestionId, MOST_OWN_QUESTIONS } from "#domain/setting/faq-settings.ts";
import type { Settings } from "#domain/setting/setting.ts";
import { changeSettings, readSettings } from "#domain/setting/settings.server.ts";
import type { RefusedAnswer } from "#forms/field-error.ts";
import { m } from "#messages/messages.js";
import { type Command, defineCommands, type Press } from "#pages/command/commands.server.ts";
import { definePage, type PageSubject } from "#pages/command/define-page.server.ts";
import { handleForm, type Outcome, showForm } from "#pages/form/handle-form.server.ts";
import {
  type ArrangedQuestion,
  arrangeQuestions,
  TOPIC_TITLES,
} from "#pages/public/information/faq-questions.server.ts";
import { paths } from "#site/paths.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { readAnswerText } from "#values/answer-text.ts";
import type { Locale } from "#values/locale.ts";
import { describeGroup } from "./setting-words.server.ts";

const savedHref = (locale: Locale) => `${hrefIn(paths.staffFaq(), locale)}?done=saved`;

export const faqSettingsPage = definePage({
  address: "/staff/settings/faq",
  read: "seeSettings",
  needsFreshFactor: true,
  async load({ request }, { visitor }) {
    const { locale } = visitor;
    const all = arrangeQuestions(await readSettings());
    const chosenId = new URL(request.url).searchParams.get("question");
    const chosen = all.find(({ id }) => id === chosenId);
    return {
      shown: describeGroup("faq", locale),
      topics: FAQ_TOPICS.map((topic) => ({
        topic,
        title: TOPIC_TITLES[topic]({}, { locale }),
        questions: all
          .filter((each) => each.topic === topic)
          .map(({ words, ...each }) => ({ ...each, question: words[locale].question })),
      })),
      chosenId: chosen?.id ?? null,
      view: showForm(faqQuestionForm, visitor, chosen ? toAnswers(chosen) : { place: "faq" }),
    };
  },
  commands: defineCommands<PageSubject>()({
    question: {
      may: "changeSettings",
      run: ({ post, field }, { by }) =>
        handleForm(faqQuestionForm, post, async (answers): Promise<Outcome> => {
          const refused: RefusedAnswer[] = (["answerEn", "answerFr"] as const)
            .filter((name) => readAnswerText(answers[name]) === null)
            .map((name) => ({ question: name, code: "link" }));
          if (refused.length > 0) return { ok: false, fieldErrors: refused };
          let isFull = false;
          await changeSettings(by, (current) => {
            const ids = arrangeQuestions(current).map(({ id }) => id);
            const known = ids.find((each) => each === field("question"));
            const id = known ?? makeQuestionId(answers.questionEn, ids);
            const own = { id, ...answers };
            const isNew = !current.faqQuestions.some((each) => each.id === id);
            isFull = isNew && current.faqQuestions.length >= MOST_OWN_QUESTIONS;
            if (isFull) return {};
            return {
              faqQuestions: isNew
                ? [...current.faqQuestions, own]
                : current.faqQuestions.map((each) => (each.id === id ? own : each)),
            };
          });
          return isFull
            ? {
                ok: false,
                message: m.faq_question_too_many({ most: MOST_OWN_QUESTIONS }),
                status: 422,
              }
            : { ok: true, redirectTo: savedHref(post.visitor.locale) };
        }),
    },
    remove: rearrange(({ id }, { faqQuestions, faqHidden }) => ({
      faqQuestions: faqQuestions.filter((each) => each.id !== id),
      faqHidden: faqHidden.filter((each) => each !== id),
    })),
    hide: rearrange(({ id }, { faqHidden }) => ({ faqHidden: [...new Set([...faqHidden, id])] })),
    show: rearrange(({ id }, { faqHidden }) => ({
      faqHidden: faqHidden.filter((each) => each !== id),
    })),
    up: rearrange((question, settings) => moveQuestion(question, settings, -1)),
    down: rearrange((question, settings) => moveQuestion(question, settings, 1)),
  }),
});

function toAnswers({ topic, isOnHome, words: { en, fr } }: ArrangedQuestion) {
  return {
    topic,
    place: isOnHome ? ("home" as const) : ("faq" as const),
    questionEn: en.question,
    answerEn: en.answer,
    questionFr: fr.question,
    answerFr: fr.answer,
  };
}

/** A press beside one question. */
function rearrange(change: (question: ArrangedQuestion, settings: Settings) => Partial<Settings>) {
  return {
    may: "changeSettings",
    async run({ post, field }: Press, { by }: PageSubject) {
      await changeSettings(by, (current) => {
        const question = arrangeQuestions(current).find(({ id }) => id === field("question"));
        if (!question) throw data(null, { status: 404 });
        return change(question, current);
      });
      throw redirect(savedHref(post.visitor.locale), 303);
    },
  } as const satisfies Command<PageSubject>;
}

/** Changes places with the neighbour of its topic, if there is one. */
function moveQuestion(
  { id, topic }: ArrangedQuestion,
  settings: Settings,
  by: -1 | 1,
): Partial<Settings> {
  const all = arrangeQuestions(settings);
  const ofTopic = all.filter((each) => each.topic === topic).map((each) => each.id);
  const neighbour = ofTopic[ofTopic.indexOf(id) + by];
  if (neighbour === undefined) return {};
  const swapped = new Map([
    [id, neighbour],
    [neighbour, id],
  ]);
  return { faqOrder: all.map((each) => swapped.get(each.id) ?? each.id) };
}
