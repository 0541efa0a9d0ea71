import { Printer } from "lucide-react";
import { useHydrated } from "#ui/use-hydrated.ts";
import { m } from "#messages/messages.js";
import { site } from "#site/site.ts";
import { Button } from "#ui/button.tsx";
import { command } from "#ui/command.ts";
import type { SentFacts } from "./sent-facts.server.ts";

/**
 * The lower part of every confirmation: reference, next steps, who has the data, a printable copy.
 */
export function SentDetails({
  facts,
  nextSteps,
  isOwn,
  isOver = false,
}: {
  facts: SentFacts;
  nextSteps: readonly string[];
  /** The viewer is the sender: the page itself has the ways to correct or withdraw it. */
  isOwn: boolean;
  /** It was withdrawn: there are no next steps, and nobody else will get the data. */
  isOver?: boolean;
}) {
  const isHydrated = useHydrated();
  return (
    <>
      <dl className="card p-6 inline-grid gap-1">
        <dt className="muted small">{m.form_journey_reference()}</dt>
        <dd className="display figures text-page-title tracking-[0.06em]">{facts.reference}</dd>
      </dl>
      {!isOver && (
        <div className="prose mt-9">
          {nextSteps.length > 0 && <h2>{m.form_journey_next_title()}</h2>}
          {nextSteps.length > 0 && (
            <ol>
              {nextSteps.map((step) => (
                <li key={step}>{step}</li>
              ))}
            </ol>
          )}
          <p>
            {facts.isConfirmedByEmail
              ? m.form_journey_confirmation()
              : m.form_journey_reference_only()}
          </p>
          <h2>{m.form_journey_data_title()}</h2>
          <p>
            {describeReaders(facts)}{" "}
            {isOwn ? m.form_journey_rights() : m.form_journey_withdraw({ email: site.email })}
          </p>
        </div>
      )}
      {isHydrated && (
        <Button className="mt-8 print:hidden" variant="ghost" {...command("print")}>
          <Printer className="icon" aria-hidden /> {m.form_journey_print()}
        </Button>
      )}
    </>
  );
}

/** Who has the answers, and who will get them. */
function describeReaders({ dealershipName, awaited }: SentFacts): string {
  if (dealershipName !== null)
    return m.form_journey_data_dealership({ dealership: dealershipName });
  return awaited === null
    ? m.form_journey_data_staff()
    : m.form_journey_data_awaited({ dealership: awaited });
}

/** What the dealership does next, or waits for; empty if no dealership gets the request. */
export function listPassingSteps({ dealershipName, awaited }: SentFacts): string[] {
  if (dealershipName !== null)
    return [m.form_journey_next_dealership({ dealership: dealershipName })];
  return awaited === null ? [] : [m.form_journey_next_awaited({ dealership: awaited })];
}
