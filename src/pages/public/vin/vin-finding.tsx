import { Car, CircleCheck, Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { m } from "#messages/messages.js";
import { Button } from "#ui/button.tsx";
import { carOfVin, type VinAnswer } from "#domain/catalogue/vin-decoder/vin-fills.ts";
import type { VinLookUpState } from "./use-vin-look-up.ts";

type VinFindingProps = {
  state: VinLookUpState;
  /** The blanks were filled in already. */
  isFilled: boolean;
  /** Something else stood in a control, and stayed. */
  hasKept: boolean;
  onUse: () => void;
};

/** What a look-up found, said as it comes in. */
export function VinFinding({ state, isFilled, hasKept, onUse }: VinFindingProps) {
  const answer = state.step === "answered" ? state.answer : undefined;
  const car = answer && carOf(answer);
  return (
    <div role="status" className="grid gap-3 empty:hidden">
      {state.step === "failed" && <Line look="plain">{m.vin_failed()}</Line>}
      {answer && car && (
        <div className="note">
          {isFilled ? (
            <CircleCheck className="ic" aria-hidden />
          ) : (
            <Car className="ic" aria-hidden />
          )}
          <div className="grid gap-2 justify-items-start">
            <p className="font-[640]">{titleOf(answer, car, isFilled)}</p>
            {isFilled ? (
              <p>{hasKept ? m.vin_filled_kept() : m.vin_filled()}</p>
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

function titleOf(answer: VinAnswer, car: string, isFilled: boolean): string {
  if (answer.state === "unknown") return m.vin_partly({ car });
  return isFilled ? car : m.vin_found({ car });
}

function carOf(answer: VinAnswer): string {
  return answer.state === "decoded" || answer.state === "unknown" ? carOfVin(answer) : "";
}

function wordsFor(answer: VinAnswer): string {
  switch (answer.state) {
    case "refused":
      return m[`vin_refused_${answer.code}`]();
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
    <p className={`msg ${look}`}>
      <Icon className="ic" aria-hidden />
      <span>{children}</span>
    </p>
  );
}
