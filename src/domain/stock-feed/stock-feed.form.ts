import { definePageForm } from "#forms/define-form.ts";
import { FEED_FIELDS, REQUIRED_FIELDS } from "./feed-fields.ts";

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
