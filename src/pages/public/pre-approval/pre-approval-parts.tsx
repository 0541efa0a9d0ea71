import { Clock, FileText, Info, ShieldCheck, Users } from "lucide-react";
import { m } from "#messages/messages.js";
import { StartNotes } from "#pages/public/form-journey/start-notes.tsx";
import type { PrefillSource, StepParts, WizardParts } from "#pages/public/form-journey/wizard.ts";
import { paths } from "#site/paths.ts";
import { AnnualIncomeFill } from "./annual-income.tsx";
import { CreditGauge } from "./credit-gauge.tsx";
import type { PreApprovalOwn } from "./pre-approval-wizard.server.ts";
import { RequestSummary, WholeSummary } from "./request-summary.tsx";
import { SearchingOverlay } from "./searching-overlay.tsx";
import { VehiclePicture } from "./vehicle-picture.tsx";

/** Where an answer came from that nobody has given yet. */
function SourceNote({ source }: { source: PrefillSource | undefined }) {
  const text =
    source === "income" ? m.pre_approval_source_income() : m.pre_approval_source_listing();
  return <p className="small muted mt-3">{text}</p>;
}

/** What the 16 questions (SPEC.md §2) draw of their own. */
export function preApprovalParts({ view, own, sources }: StepParts<PreApprovalOwn>): WizardParts {
  const { carType, car, creditAgeNote } = own;
  const hasAnswers = view.summary.rows.length > 0;
  const summary = (
    <RequestSummary summary={view.summary} carType={carType} car={car} isShort={view.isLast} />
  );
  return {
    sentPath: paths.preApprovalSent,
    // Who comes from a car has a summary, and has not been told yet what will be asked and why.
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
        <VehiclePicture carType={code} place="tile" />
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
