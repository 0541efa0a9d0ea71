import { CircleCheck, Clock, FileText, HandCoins, Users } from "lucide-react";
import { type ReactNode, useRef, useEffect, useState } from "react";
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
import { PhotosLink, ReviewPhotos } from "./review-photos.tsx";
import type { SellCarExtras } from "./sell-car-wizard.server.ts";
import { useControlValue } from "#forms/page/use-control-value.ts";
import {
  BODY_TRIMS,
  BODY_TYPES,
  COLOURS,
  isBodyType,
  type Style,
  STYLE_OF_BODY_TYPE,
} from "#values/vehicle.ts";
import { CarPicture } from "./car-picture.tsx";
import { type DrawnCar, buildIllustration } from "#domain/sell-request/drawn-car.ts";
import type { Summary } from "#forms/view-model.ts";
import type { OptionPicture } from "#forms/page/radios-field.tsx";
import { PAINT_COLOURS } from "#packages/car-illustration/options";

/**
 * The parts of the seven steps (SPEC.md §2) that only this form has: beside each step, and on step
 * 7 all answers.
 */
export function sellCarParts(step: StepParts<SellCarExtras>): WizardParts {
  const { view, extras, sources, sections } = step;
  const { car, photos } = extras;
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
      style: <StyleSuggester />,
      shareWithDealerships: <PhotosLink count={photos.length} />,
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

/** Questions with a note on the source of their value; one note is enough for several values. */
const SOURCES_WITH_NOTE: ReadonlySet<string> = new Set([
  "vin",
  "province",
  "manufactureYear",
  "sellerEmail",
  "sellerPhone",
]);

function sourceNotes(sources: StepParts<SellCarExtras>["sources"]): Record<string, ReactNode> {
  const notes: Record<string, ReactNode> = {};
  for (const [name, source] of Object.entries(sources))
    if (source && SOURCES_WITH_NOTE.has(name))
      notes[name] = <p className="field-hint mt-1.5">{describeSource(name, source)}</p>;
  return notes;
}

/** The source of a prefilled answer, in a sentence under its question. */
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

/** The car as chosen so far: with JavaScript it changes with each choice. */
function CarPreview({ car }: { car: DrawnCar }) {
  const inside = useRef<HTMLDivElement>(null);
  const bodyType = useControlValue(inside, "bodyType");
  const bodyTrim = useControlValue(inside, "bodyTrim");
  const colour = useControlValue(inside, "exteriorColour");
  const shown = {
    bodyType: BODY_TYPES.find((code) => code === bodyType) ?? car.bodyType,
    bodyTrim: BODY_TRIMS.find((code) => code === bodyTrim) ?? car.bodyTrim,
    exteriorColour: COLOURS.find((code) => code === colour) ?? car.exteriorColour,
  };
  return (
    <div ref={inside} className="mt-3 max-w-[560px] overflow-hidden rounded-lg">
      <CarPicture car={shown} slot="preview" />
    </div>
  );
}

/** The answers about the car so far, beside the step: its drawing, name and facts. */
function CarSummary({
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
          <CarPicture car={car} slot="summary" />
        </div>
      )}
      <div className="summary-card__body">
        <h2 id="car-summary">{car.name || summary.heading}</h2>
        {!isShort && <AnswerList rows={summary.rows} />}
      </div>
    </aside>
  );
}

const PLAIN: Pick<DrawnCar, "bodyType" | "bodyTrim" | "exteriorColour"> = {
  bodyType: "sedan",
  bodyTrim: "base",
  exteriorColour: "silver",
};

/** The drawings of step 1: a body type, a style and a trim as a car, a colour as itself. */
const optionPicture: OptionPicture = (family, code) => {
  if (family === "colour") {
    const exteriorColour = COLOURS.find((each) => each === code);
    if (!exteriorColour) return null;
    const { colour } = buildIllustration({ ...PLAIN, exteriorColour });
    return (
      <svg className="colour-swatch" aria-hidden>
        <circle cx="50%" cy="50%" r="50%" fill={PAINT_COLOURS[colour]} />
      </svg>
    );
  }
  const bodyType = BODY_TYPES.find((each) => each === code);
  const bodyTrim = BODY_TRIMS.find((each) => each === code);
  return (
    <CarPicture
      slot="tile"
      car={{ ...PLAIN, ...(bodyType && { bodyType }), ...(bodyTrim && { bodyTrim }) }}
    />
  );
};

/**
 * Shown under the style: chooses the style nearest to the body type, and says so. A style chosen by
 * the person is not changed. Without JavaScript the server fills in a blank style.
 */
function StyleSuggester() {
  const inside = useRef<HTMLDivElement>(null);
  const [isFilled, setFilled] = useState(false);
  useEffect(() => {
    const form = inside.current?.closest("form");
    const [styles, bodyTypes] = ["style", "bodyType"].map((name) => form?.elements.namedItem(name));
    if (!form || !(styles instanceof RadioNodeList)) return;
    let filled: Style | undefined;
    // A style that the page came with, and that fits, is treated as suggested too.
    if (bodyTypes instanceof RadioNodeList && isBodyType(bodyTypes.value)) {
      const nearest = STYLE_OF_BODY_TYPE[bodyTypes.value];
      if (nearest === styles.value) filled = nearest;
    }
    // Listens on the form itself, so that the autosave, on an outer element, sees both answers.
    const follow = ({ target }: Event) => {
      if (!(target instanceof HTMLInputElement)) return;
      if (target.name === "style") setFilled(target.value === filled);
      if (target.name !== "bodyType" || !isBodyType(target.value)) return;
      if (styles.value !== "" && styles.value !== filled) return;
      filled = STYLE_OF_BODY_TYPE[target.value];
      styles.value = filled;
      setFilled(true);
    };
    form.addEventListener("change", follow);
    return () => form.removeEventListener("change", follow);
  }, []);
  return (
    <div ref={inside} role="status">
      {isFilled && <p className="field-hint mt-1.5">{m.sell_car_from_body_type()}</p>}
    </div>
  );
}
