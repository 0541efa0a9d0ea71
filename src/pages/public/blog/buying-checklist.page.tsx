import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import { Button } from "#ui/button.tsx";
import { command } from "#ui/command.ts";
import { Link } from "#ui/link.tsx";
import { PageHead } from "#ui/page-head.tsx";
import { pageMeta } from "#ui/page-meta.ts";
import { pageStyle } from "#ui/page-style.ts";
import { SCRIPT_ON_DEMAND } from "#ui/script-on-demand.ts";
import type { Route } from "./+types/buying-checklist.page.ts";
import stylesheet from "../information/reading.css?url";

export const links = () => [pageStyle(stylesheet)];

export const handle = SCRIPT_ON_DEMAND;

const ARTICLE_ID = "buying-a-used-car-in-canada";

/** The article's checks, in the order in which they are done. */
const GROUPS = [
  {
    title: m.buying_checklist_before,
    points: [
      m.buying_checklist_before_price,
      m.buying_checklist_before_insurer,
      m.buying_checklist_before_dealer,
      m.buying_checklist_before_history,
      m.buying_checklist_before_recalls,
      m.buying_checklist_before_cold,
      m.buying_checklist_before_place,
    ],
  },
  {
    title: m.buying_checklist_papers,
    points: [
      m.buying_checklist_papers_names,
      m.buying_checklist_papers_vin,
      m.buying_checklist_papers_lien,
      m.buying_checklist_papers_wait,
      m.buying_checklist_papers_label,
    ],
  },
  {
    title: m.buying_checklist_outside,
    points: [
      m.buying_checklist_outside_plate,
      m.buying_checklist_outside_rust,
      m.buying_checklist_outside_tires,
    ],
  },
  {
    title: m.buying_checklist_inside,
    points: [
      m.buying_checklist_inside_air,
      m.buying_checklist_inside_windows,
      m.buying_checklist_inside_odometer,
    ],
  },
  {
    title: m.buying_checklist_drive,
    points: [
      m.buying_checklist_drive_cold,
      m.buying_checklist_drive_roads,
      m.buying_checklist_drive_brake,
      m.buying_checklist_drive_wheel,
      m.buying_checklist_drive_under,
    ],
  },
  {
    title: m.buying_checklist_pay,
    points: [
      m.buying_checklist_pay_mechanic,
      m.buying_checklist_pay_lender,
      m.buying_checklist_pay_writing,
      m.buying_checklist_pay_contract,
      m.buying_checklist_pay_deposit,
      m.buying_checklist_pay_means,
      m.buying_checklist_pay_insurer,
    ],
  },
] as const;

/** Blanks for the car's data, to fill in by hand. */
const BLANKS = [
  m.buying_checklist_car,
  m.buying_checklist_vin,
  m.buying_checklist_odometer,
  m.buying_checklist_seller,
] as const;

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: m.buying_checklist_title(),
    description: m.buying_checklist_description(),
  });
}

/** The article's checks as lines to tick: one Letter page in print. */
export default function BuyingChecklistPage() {
  return (
    <div className="page page-width tick-page">
      <PageHead title={m.buying_checklist_title()}>
        <div className="print:hidden">
          <p>{m.buying_checklist_lead()}</p>
          <p>
            <Link to={paths.blogPost(ARTICLE_ID)}>{m.buying_checklist_article()}</Link>
          </p>
          <div className="with-script mt-4">
            <Button variant="dark" {...command("print")}>
              {m.buying_checklist_print()}
            </Button>
          </div>
        </div>
      </PageHead>
      <ul className="tick-page__blanks">
        {BLANKS.map((word) => (
          <li key={word()}>{word()}</li>
        ))}
      </ul>
      <div className="tick-page__groups">
        {GROUPS.map(({ title, points }) => (
          <section key={title()}>
            <h2>{title()}</h2>
            <ul className="tick-list">
              {points.map((point) => (
                <li key={point()}>{point()}</li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </div>
  );
}
