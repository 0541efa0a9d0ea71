import { Hono } from "hono";
import { z } from "zod";
import { findFormHandler } from "#domain/lead-forms.server.ts";
import type { FormHandler } from "#domain/lead/form-handler.ts";
import { findDueAt } from "#domain/lead/lead-queries.server.ts";
import { receivePost } from "#domain/lead/receive-post.server.ts";
import { jsonSchema } from "#forms/json-schema.ts";
import type { FormDeclaration } from "#forms/define-form.ts";
import { describeFieldErrors, type FieldError } from "#forms/field-error.ts";
import { translateIn } from "#forms/translate.server.ts";
import type { Visitor } from "#platform/request/visitor.server.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { formRefusalResponse, wholeFormBody } from "./contract.ts";
import {
  acceptsJson,
  type Call,
  type CallEnv,
  defineCall,
  retryAfter,
} from "./serve-calls.server.ts";

/** The errors of a form's answers, with a text for each. */
export const refusedFormResponse = formRefusalResponse.extend({
  message: z.string().optional(),
  problems: z.array(
    z.object({
      field: z.string(),
      step: z.string(),
      code: z.string(),
      control: z.string(),
      message: z.string(),
    }),
  ),
});

/**
 * The form posts of SPEC.md §7 for clients that accept JSON; all others get a page from
 * form-post.page.tsx. `result` is "success" only after the commit.
 */
export function formPostCall(handler: FormHandler): Call {
  return defineCall({
    method: "post",
    path: `/forms/${handler.postName}`,
    summary: `Send the form ${handler.form.name}`,
    description:
      "Send `Accept: application/json`; a browser without it is led to a page. " +
      "Success is answered after the commit, with the header Contact-By if we promise to contact " +
      "the sender by then. Under /fr the words are French.",
    inFrench: true,
    besidePage: true,
    caller: "visitor",
    body: wholeFormBody(jsonSchema(handler.form)),
    responses: {
      200: {
        description: "Stored, or stored before under the same submission",
        schema: z.object({
          result: z.literal("success"),
          reference: z.string().regex(/^[A-HJ-NPR-Y2-9]{8}$/),
        }),
      },
      404: { description: "This site does not offer the form", schema: formRefusalResponse },
      422: { description: "Answers to put right; nothing is stored", schema: refusedFormResponse },
      429: { description: "Too many posts; see Retry-After", schema: formRefusalResponse },
    },
  }).answer(async ({ visitor, body }) => {
    const result = await receivePost(handler, body, visitor);
    if (result.ok) {
      const { reference } = result;
      const dueAt = await findDueAt(reference);
      const headers: Record<string, string> = dueAt ? { "contact-by": dueAt.toISOString() } : {};
      return { status: 200, body: { result: "success", reference }, headers };
    }
    if (result.code === "too_many") {
      return {
        status: 429,
        body: { result: "error", error: result.code },
        headers: retryAfter(result.retryAfterSeconds),
      };
    }
    if (result.code === "not_offered")
      return { status: 404, body: { result: "error", error: result.code } };
    if (result.code === "wrong_formname") {
      return { status: 422, body: { result: "error", error: result.code, problems: [] } };
    }
    return { status: 422, body: describeRefusal(handler.form, result.fieldErrors, visitor) };
  });
}

export function describeRefusal(
  form: FormDeclaration,
  fieldErrors: readonly FieldError[],
  { locale }: Pick<Visitor, "locale">,
): z.input<typeof refusedFormResponse> {
  const words = { locale, translate: translateIn(locale) };
  const problems = [...describeFieldErrors(form, fieldErrors, words)];
  return { result: "error", error: "refused_answers", message: problems[0]?.message, problems };
}

/**
 * Other requests to these addresses: a GET (a reload, a bookmark) redirects to the form itself, and
 * a JSON post to a form that does not exist gets a 404.
 */
export const formPostAddresses = new Hono<CallEnv>()
  .on("GET", ["/forms/:name", "/fr/forms/:name"], async (context, next) => {
    const handler = findFormHandler(context.req.param("name"));
    if (!handler) return next();
    const { locale } = context.get("visitor");
    return context.redirect(hrefIn(handler.form.basePath, locale), 303);
  })
  .on("POST", ["/forms/:name", "/fr/forms/:name"], async (context, next) => {
    if (!acceptsJson(context) || findFormHandler(context.req.param("name"))) return next();
    return context.json({ result: "error", error: "no_such_form" }, 404);
  });
