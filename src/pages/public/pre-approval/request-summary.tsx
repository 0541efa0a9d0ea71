import { AnswerList } from "#forms/page/answer-list.tsx";
import type { Summary, SummaryRow } from "#forms/view-model.ts";
import { VehiclePicture } from "./vehicle-picture.tsx";

/** What the person asked for so far, beside the question: picture, type, budget and the rest. */
export function RequestSummary({
  summary,
  carType,
  isShort = false,
}: {
  summary: Summary;
  /** The chosen type's code; null before the first answer. */
  carType: string | null;
  /** Only what is asked for, where the whole stands elsewhere on the page. */
  isShort?: boolean;
}) {
  const rows = isShort ? summary.rows.filter(isAboutTheCar) : summary.rows;
  const type = summary.rows.find(({ key }) => key === "carType")?.value;
  return (
    <aside
      // Where the page is one column, the whole list above says the same.
      className={isShort ? "summary-card card max-lg:hidden" : "summary-card card"}
      aria-labelledby="request-summary"
    >
      {carType && (
        <div className="summary-card__picture">
          <VehiclePicture carType={carType} place="summary" label={type ?? ""} />
        </div>
      )}
      <div className="summary-card__body">
        <h2 id="request-summary">{summary.heading}</h2>
        <AnswerList rows={rows} />
      </div>
    </aside>
  );
}

/** "Check your answers": all of them, before sending. */
export function WholeSummary({
  title,
  rows,
  note,
}: {
  title: string;
  rows: readonly SummaryRow[];
  note: string;
}) {
  return (
    <section className="summary-card card mt-8" aria-labelledby="check-answers">
      <div className="summary-card__body">
        <h2 id="check-answers">{title}</h2>
        <AnswerList rows={rows} />
        <p className="fine-print muted mt-3">{note}</p>
      </div>
    </section>
  );
}

function isAboutTheCar({ key }: SummaryRow): boolean {
  return key === "carType" || key === "budget" || key === "vehicleLocation";
}
