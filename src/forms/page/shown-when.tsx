import { type ReactNode, useRef } from "react";
import type { QuestionFrame } from "#forms/view-model.ts";
import { useControlValue } from "./use-control-value.ts";

/**
 * Hides a question until the answer beside it asks for it. Without JavaScript it stands there with
 * its hint, and the server decides; a form without the other control always shows it.
 */
export function ShownWhen({
  condition,
  children,
}: {
  condition: NonNullable<QuestionFrame["showWhen"]>;
  children: ReactNode;
}) {
  const fieldset = useRef<HTMLFieldSetElement>(null);
  const value = useControlValue(fieldset, condition.name);
  const isShown = value === undefined || condition.values.includes(value);
  // A disabled fieldset's controls are neither sent nor checked by the browser.
  return (
    <fieldset ref={fieldset} role="presentation" hidden={!isShown} disabled={!isShown}>
      {children}
    </fieldset>
  );
}
