import { useRef, useState, type ReactNode } from "react";
import { useHydrated } from "#ui/use-hydrated.ts";
import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { sends } from "#pages/command/press.ts";
import { Button } from "#ui/button.tsx";
import { fillControls } from "./fill-controls.ts";
import { useVinLookUp, type VinLookUpState } from "./use-vin-look-up.ts";
import {
  LOOK_UP_VIN,
  listValuesToFill,
  type VinAnswer,
  type VinFills,
  formatVinCar,
} from "#domain/catalogue/vin-decoder/vin-fills.ts";
import { Car, CircleCheck, Info, TriangleAlert } from "lucide-react";

type VinLookupProps = {
  fills: VinFills;
  /** The name of the VIN's control, in the same form. */
  control?: string;
  /** What the server answered to the button without JavaScript; it has filled in the blanks. */
  answer?: VinAnswer;
};

/**
 * Stands right under a VIN field, inside its form: looks the VIN up, says which car it is and fills
 * in what is blank. Without JavaScript its button posts the form with the command `LOOK_UP_VIN`, which the
 * page's action answers with `answerVinLookUp`.
 */
export function VinLookup({ fills, control = "vin", answer: given }: VinLookupProps) {
  const inside = useRef<HTMLDivElement>(null);
  const isHydrated = useHydrated();
  const { state, lookUp } = useVinLookUp({ inside, control, given });
  const answer = state.step === "answered" ? state.answer : undefined;
  const [used, setUsed] = useState<{ of: VinAnswer; hasKept: boolean; names: string[] }>();
  const use = () => {
    const form = inside.current?.closest("form");
    if (!form || (answer?.state !== "decoded" && answer?.state !== "unknown")) return;
    const { first, ...rest } = fillControls(form, listValuesToFill(answer, fills));
    setUsed({ of: answer, ...rest });
    // The button goes; the person goes on where the first detail stands, and checks it.
    first?.focus();
  };
  return (
    <div ref={inside} className="mt-3 grid gap-3">
      {!isHydrated && (
        // Enter in any field presses a form's first button, which is to go on and not to look up.
        <button type="submit" className="sr-only" tabIndex={-1} aria-hidden />
      )}
      <Button
        type={isHydrated ? "button" : "submit"}
        formNoValidate
        look="ghost"
        size="sm"
        className="justify-self-start"
        {...sends(LOOK_UP_VIN)}
        busy={state.step === "looking"}
        onClick={lookUp}
      >
        {state.step === "looking" ? m.vin_looking() : m.vin_look_up()}
      </Button>
      <VinFinding
        state={state}
        isFilled={answer !== undefined && (answer === given || answer === used?.of)}
        hasKept={answer === used?.of && used?.hasKept === true}
        names={answer === used?.of ? (used?.names ?? []) : []}
        onUse={use}
      />
    </div>
  );
}

type VinFindingProps = {
  state: VinLookUpState;
  /** The blanks were filled in already. */
  isFilled: boolean;
  /** Something else stood in a control, and stayed. */
  hasKept: boolean;
  /** What was filled in, as the page calls it. */
  names: readonly string[];
  onUse: () => void;
};

/** What a look-up found, said as it comes in. */
function VinFinding({ state, isFilled, hasKept, names, onUse }: VinFindingProps) {
  const answer = state.step === "answered" ? state.answer : undefined;
  const car = answer && nameCar(answer);
  return (
    <div role="status" className="grid gap-3 empty:hidden">
      {state.step === "failed" && <Line look="plain">{m.vin_failed()}</Line>}
      {answer && car && (
        <div className="success-note">
          {isFilled ? (
            <CircleCheck className="icon" aria-hidden />
          ) : (
            <Car className="icon" aria-hidden />
          )}
          <div className="grid gap-2 justify-items-start">
            <p className="font-[640]">{chooseTitle(answer, car, isFilled)}</p>
            {isFilled ? (
              <>
                <p>{hasKept ? m.vin_filled_kept() : m.vin_filled()}</p>
                {names.length > 0 && (
                  <p className="small">{m.vin_filled_names({ names: names.join(", ") })}</p>
                )}
              </>
            ) : (
              <Button size="sm" onClick={onUse}>
                {m.vin_use()}
              </Button>
            )}
          </div>
        </div>
      )}
      {answer && !car && <Line look="plain">{wordsFor(answer)}</Line>}
      {answer && "checkDigitIsValid" in answer && !answer.checkDigitIsValid && (
        <Line look="warn">{m.vin_check_digit()}</Line>
      )}
    </div>
  );
}

function chooseTitle(answer: VinAnswer, car: string, isFilled: boolean): string {
  if (answer.state === "unknown") return m.vin_partly({ car });
  return isFilled ? car : m.vin_found({ car });
}

function nameCar(answer: VinAnswer): string {
  return answer.state === "decoded" || answer.state === "unknown"
    ? formatVinCar(answer, getLocale())
    : "";
}

type Refusal = Extract<VinAnswer, { state: "refused" }>["code"];

const REFUSED: Readonly<Record<Refusal, () => string>> = {
  empty: m.vin_refused_empty,
  length: m.vin_refused_length,
  characters: m.vin_refused_characters,
};

function wordsFor(answer: VinAnswer): string {
  switch (answer.state) {
    case "refused":
      return REFUSED[answer.code]();
    case "not_ready":
      return m.vin_not_ready();
    case "too_many":
      return m.vin_too_many();
    default:
      return m.vin_unknown();
  }
}

function Line({ look, children }: { look: "plain" | "warn"; children: ReactNode }) {
  const Icon = look === "warn" ? TriangleAlert : Info;
  return (
    <p className={`notice notice--${look}`}>
      <Icon className="icon" aria-hidden />
      <span>{children}</span>
    </p>
  );
}
