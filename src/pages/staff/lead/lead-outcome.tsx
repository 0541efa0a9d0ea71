import { CircleAlert } from "lucide-react";
import type { FormResult } from "#forms/view-model.ts";
import { m } from "#messages/messages.js";
import { CommandForm } from "#pages/command/command-form.tsx";
import type { PressName } from "#pages/command/press.ts";
import { latestView, PageForm } from "#pages/form/page-form.tsx";
import { Button } from "#ui/button.tsx";
import type { LeadOutcomeView, OutcomeView } from "./lead-outcome.server.ts";

type OutcomePresses = Readonly<Record<"lead-won" | "lead-lost" | "record-won", PressName | null>>;

/** Asks how a finished lead ended, above everything else, until somebody says so. */
export function OutcomeMissing(props: {
  outcome: LeadOutcomeView;
  action: string;
  presses: OutcomePresses;
}) {
  const { outcome, action, presses } = props;
  if (!outcome.isMissing || presses["lead-won"] === null) return null;
  return (
    <div className="notice notice--warn mx-4 mb-4 flex-wrap sm:mx-6 print:hidden">
      <CircleAlert className="icon" aria-hidden />
      <a href="#outcome">{m.outcome_missing()}</a>
      {outcome.isDelivered && (
        <CommandForm press={presses["record-won"]} action={action} preventScrollReset>
          <Button type="submit" size="sm" variant="dark">
            {m.outcome_record_won()}
          </Button>
        </CommandForm>
      )}
    </div>
  );
}

/** How the lead ended, and the two forms that say so. */
export function LeadOutcome(props: {
  outcome: LeadOutcomeView;
  action: string;
  presses: OutcomePresses;
  result: FormResult | undefined;
}) {
  const { outcome, action, presses, result } = props;
  const { current, earlier, isMissing, wonView, lostView } = outcome;
  const forms = [
    { view: wonView, press: presses["lead-won"], title: m.outcome_won_title() },
    { view: lostView, press: presses["lead-lost"], title: m.outcome_lost_title() },
  ];
  return (
    <div className="grid gap-3">
      {current ? (
        <OutcomeLine outcome={current} />
      ) : (
        <p className="small muted">{isMissing ? m.outcome_missing() : m.outcome_none()}</p>
      )}
      {presses["lead-won"] &&
        forms.map(({ view, press, title }) => {
          const latest = latestView(result, view);
          return (
            <details
              key={`${view.form} ${current?.id}`}
              open={latest !== view}
              className="rounded-md border border-border px-4 py-2 print:hidden"
            >
              <summary className="min-h-11 cursor-pointer content-center font-bold">
                {title}
              </summary>
              <PageForm
                view={latest}
                press={press}
                action={action}
                submit={m.outcome_save()}
                variant="dark"
                className="pt-2 pb-3"
                preventScrollReset
              />
            </details>
          );
        })}
      {earlier.length > 0 && (
        <section>
          <p className="small muted mb-1">{m.outcome_earlier()}</p>
          <ul className="grid gap-3">
            {earlier.map((each) => (
              <li key={each.id}>
                <OutcomeLine outcome={each} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

function OutcomeLine({ outcome }: { outcome: OutcomeView }) {
  const { result, text, date, meta } = outcome;
  return (
    <div className="grid gap-1">
      <p className="flex flex-wrap items-center gap-2">
        <span className={result === "won" ? "chip chip--ok" : "chip"}>
          {result === "won" ? m.outcome_won() : m.outcome_lost()}
        </span>
        <b className="wrap-anywhere">{[text, date].filter(Boolean).join(" · ")}</b>
      </p>
      <p className="fine-print muted figures">{meta}</p>
    </div>
  );
}
