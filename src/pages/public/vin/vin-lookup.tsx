import { useRef, useState } from "react";
import { useHydrated } from "#ui/use-hydrated.ts";
import { m } from "#messages/messages.js";
import { Button } from "#ui/button.tsx";
import { fillControls } from "./fill-controls.ts";
import { useVinLookUp } from "./use-vin-look-up.ts";
import {
  valuesToFill,
  VIN_INTENT,
  type VinAnswer,
  type VinFills,
} from "#domain/catalogue/vin-decoder/vin-fills.ts";
import { VinFinding } from "./vin-finding.tsx";

type VinLookupProps = {
  fills: VinFills;
  /** The name of the VIN's control, in the same form. */
  control?: string;
  /** What the server answered to the button without JavaScript; it has filled in the blanks. */
  answer?: VinAnswer;
};

/**
 * Stands right under a VIN field, inside its form: looks the VIN up, says which car it is and fills
 * in what is blank. Without JavaScript its button posts the form with `intent=look-up-vin`, which the
 * page's action answers with `answerVinLookUp`.
 */
export function VinLookup({ fills, control = "vin", answer: given }: VinLookupProps) {
  const inside = useRef<HTMLDivElement>(null);
  const isHydrated = useHydrated();
  const { state, lookUp } = useVinLookUp({ inside, control, given });
  const answer = state.step === "answered" ? state.answer : undefined;
  const [used, setUsed] = useState<{ of: VinAnswer; hasKept: boolean }>();
  const use = () => {
    const form = inside.current?.closest("form");
    if (!form || (answer?.state !== "decoded" && answer?.state !== "unknown")) return;
    const { first, hasKept } = fillControls(form, valuesToFill(answer, fills));
    setUsed({ of: answer, hasKept });
    // The button goes; the person goes on where the first detail stands, and checks it.
    first?.focus();
  };
  return (
    <div ref={inside} className="mt-3 grid gap-3">
      {!isHydrated && (
        // Enter in any field presses a form's first button, which is to go on and not to look up.
        <button type="submit" className="sr" tabIndex={-1} aria-hidden />
      )}
      <Button
        type={isHydrated ? "button" : "submit"}
        formNoValidate
        look="ghost"
        size="sm"
        className="justify-self-start"
        {...VIN_INTENT}
        busy={state.step === "looking"}
        onClick={lookUp}
      >
        {state.step === "looking" ? m.vin_looking() : m.vin_look_up()}
      </Button>
      <VinFinding
        state={state}
        isFilled={answer !== undefined && (answer === given || answer === used?.of)}
        hasKept={answer === used?.of && used?.hasKept === true}
        onUse={use}
      />
    </div>
  );
}
