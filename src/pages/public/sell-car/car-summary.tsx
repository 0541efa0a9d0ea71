import { AnswerList } from "#forms/page/answer-list.tsx";
import type { Summary } from "#forms/view-model.ts";
import { CarPicture } from "./car-picture.tsx";
import type { DrawnCar } from "#domain/sell-request/drawn-car.ts";

/** What the person said of the car so far, beside the step: its drawing, its name, and the rest. */
export function CarSummary({
  car,
  summary,
  isShort = false,
}: {
  car: DrawnCar;
  summary: Summary;
  /** Only which car it is, where the page itself lists the answers. */
  isShort?: boolean;
}) {
  return (
    <aside className="summary-card card max-lg:hidden" aria-labelledby="car-summary">
      {car.bodyType && (
        <div className="summary-card__picture">
          <CarPicture car={car} place="summary" />
        </div>
      )}
      <div className="summary-card__body">
        <h2 id="car-summary">{car.name || summary.heading}</h2>
        {!isShort && <AnswerList rows={summary.rows} />}
      </div>
    </aside>
  );
}
