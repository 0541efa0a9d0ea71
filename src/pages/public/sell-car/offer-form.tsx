import { type ReactNode, type SubmitEvent, useMemo, useState } from "react";
import { FormStart } from "#forms/page/form-start.tsx";
import { Questions } from "#forms/page/step-questions.tsx";
import type { StepView } from "#forms/view-model.ts";
import { m } from "#messages/messages.js";
import type { PostResponse, PostFieldError } from "#pages/public/form-journey/post-response.ts";
import { PostFailure } from "#pages/public/form-journey/post-failure.tsx";
import { useFormPost } from "#pages/public/form-journey/use-form-post.ts";
import { viewWithErrors } from "#pages/public/form-journey/view-with-errors.ts";
import { Form } from "react-router";
import { Button } from "#ui/button.tsx";

/**
 * Two columns; if the number is odd, the widest field (the VIN, or the last one) has a row of its
 * own.
 */
const COLUMNS = {
  vin: "grid sm:grid-cols-2 gap-4 [&>:first-child]:col-span-full",
  vehicle: "grid sm:grid-cols-2 gap-4 [&>:last-child]:col-span-full",
};

type OfferFormProps = {
  view: StepView;
  /** In the dialog: the page behind it may have a field of the same name. */
  idPrefix?: string;
};

/**
 * The first tab, in the dialog and on its own page. It is a GET form: the wizard opens with the
 * five values in its address (SPEC.md §4), and asks for missing ones.
 */
export function VehicleOfferForm({
  view,
  idPrefix = "",
  onLeave,
}: OfferFormProps & { onLeave?: () => void }) {
  const [missing, setMissing] = useState<readonly PostFieldError[]>([]);
  const shown = useMemo(
    () => withIdPrefix(viewWithErrors(view, missing), idPrefix),
    [view, missing, idPrefix],
  );
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    const found = findMissing(event.currentTarget, view);
    setMissing(found);
    if (found.length > 0) event.preventDefault();
    else onLeave?.();
  };
  return (
    <Form method="get" action={view.action} noValidate onSubmit={submit}>
      <FormStart view={{ errorSummary: shown.errorSummary }} />
      <OfferQuestions view={shown} />
      <OfferButton>{m.sell_car_offer_button()}</OfferButton>
    </Form>
  );
}

const MISSING = new Map([
  ["year", m.offer_form_year_error_missing],
  ["make", m.offer_form_make_error_missing],
  ["model", m.offer_form_model_error_missing],
  ["city", m.offer_form_city_error_missing],
  ["province", m.offer_form_province_error_missing],
]);

/** The empty fields, with our own texts: only this form has no server that validates it. */
function findMissing(form: HTMLFormElement, { slug }: StepView): PostFieldError[] {
  return [...form.querySelectorAll<HTMLInputElement>(":is(input, select):invalid")].map(
    ({ name }) => ({
      field: name,
      step: slug,
      code: "missing",
      control: name,
      message: MISSING.get(name)?.() ?? name,
    }),
  );
}

/** The second tab: sends a VIN and waits for the result. */
export function VinOfferForm({
  view,
  idPrefix = "",
  onResponse,
}: OfferFormProps & { onResponse: (outcome: PostResponse) => void }) {
  const { isSending, result, submit } = useFormPost(onResponse);
  const shown = useMemo(
    () =>
      withIdPrefix(
        result?.kind === "refused" ? viewWithErrors(view, result.fieldErrors) : view,
        idPrefix,
      ),
    [view, result, idPrefix],
  );
  return (
    <form method="post" action={view.action} noValidate onSubmit={submit}>
      <FormStart view={shown} />
      <OfferQuestions view={shown} />
      <PostFailure result={result} />
      <OfferButton isBusy={isSending}>
        {isSending ? m.form_journey_sending() : m.sell_car_offer_button()}
      </OfferButton>
    </form>
  );
}

function OfferQuestions({ view }: { view: StepView }) {
  const asksVin = view.questions.some(({ name }) => name === "vin");
  const className = asksVin ? COLUMNS.vin : COLUMNS.vehicle;
  return <Questions view={{ questions: view.questions }} className={className} />;
}

function OfferButton({ isBusy = false, children }: { isBusy?: boolean; children: ReactNode }) {
  return (
    <Button type="submit" size="lg" block className="mt-5" busy={isBusy}>
      {children}
    </Button>
  );
}

type Identified = Pick<StepView, "questions" | "errorSummary">;

/** The view with prefixed ids, and matching links of its errors. */
function withIdPrefix<View extends Identified>(view: View, prefix: string): View {
  if (prefix === "") return view;
  return {
    ...view,
    questions: view.questions.map((question) => ({ ...question, id: prefix + question.id })),
    errorSummary: view.errorSummary && {
      ...view.errorSummary,
      items: view.errorSummary.items.map(({ href, text }) => ({
        href: `#${prefix}${href.slice(1)}`,
        text,
      })),
    },
  };
}
