import type { FormDeclaration } from "#forms/define-form.ts";
import type { FormViewInput } from "#forms/view-form.ts";
import { translateIn } from "#forms/translate.server.ts";
import type { StepView } from "#forms/view-model.ts";
import { viewStep } from "#forms/view-step.ts";
import { today } from "#platform/clock/clock.server.ts";
import type { Visitor } from "#platform/request/visitor.server.ts";
import { hrefIn } from "#ui/locale-href.ts";

type StepInput = Pick<
  FormViewInput,
  "answers" | "consents" | "typed" | "fieldErrors" | "isOnePage"
> & {
  visitor: Pick<Visitor, "locale">;
  submissionId: string;
  /** Slug of the step to return to, if the person came by a Change link. */
  returnTo?: string | null;
};

/** A step's view in the visitor's language. */
export function viewStepFor(form: FormDeclaration, slug: string, input: StepInput): StepView {
  const { visitor, returnTo, ...situation } = input;
  const { locale } = visitor;
  return viewStep(form, slug, {
    ...situation,
    ...(returnTo ? { returnTo } : {}),
    locale,
    translate: translateIn(locale),
    today: today(),
    href: (path) => hrefIn(path, locale),
  });
}
