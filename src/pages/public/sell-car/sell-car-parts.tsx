import { CircleCheck, Clock, FileText, HandCoins, Users } from "lucide-react";
import type { ReactNode } from "react";
import { AnswerList } from "#forms/page/answer-list.tsx";
import type { StepView } from "#forms/view-model.ts";
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
import { ReviewPhotos } from "./review-photos.tsx";
import type { SellCarOwn } from "./sell-car-wizard.server.ts";

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
      exteriorColour: <CarPreview car={car} />,
    },
    phoneText: m.sell_car_phone_text(),
    last: {
      drawsQuestions: true,
      above: (shown) => (
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
          <ShareBox view={shown} />
        </>
      ),
    },
  };
}

/** Of several values from one source the last one says it for all. */
const NOTED: ReadonlySet<string> = new Set(["province", "manufactureYear", "sellerEmail"]);

function sourceNotes(sources: StepParts<SellCarOwn>["sources"]): Record<string, ReactNode> {
  const notes: Record<string, ReactNode> = {};
  for (const [name, source] of Object.entries(sources))
    if (source && NOTED.has(name))
      notes[name] = <p className="field-hint mt-1.5">{SOURCE_WORDS[source]?.()}</p>;
  return notes;
}

const SOURCE_WORDS: Readonly<Partial<Record<PrefillSource, () => string>>> = {
  offer: m.sell_car_from_offer,
  model_year: m.sell_car_from_model_year,
  account: m.sell_car_from_account,
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

/** The consent that dealerships see the answers: its own box, unticked, and clearly not needed. */
function ShareBox({ view }: { view: StepView }) {
  const question = view.questions.find(({ name }) => name === "shareWithDealerships");
  if (question?.control !== "checkbox") return null;
  return (
    <fieldset className="mt-7" aria-describedby="share-hint">
      <legend className="field-label">{m.sell_car_share_title()}</legend>
      <p className="field-hint mb-2" id="share-hint">
        {m.sell_car_share_hint()}
      </p>
      <label className="checkbox-row checkbox-row--top py-1.5">
        <input
          className="choice-input"
          type="checkbox"
          id={question.id}
          name={question.name}
          value={question.value}
          defaultChecked={question.checked}
        />
        <i aria-hidden />
        <span>{question.label}</span>
      </label>
    </fieldset>
  );
}
