import { useState } from "react";
import { usePlaceSuggestions } from "#forms/page/place-combobox.tsx";
import { m } from "#messages/messages.js";

/** A town or postal code. The browser lists the towns that begin so, once script is there. */
export function NearField({
  formId,
  near,
  isUnknown,
}: {
  formId: string;
  near: string;
  isUnknown: boolean;
}) {
  const [typed, setTyped] = useState<string | null>(null);
  const { suggestions } = usePlaceSuggestions(typed);
  return (
    <>
      <input
        className="in"
        id="cars-near"
        name="near"
        form={formId}
        defaultValue={near}
        maxLength={100}
        list="cars-near-towns"
        autoComplete="address-level2"
        placeholder={m.cars_near_example()}
        aria-invalid={isUnknown || undefined}
        aria-describedby={isUnknown ? "cars-near-error" : undefined}
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <datalist id="cars-near-towns">
        {suggestions.map(({ placeId, formatted }) => (
          <option key={placeId} value={formatted} />
        ))}
      </datalist>
    </>
  );
}
