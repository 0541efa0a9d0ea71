import { definePageForm } from "#forms/define-form.ts";

export const VIEW_NAME_LENGTH = 60;

/** What staff write that a saved view keeps: its name, and the words of its search. */
export const inboxViewForm = definePageForm({
  name: "inbox-view",
  messagePrefix: "inbox_view",
  questions: [
    { kind: "long-text", name: "name", maxLength: VIEW_NAME_LENGTH },
    { kind: "long-text", name: "search", optional: true },
  ],
});
