import { type ReactNode, useMemo } from "react";
import { StepForm } from "#forms/page/step-form.tsx";
import type { StepView } from "#forms/view-model.ts";
import { m } from "#messages/messages.js";
import { PostFailure } from "#pages/public/form-journey/post-failure.tsx";
import { useQuietSaving } from "#pages/public/form-journey/use-quiet-saving.ts";
import type { PhoneWidget } from "#domain/phone-verification/phone-code.server.ts";
import { PhoneVerification } from "#pages/public/phone-code/phone-verification.tsx";
import type { VinAnswer } from "#domain/catalogue/vin-decoder/vin-fills.ts";
import { VinLookup } from "#pages/public/vin/vin-lookup.tsx";
import { hrefIn } from "#ui/locale-href.ts";
import { CarPreview } from "./car-preview.tsx";
import type { DrawnCar } from "#domain/sell-request/drawn-car.ts";
import { optionPicture } from "./option-picture.tsx";
import type { PrefillSource } from "./prefill.server.ts";
import { sellStepPath } from "./sell-step-path.ts";
import { VIN_FILLS } from "./vin-fills.ts";

type SellStepFormProps = {
  view: StepView;
  car: DrawnCar;
  sources: Readonly<Partial<Record<string, PrefillSource>>>;
  contact: PhoneWidget | null;
  vin?: VinAnswer;
  hasFailed: boolean;
};

/** Steps 1 to 6: what is asked, and beside it what helps to answer. */
export function SellStepForm(props: SellStepFormProps) {
  const { view, car, sources, contact, vin, hasFailed } = props;
  const save = useQuietSaving(hrefIn(sellStepPath(view)));
  const after = useMemo(() => {
    const notes: Record<string, ReactNode> = {};
    for (const [name, source] of Object.entries(sources))
      if (source && NOTED.has(name))
        notes[name] = <p className="field-hint mt-1.5">{sourceWords(source)}</p>;
    return {
      ...notes,
      vin: <VinLookup fills={VIN_FILLS} answer={vin} />,
      exteriorColour: <CarPreview car={car} />,
    };
  }, [sources, vin, car]);
  return (
    <StepForm view={view} picture={optionPicture} after={after} {...save}>
      {contact && <PhoneVerification contact={contact} text={m.sell_car_phone_text()} />}
      <PostFailure answer={hasFailed ? { kind: "failed" } : null} />
    </StepForm>
  );
}

/** Of several values from one source the last one says it for all. */
const NOTED: ReadonlySet<string> = new Set(["province", "manufactureYear", "sellerEmail"]);

function sourceWords(source: PrefillSource): string {
  switch (source) {
    case "offer":
      return m.sell_car_from_offer();
    case "model_year":
      return m.sell_car_from_model_year();
    case "account":
      return m.sell_car_from_account();
  }
}
