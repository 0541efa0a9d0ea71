import { Clock, FileText, Info, ShieldCheck, Users } from "lucide-react";
import { m } from "#messages/messages.js";
import { StartNotes } from "#pages/public/form-journey/start-notes.tsx";
import type { PrefillSource, StepParts, WizardParts } from "#pages/public/form-journey/wizard.ts";
import { paths } from "#site/paths.ts";
import type { PreApprovalExtras } from "./pre-approval-wizard.server.ts";
import { RequestSummary, WholeSummary } from "./request-summary.tsx";
import { SearchingOverlay } from "./searching-overlay.tsx";
import { VehiclePicture } from "./vehicle-picture.tsx";
import { SCORE_RANGE, isCreditBand } from "#values/credit-band.ts";
import { useEffect, useRef } from "react";
import { computeAnnualIncome } from "#domain/pre-approval/income.ts";
import { readNumber } from "#values/number-reading.ts";

/** The source of an answer that the person has not given yet. */
function SourceNote({ source }: { source: PrefillSource | undefined }) {
  const text =
    source === "income" ? m.pre_approval_source_income() : m.pre_approval_source_listing();
  return <p className="small muted mt-3">{text}</p>;
}

/** The parts that only the form of 16 questions (SPEC.md §2) has. */
export function preApprovalParts({
  view,
  extras,
  sources,
}: StepParts<PreApprovalExtras>): WizardParts {
  const { carType, car, creditAgeNote } = extras;
  const hasAnswers = view.summary.rows.length > 0;
  const summary = (
    <RequestSummary summary={view.summary} carType={carType} car={car} isShort={view.isLast} />
  );
  return {
    sentPath: paths.preApprovalSent,
    // A person who comes from a car has a summary already, but has not read yet what will be asked
    // and why.
    aside: hasAnswers ? (
      summary
    ) : (
      <div className="grid gap-5 content-start">
        {carType !== null && summary}
        <StartNotes
          title={m.pre_approval_start_title()}
          notes={[
            { Icon: Clock, text: m.pre_approval_start_time() },
            { Icon: FileText, text: m.pre_approval_start_need() },
            { Icon: Users, text: m.pre_approval_start_who() },
            { Icon: ShieldCheck, text: m.pre_approval_start_credit() },
          ]}
        />
      </div>
    ),
    // The small drawings beside the options of the first and the fourth question.
    picture: (family, code) =>
      family === "vehicle-type" ? (
        <VehiclePicture carType={code} slot="tile" />
      ) : (
        <CreditGauge band={code} />
      ),
    after: {
      hoursPerWeek: <AnnualIncomeFill />,
      monthlyPay: <AnnualIncomeFill />,
      ...Object.fromEntries(
        Object.entries(sources).map(([name, source]) => [
          name,
          <SourceNote key={name} source={source} />,
        ]),
      ),
    },
    overlay: <SearchingOverlay />,
    last: {
      above: () =>
        creditAgeNote && (
          <p className="notice notice--plain mt-6">
            <Info className="icon" aria-hidden />
            {creditAgeNote}
          </p>
        ),
      below: (
        <WholeSummary
          title={m.pre_approval_check_title()}
          rows={view.summary.rows}
          note={m.pre_approval_sealed_note()}
        />
      ),
    },
  };
}

/** Half a circle with a radius of 18, slightly shorter because of its round ends. */
const ARC_LENGTH = 56.5;
const ARC = "M4 23a18 18 0 0 1 36 0";
const BEST_SCORE = 900;

/** The gauge of a credit band, on the scale of 300 to 900; empty for no credit. */
function CreditGauge({ band }: { band: string }) {
  const range = isCreditBand(band) ? SCORE_RANGE[band] : null;
  const filled = range ? ((range.highest / BEST_SCORE) ** 2 * ARC_LENGTH).toFixed(1) : null;
  const line = { d: ARC, fill: "none", strokeWidth: 5, strokeLinecap: "round" } as const;
  return (
    <svg className="credit-gauge" viewBox="0 0 44 26" aria-hidden>
      <path {...line} stroke="var(--line)" />
      {filled && <path {...line} stroke="var(--red-600)" strokeDasharray={`${filled} 99`} />}
    </svg>
  );
}

/**
 * Computes the yearly income from the hourly or monthly pay beside it, until the person types it
 * themselves. Without a script it is typed, as its hint says.
 */
function AnnualIncomeFill() {
  const note = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    const form = note.current?.closest("form");
    if (!form) return;
    const control = (name: string) => {
      const found = form.elements.namedItem(name);
      return found instanceof HTMLInputElement ? found : null;
    };
    const annual = control("annualIncome");
    // An earlier answer is kept until the pay beside it changes.
    let isOwn = false;
    const follow = (event: Event) => {
      if (!annual || !(event.target instanceof HTMLInputElement)) return;
      if (event.target === annual) isOwn = event.isTrusted || isOwn;
      if (isOwn || !FOLLOWED.includes(event.target.name)) return;
      const read = (name: string) => {
        const reading = readNumber(control(name)?.value ?? "", { min: 0 });
        return reading.ok ? reading.value : undefined;
      };
      const [hourlyWage, hoursPerWeek, monthlyPay] = FOLLOWED.map(read);
      const computed = computeAnnualIncome({
        ...(hourlyWage !== undefined && { hourlyWage }),
        ...(hoursPerWeek !== undefined && { hoursPerWeek }),
        ...(monthlyPay !== undefined && { monthlyPay }),
      });
      if (computed !== null) annual.value = String(computed);
    };
    form.addEventListener("input", follow);
    return () => form.removeEventListener("input", follow);
  }, []);
  return (
    <p ref={note} className="small muted mt-3">
      {m.pre_approval_income_follows()}
    </p>
  );
}

const FOLLOWED = ["hourlyWage", "hoursPerWeek", "monthlyPay"];
