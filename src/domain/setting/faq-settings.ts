import { z } from "zod";
import { readAnswerText } from "#values/answer-text.ts";

/** The topics of the questions, in the order of the page. */
export const FAQ_TOPICS = ["credit", "buying", "selling", "information", "site"] as const;
export type FaqTopic = (typeof FAQ_TOPICS)[number];

/** On the page of all questions only, or on the home page too. */
export const FAQ_PLACES = ["faq", "home"] as const;

export const LONGEST_QUESTION = 150;
export const LONGEST_ANSWER = 1500;
export const MOST_OWN_QUESTIONS = 40;
/** The site's own, and as many again as an operator may add. */
const MOST_IDS = 100;

/** Part of the question's address: /faq#id. */
const id = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)
  .max(60);
const question = z.string().trim().min(1).max(LONGEST_QUESTION);
const answer = z
  .string()
  .trim()
  .min(1)
  .max(LONGEST_ANSWER)
  .refine((text) => readAnswerText(text) !== null);

const ownQuestion = z.object({
  /** One of the site's own questions has the operator's words, if it is that question's id. */
  id,
  topic: z.enum(FAQ_TOPICS),
  place: z.enum(FAQ_PLACES),
  questionEn: question,
  answerEn: answer,
  questionFr: question,
  answerFr: answer,
});
export type OwnQuestion = z.infer<typeof ownQuestion>;

const row = { group: "faq", byDefault: [], shownOn: ["faq", "home", "search_engines"] } as const;

export const FAQ_SETTINGS = {
  /** What the operator asks and answers, beside the site's own questions or instead of them. */
  faqQuestions: {
    ...row,
    stored: z
      .array(ownQuestion)
      .max(MOST_OWN_QUESTIONS)
      .refine((all) => new Set(all.map((each) => each.id)).size === all.length),
  },
  faqHidden: { ...row, stored: z.array(id).max(MOST_IDS) },
  /** All questions as they were arranged last; a question that came since follows them. */
  faqOrder: { ...row, stored: z.array(id).max(MOST_IDS) },
} as const;

/** A new question's address, made of its words; another one if that is taken. */
export function makeQuestionId(words: string, taken: readonly string[]): string {
  const base =
    words
      .normalize("NFD")
      .replace(/\p{M}/gu, "")
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, "-")
      .slice(0, 50)
      .replace(/^-|-$/g, "") || "question";
  if (!taken.includes(base)) return base;
  const number = [...taken.keys()].find((each) => !taken.includes(`${base}-${each + 2}`)) ?? 0;
  return `${base}-${number + 2}`;
}
