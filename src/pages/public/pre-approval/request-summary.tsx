import { AnswerList } from "#forms/page/answer-list.tsx";
import type { Summary, SummaryRow } from "#forms/view-model.ts";
import type { WantedCar } from "#domain/pre-approval/wanted-car.server.ts";
import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import { Link } from "#ui/link.tsx";
import { MatchRow } from "./match-row.tsx";
import { VehiclePicture } from "./vehicle-picture.tsx";

/**
 * What the person has asked for so far, beside the question: picture, type, budget and the rest.
 */
export function RequestSummary({
  summary,
  carType,
  car,
  isShort = false,
}: {
  summary: Summary;
  /** The chosen type's code; null before the first answer. */
  carType: string | null;
  /** The car that the request is about, shown in place of a car of the type. */
  car: WantedCar | null;
  /** Only what is asked for; if the whole summary is elsewhere on the page. */
  isShort?: boolean;
}) {
  const rows = isShort ? summary.rows.filter(isAboutTheCar) : summary.rows;
  const type = summary.rows.find(({ key }) => key === "carType")?.value;
  return (
    <aside
      // In a one-column layout the whole list above says the same.
      className={isShort ? "summary-card card max-lg:hidden" : "summary-card card"}
      aria-labelledby="request-summary"
    >
      {!car && carType && (
        <div className="summary-card__picture">
          <VehiclePicture carType={carType} slot="summary" label={type ?? ""} />
        </div>
      )}
      <div className="summary-card__body">
        <h2 id="request-summary">{summary.heading}</h2>
        {car && <WantedCarLine car={car} />}
        <AnswerList rows={rows} />
      </div>
    </aside>
  );
}

/**
 * The car that the person came from: still for sale, or gone, with the most similar ones; it never
 * blocks the form.
 */
export function WantedCarLine({
  car,
  isOnPanel = false,
}: {
  car: WantedCar;
  /** The car cannot be dropped on the panel. */
  isOnPanel?: boolean;
}) {
  return (
    <div className="wanted-car">
      <p className="small muted">{m.pre_approval_car()}</p>
      <MatchRow listing={car.listing} />
      {car.isAgreed && <p className="small mt-2">{m.pre_approval_car_agreed()}</p>}
      {!car.isForSale && (
        <>
          <p className="notice notice--warn mt-3" role="status">
            {m.pre_approval_car_gone()}
          </p>
          {car.nearest.length > 0 && (
            <ul className="mt-3 grid gap-2" aria-label={m.pre_approval_car_nearest()}>
              {car.nearest.map((listing) => (
                <li key={listing.id}>
                  <MatchRow listing={listing} />
                </li>
              ))}
            </ul>
          )}
        </>
      )}
      {!isOnPanel && (
        <p className="small mt-2">
          <Link to={`${paths.preApproval()}?listing=`} reloadDocument>
            {m.pre_approval_car_drop()}
          </Link>
        </p>
      )}
    </div>
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
