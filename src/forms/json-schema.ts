import type { Condition } from "./questions/condition.ts";
import type { FormDeclaration } from "./define-form.ts";
import { kindOf } from "./questions/kinds.ts";
import type { JsonSchema } from "./questions/question-kind.ts";

/** The url-encoded post of a whole form, for OpenAPI 3.1. Other names are taken and ignored. */
export function jsonSchema(form: FormDeclaration): JsonSchema {
  const questions = form.steps.flatMap((step) => step.questions);
  const required = questions.filter((question) => !question.optional);
  const conditional = required.flatMap(({ name, askedWhen }) =>
    // oxlint-disable-next-line unicorn/no-thenable -- JSON Schema's own keyword; nobody awaits a schema
    askedWhen ? [{ if: conditionSchema(askedWhen), then: { required: [name] } }] : [],
  );
  return {
    type: "object",
    properties: {
      submissionId: {
        type: "string",
        format: "uuid",
        description: "Repeats of one post are one submission.",
      },
      ...(form.formname && { formname: { type: "string", const: form.formname } }),
      ...Object.assign({}, ...questions.map((question) => kindOf(question).jsonSchema(question))),
    },
    required: [
      ...(form.formname && !form.formnameIsOurs ? ["formname"] : []),
      ...required.filter(({ askedWhen }) => !askedWhen).map(({ name }) => name),
    ],
    ...(conditional.length > 0 && { allOf: conditional }),
  };
}

function conditionSchema(condition: Condition): JsonSchema {
  if ("all" in condition) return { allOf: condition.all.map(conditionSchema) };
  if ("any" in condition) return { anyOf: condition.any.map(conditionSchema) };
  if ("below" in condition) {
    const { question, below } = condition;
    return { properties: { [question]: { exclusiveMaximum: below } }, required: [question] };
  }
  const { question, is } = condition;
  return { properties: { [question]: { enum: is } }, required: [question] };
}
