import { type Context, Hono } from "hono";
import { hrefIn } from "#ui/locale-href.ts";
import { intakeOfPost } from "#domain/lead/submission/intake-registry.ts";
import type { FormIntake } from "#domain/lead/submission/intake.ts";
import { fieldErrorText } from "#forms/field-error.ts";
import { rawFields } from "#forms/questions/raw-fields.ts";
import { translateIn } from "#forms/translate.server.ts";
import type { Visitor } from "#platform/request/visitor.server.ts";
import { type PostResult, receivePost } from "#domain/lead/submission/receive-post.server.ts";

type PostEnv = { Variables: { visitor: Visitor } };

/**
 * The form posts of SPEC.md §7 for callers that accept JSON; all others get a page from
 * form-post.page.tsx. `result` is "success" only after the commit.
 */
export const formPostApi = new Hono<PostEnv>()
  .post("/forms/:name", answerJson)
  .post("/fr/forms/:name", answerJson)
  .get("/forms/:name", leadToForm)
  .get("/fr/forms/:name", leadToForm);

/** This address only takes posts; who opens it (a reload, a bookmark) wants the form itself. */
async function leadToForm(context: Context<PostEnv>, next: () => Promise<void>) {
  const intake = intakeOfPost(context.req.param("name") ?? "");
  if (!intake) return next();
  const { locale } = context.get("visitor");
  return context.redirect(hrefIn(intake.form.basePath, locale), 303);
}

async function answerJson(context: Context<PostEnv>, next: () => Promise<void>) {
  if (!acceptsJson(context.req.header("accept"))) return next();
  const intake = intakeOfPost(context.req.param("name") ?? "");
  if (!intake) return context.json({ result: "error", error: "no_such_form" }, 404);
  const type = context.req.header("content-type") ?? "";
  if (!/^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(type)) {
    return context.json({ result: "error", error: "unsupported_media_type" }, 415);
  }
  const visitor = context.get("visitor");
  const raw = rawFields(await context.req.raw.formData());
  const result = await receivePost(intake, raw, visitor);
  if (result.ok) return context.json({ result: "success", reference: result.reference });
  if (result.code === "too_many") {
    context.header("retry-after", String(result.retryAfterSeconds));
    return context.json({ result: "error", error: result.code }, 429);
  }
  return context.json(refusal(intake, result, visitor), 422);
}

function refusal(
  intake: FormIntake,
  result: Extract<PostResult, { code: "refused_answers" }>,
  { locale }: Visitor,
) {
  const { form } = intake;
  const words = { locale, translate: translateIn(locale) };
  const questions = form.steps.flatMap((step) => step.questions);
  const problems = result.fieldErrors.flatMap((fieldError) => {
    const question = questions.find(({ name }) => name === fieldError.question);
    if (!question) return [];
    const { step, code, control } = fieldError;
    const message = fieldErrorText(form, question, fieldError, words);
    return [{ field: question.name, step, code, control, message }];
  });
  return { result: "error", error: "refused_answers", message: problems[0]?.message, problems };
}

/** Only an explicit wish for JSON: a browser's own navigation also sends the catch-all. */
function acceptsJson(accept: string | undefined): boolean {
  return accept?.split(",").some((type) => type.trim().startsWith("application/json")) ?? false;
}
