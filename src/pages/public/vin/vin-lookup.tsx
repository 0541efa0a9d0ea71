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
  type VinResult,
  type VinFills,
  formatVinCar,
} from "#domain/catalogue/vin-decoder/vin-fills.ts";
import { Car, CircleCheck, Info, TriangleAlert } from "lucide-react";

type VinLookupProps = {
  fills: VinFills;
  /** The name of the VIN's control, in the same form. */
  control?: string;
  /** The server's result for the button without JavaScript; it has filled in the blanks. */
  result?: VinResult;
};

/**
 * Directly below a VIN field, inside its form: looks up the VIN, shows which car it is and fills in
 * blank controls. Without JavaScript its button posts the form with the command `LOOK_UP_VIN`,
 * which the page's action handles with `handleVinLookUp`.
 */
export function VinLookup({ fills, control = "vin", result: initial }: VinLookupProps) {
  const inside = useRef<HTMLDivElement>(null);
  const isHydrated = useHydrated();
  const { state, lookUp } = useVinLookUp({ inside, control, initial });
  const result = state.step === "answered" ? state.result : undefined;
  const [used, setUsed] = useState<{ of: VinResult; hasRetained: boolean; names: string[] }>();
  const use = () => {
    const form = inside.current?.closest("form");
    if (!form || (result?.state !== "decoded" && result?.state !== "unknown")) return;
    const { first, ...rest } = fillControls(form, listValuesToFill(result, fills));
    setUsed({ of: result, ...rest });
    // The button disappears; the focus moves to the first filled detail, for the person to check
    // it.
    first?.focus();
  };
  return (
    <div ref={inside} className="mt-3 grid gap-3">
      {!isHydrated && (
        // Enter in any field presses a form's first button, which must submit the form and not look
        // up.
        <button type="submit" className="sr-only" tabIndex={-1} aria-hidden />
      )}
      <Button
        type={isHydrated ? "button" : "submit"}
        formNoValidate
        variant="ghost"
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
        isFilled={result !== undefined && (result === initial || result === used?.of)}
        hasRetained={result === used?.of && used?.hasRetained === true}
        names={result === used?.of ? (used?.names ?? []) : []}
        onUse={use}
      />
    </div>
  );
}

type VinFindingProps = {
  state: VinLookUpState;
  /** The blank controls are filled in already. */
  isFilled: boolean;
  /** A control had another value, and kept it. */
  hasRetained: boolean;
  /** The labels of the filled controls. */
  names: readonly string[];
  onUse: () => void;
};

/** The result of a look-up, announced as it arrives. */
function VinFinding({ state, isFilled, hasRetained, names, onUse }: VinFindingProps) {
  const result = state.step === "answered" ? state.result : undefined;
  const car = result && nameCar(result);
  return (
    <div role="status" className="grid gap-3 empty:hidden">
      {state.step === "failed" && <Line variant="plain">{m.vin_failed()}</Line>}
      {result && car && (
        <div className="success-note">
          {isFilled ? (
            <CircleCheck className="icon" aria-hidden />
          ) : (
            <Car className="icon" aria-hidden />
          )}
          <div className="grid gap-2 justify-items-start">
            <p className="font-[640]">{chooseTitle(result, car, isFilled)}</p>
            {isFilled ? (
              <>
                <p>{hasRetained ? m.vin_filled_kept() : m.vin_filled()}</p>
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
      {result && !car && <Line variant="plain">{wordsFor(result)}</Line>}
      {result && "checkDigitIsValid" in result && !result.checkDigitIsValid && (
        <Line variant="warn">{m.vin_check_digit()}</Line>
      )}
    </div>
  );
}

function chooseTitle(result: VinResult, car: string, isFilled: boolean): string {
  if (result.state === "unknown") return m.vin_partly({ car });
  return isFilled ? car : m.vin_found({ car });
}

function nameCar(result: VinResult): string {
  return result.state === "decoded" || result.state === "unknown"
    ? formatVinCar(result, getLocale())
    : "";
}

type Refusal = Extract<VinResult, { state: "refused" }>["code"];

const REFUSED: Readonly<Record<Refusal, () => string>> = {
  empty: m.vin_refused_empty,
  length: m.vin_refused_length,
  characters: m.vin_refused_characters,
};

function wordsFor(result: VinResult): string {
  switch (result.state) {
    case "refused":
      return REFUSED[result.code]();
    case "not_ready":
      return m.vin_not_ready();
    case "too_many":
      return m.vin_too_many();
    default:
      return m.vin_unknown();
  }
}

function Line({ variant, children }: { variant: "plain" | "warn"; children: ReactNode }) {
  const Icon = variant === "warn" ? TriangleAlert : Info;
  return (
    <p className={`notice notice--${variant}`}>
      <Icon className="icon" aria-hidden />
      <span>{children}</span>
    </p>
  );
}
