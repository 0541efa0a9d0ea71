import { CircleCheck, Clock, FileText, HandCoins, Users } from "lucide-react";
import type { ReactNode } from "react";
import { AnswerList } from "#forms/page/answer-list.tsx";
import { m } from "#messages/messages.js";
import { StartNotes } from "#pages/public/form-journey/start-notes.tsx";
import type {
  PrefillSource,
  ReviewSection,
  StepParts,
  WizardParts,
} from "#pages/public/form-journey/wizard.ts";
import { paths } from "#site/paths.ts";
import { Link } from "#ui/link.tsx";
import { CarPreview } from "./car-preview.tsx";
import { CarSummary } from "./car-summary.tsx";
import { optionPicture } from "./option-picture.tsx";
import { PhotosOnTheWay, ReviewPhotos } from "./review-photos.tsx";
import type { SellCarOwn } from "./sell-car-wizard.server.ts";
import { StyleFollower } from "./style-follower.tsx";

/** What the seven steps (SPEC.md §2) draw of their own: beside each, and on step 7 all answers. */
export function sellCarParts(step: StepParts<SellCarOwn>): WizardParts {
  const { view, own, sources, sections } = step;
  const { car, photos } = own;
  const isBlank = view.summary.rows.length === 0 && car.name === "";
  return {
    sentPath: paths.sellRequest,
    aside: isBlank ? (
      <StartNotes
        title={m.sell_car_start_title()}
        notes={[
          { Icon: Clock, text: m.sell_car_start_time() },
          { Icon: FileText, text: m.sell_car_start_need() },
          { Icon: Users, text: m.sell_car_start_who() },
          { Icon: HandCoins, text: m.sell_car_start_free() },
        ]}
      />
    ) : (
      <CarSummary car={car} summary={view.summary} isShort={view.isLast} />
    ),
    picture: optionPicture,
    after: {
      ...sourceNotes(sources),
      style: <StyleFollower />,
      shareWithDealerships: <PhotosOnTheWay count={photos.length} />,
      exteriorColour: <CarPreview car={car} />,
    },
    phoneText: m.sell_car_phone_text(),
    last: {
      drawsQuestions: true,
      above: () => (
        <>
          <ReviewSections sections={sections} />
          <ReviewPhotos photos={photos} />
          <div className="success-note mt-6">
            <CircleCheck className="icon" aria-hidden />
            <p>
              {m.sell_car_terms_read()}{" "}
              <Link to={paths.sellCarTerms()}>{m.sell_car_terms_read_again()}</Link>
            </p>
          </div>
        </>
      ),
    },
  };
}

/** Of several values from one source one says it for all. */
const NOTED: ReadonlySet<string> = new Set([
  "vin",
  "province",
  "manufactureYear",
  "sellerEmail",
  "sellerPhone",
]);

function sourceNotes(sources: StepParts<SellCarOwn>["sources"]): Record<string, ReactNode> {
  const notes: Record<string, ReactNode> = {};
  for (const [name, source] of Object.entries(sources))
    if (source && NOTED.has(name))
      notes[name] = <p className="field-hint mt-1.5">{describeSource(name, source)}</p>;
  return notes;
}

/** Where the answer to a question came from, in a sentence under it. */
export function describeSource(name: string, source: PrefillSource): string | undefined {
  if (name === "sellerPhone" && source === "account") return m.sell_car_from_account_phone();
  return SOURCE_WORDS[source]?.();
}

const SOURCE_WORDS: Readonly<Partial<Record<PrefillSource, () => string>>> = {
  offer: m.sell_car_from_offer,
  model_year: m.sell_car_from_model_year,
  account: m.sell_car_from_account,
  vin: m.sell_car_from_vin,
  vin_offer: m.sell_car_from_vin_offer,
};

function ReviewSections({ sections }: { sections: readonly ReviewSection[] }) {
  return sections.map(({ slug, title, rows }) => (
    <section
      key={slug}
      className="summary-card summary-card--roomy card mb-4"
      aria-labelledby={`review-${slug}`}
    >
      <div className="summary-card__body">
        <h2 id={`review-${slug}`}>{title}</h2>
        <AnswerList rows={rows} />
      </div>
    </section>
  ));
}
