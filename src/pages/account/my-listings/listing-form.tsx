import { Form, useNavigation } from "react-router";
import { Questions } from "#forms/page/step-questions.tsx";
import { FormStart } from "#forms/page/form-start.tsx";
import { VinLookup } from "#pages/public/vin/vin-lookup.tsx";
import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import { Link } from "#ui/link.tsx";
import { Button } from "#ui/button.tsx";
import { FactorState } from "./on-behalf.tsx";
import type { OnBehalf } from "./on-behalf.server.ts";
import type { ListingFormView } from "./listing-form-page.server.ts";

/** The whole form on one page, a heading a step. */
export function ListingForm({
  view,
  submit,
  onBehalf = null,
}: {
  view: ListingFormView;
  submit: string;
  onBehalf?: OnBehalf | null;
}) {
  const isSending = useNavigation().state === "submitting";
  return (
    <Form method="post" noValidate defaultShouldRevalidate={false}>
      <FormStart view={view} />
      {view.sameCar && (
        <div className="mb-8">
          <Questions view={view.sameCar.question} />
          <Link to={view.sameCar.otherPath}>{m.seller_same_car_other()}</Link>
        </div>
      )}
      {view.steps.map((step) => (
        <fieldset key={step.slug} className="mb-8">
          <legend className="mb-4">
            <h3 className="text-[length:var(--fs-h3)]">{step.title}</h3>
          </legend>
          {step.hint && <p className="muted mb-4 max-w-[36em]">{step.hint}</p>}
          <Questions
            view={{ questions: step.questions }}
            after={{ vin: <VinLookup fills={view.vinFills} answer={view.vinAnswer} /> }}
          />
        </fieldset>
      ))}
      {onBehalf && view.priceReason && (
        <div className="mb-8">
          <FactorState {...onBehalf} />
          <Questions view={view.priceReason} />
        </div>
      )}
      <p className="small muted mb-5 max-w-[36em]">
        {m.seller_who_sees()} <Link to={paths.accountPhone()}>{m.seller_who_sees_number()}</Link>
      </p>
      <Button type="submit" size="lg" busy={isSending}>
        {submit}
      </Button>
    </Form>
  );
}
