import { definePageForm } from "#forms/define-form.ts";
import { FEED_FIELDS, REQUIRED_FIELDS } from "./feed-fields.ts";

const FEED_NAME_LENGTH = 60;

/** What a dealership calls a source of its cars. */
export const feedNameForm = definePageForm({
  name: "feed-name",
  messagePrefix: "stock_import",
  questions: [{ kind: "long-text", name: "name", maxLength: FEED_NAME_LENGTH }],
});

/** Which column contains what, and the statement about the prices; one question for each field. */
export const feedMappingForm = (columns: readonly { name: string; text: string }[]) =>
  definePageForm({
    name: "feed-mapping",
    messagePrefix: "stock_feed",
    questions: [
      ...FEED_FIELDS.map((name) => ({
        kind: "select" as const,
        name,
        options: columns.map((column) => column.name),
        optionWords: new Map(columns.map((column) => [column.name, column.text])),
        ...(REQUIRED_FIELDS.some((required) => required === name)
          ? {}
          : { optional: true as const }),
      })),
      { kind: "consent" as const, name: "isAllInPrice", hint: true },
    ],
  });
