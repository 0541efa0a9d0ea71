import { definePageForm } from "#forms/define-form.ts";
import type { Ability } from "#values/ability.ts";

/** Asks for an ability for a day; `words` names the abilities in the reader's language. */
export const accessRequestForm = (words: ReadonlyMap<Ability, string>) =>
  definePageForm({
    name: "access-request",
    messagePrefix: "access",
    questions: [
      {
        kind: "select",
        name: "ability",
        options: [...words.keys()],
        optionWords: words,
        emptyEntry: "none",
        ownErrors: ["asked"],
      },
      {
        kind: "text",
        name: "lead",
        maxLength: 20,
        hint: true,
        ownErrors: ["unknown"],
        optional: true,
      },
      { kind: "long-text", name: "reason", minLength: 3, maxLength: 300, rows: 2, hint: true },
    ],
  });

/** Answers a request: about its lead only, about all leads, or not at all. */
export const accessDecisionForm = ({ isOfLead }: { isOfLead: boolean }) =>
  definePageForm({
    name: "access-decision",
    messagePrefix: "access",
    questions: [
      {
        kind: "choice",
        name: "decision",
        options: isOfLead ? (["lead", "all", "refuse"] as const) : (["all", "refuse"] as const),
      },
      {
        kind: "long-text",
        name: "word",
        maxLength: 300,
        rows: 2,
        hint: true,
        ownErrors: ["needed"],
        optional: true,
      },
    ],
  });
