import { Form, useNavigation, useFetcher } from "react-router";
import { Questions } from "#forms/page/step-questions.tsx";
import { FieldNotesProvider, type FieldNote } from "#forms/page/field-notes.tsx";
import { FormStart } from "#forms/page/form-start.tsx";
import { VinLookup } from "#pages/public/vin/vin-lookup.tsx";
import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import { Link } from "#ui/link.tsx";
import { sends } from "#pages/command/press.ts";
import { Button } from "#ui/button.tsx";
import { SAME_CAR_SHOWN_CONTROL } from "./same-car-control.ts";
import { FactorState } from "./on-behalf.tsx";
import type { OnBehalf } from "./on-behalf.server.ts";
import type { ListingFormPress, ListingFormView } from "./listing-form-page.server.ts";
import { type InputEvent, useEffect, useMemo, useRef, useState } from "react";
import type { DescribedFinding } from "#domain/ad-rules/describe-finding.server.ts";
import { hrefIn } from "#ui/locale-href.ts";
import type { action } from "./check-ad.page.ts";

/** The whole form on one page, with one heading per step. */
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
  const { notes, onInput } = useAdNotes(view.adNotes);
  return (
    <FieldNotesProvider value={notes}>
      <Form
        method="post"
        noValidate
        defaultShouldRevalidate={false}
        onInput={view.adStatement ? onInput : undefined}
      >
        <FormStart view={view} />
        {view.adNotes && !view.errorSummary && <CheckedNote count={view.adNotes.length} />}
        {view.sameCar && (
          <div className="mb-8">
            <input type="hidden" name={SAME_CAR_SHOWN_CONTROL} value="yes" />
            <Questions view={view.sameCar.question} />
            <Link to={view.sameCar.otherPath}>{m.seller_same_car_other()}</Link>
          </div>
        )}
        {view.steps.map((step) => (
          <fieldset key={step.slug} className="mb-8">
            <legend className="mb-4">
              <h3 className="text-h3">{step.title}</h3>
            </legend>
            {step.hint && <p className="muted mb-4 max-w-note">{step.hint}</p>}
            <Questions
              view={{ questions: step.questions }}
              after={{ vin: <VinLookup fills={view.vinFills} result={view.vinResult} /> }}
            />
          </fieldset>
        ))}
        {view.adStatement && (
          <div className="mb-8">
            <Questions view={view.adStatement} />
          </div>
        )}
        {onBehalf && view.priceReason && (
          <div className="mb-8">
            <FactorState {...onBehalf} />
            <Questions view={view.priceReason} />
          </div>
        )}
        <p className="small muted mb-5 max-w-note">
          {m.seller_who_sees()} <Link to={paths.accountPhone()}>{m.seller_who_sees_number()}</Link>
        </p>
        <Button type="submit" size="lg" busy={isSending}>
          {submit}
        </Button>
        {view.adStatement && (
          <Button
            type="submit"
            variant="ghost"
            size="lg"
            formNoValidate
            className="without-script ml-3"
            {...sends<ListingFormPress>("check-ad")}
          >
            {m.ad_check()}
          </Button>
        )}
      </Form>
    </FieldNotesProvider>
  );
}

/** The result of the button that checks the ad, for pages without script. */
function CheckedNote({ count }: { count: number }) {
  return (
    <p className="notice notice--plain mb-6" role="status">
      {count === 0 ? m.ad_check_none() : m.ad_check_found({ count })}
    </p>
  );
}

/** The server is asked after a pause in typing. */
const REST_MS = 700;

/**
 * The findings of the ad rules, by question: first those that came with the page, then those of the
 * server for the fields that were changed.
 */
function useAdNotes(input: readonly DescribedFinding[] | undefined) {
  const fetcher = useFetcher<typeof action>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => () => clearTimeout(timer.current), []);
  const onInput = (event: InputEvent<HTMLFormElement>) => {
    const form = event.currentTarget;
    const name = "name" in event.target ? String(event.target.name) : "";
    setTouched((before) => (before.has(name) ? before : new Set([...before, name])));
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      void fetcher.submit(new FormData(form), {
        method: "post",
        action: hrefIn(paths.checkAd()),
        defaultShouldRevalidate: false,
      });
    }, REST_MS);
  };
  const found = fetcher.data?.notes;
  const notes = useMemo(
    () =>
      groupNotes(found ? found.filter(({ field }) => field && touched.has(field)) : (input ?? [])),
    [found, input, touched],
  );
  return { notes, onInput };
}

function groupNotes(found: readonly DescribedFinding[]): ReadonlyMap<string, FieldNote[]> {
  const byName = new Map<string, FieldNote[]>();
  for (const { field, text, severity, sources } of found) {
    if (!field) continue;
    const links = sources.map(({ citation, address }) => ({ text: citation, href: address }));
    const note = { text, isWarning: severity === "must", links };
    byName.set(field, [...(byName.get(field) ?? []), note]);
  }
  return byName;
}
