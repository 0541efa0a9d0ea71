import { useState } from "react";
import { controlAttributes, FieldFrame } from "./field-frame.tsx";
import { LocationCombobox, type SuggestedLocation } from "./location-combobox.tsx";
import type { LocationView, InputView } from "#forms/questions/control-view.ts";
import type { QuestionFrame } from "#forms/view-model.ts";

type HiddenParts = Record<LocationView["hidden"][number]["part"], string>;

const NO_PARTS: HiddenParts = { placeId: "", lat: "", lon: "" };

/**
 * A location, with hidden fields for the chosen suggestion. The server reads both and verifies
 * both.
 */
export function LocationField({
  question,
  asTitle,
}: {
  question: QuestionFrame & LocationView;
  asTitle: boolean;
}) {
  const [parts, setParts] = useState(() => readHiddenParts(question));
  const choose = ({ formatted, placeId, lat, lon }: SuggestedLocation, input: HTMLInputElement) => {
    setParts({ placeId, lat: String(lat), lon: String(lon) });
    input.value = formatted;
  };
  return (
    <FieldFrame question={question} asTitle={asTitle}>
      {/* The hidden parts belong to a chosen suggestion, which a text typed since is not. */}
      <LocationCombobox
        field={textField(question)}
        onType={() => setParts(NO_PARTS)}
        onChoose={choose}
      />
      {question.hidden.map(({ name, part }) => (
        <input key={name} type="hidden" name={name} value={parts[part]} />
      ))}
    </FieldFrame>
  );
}

function textField(question: QuestionFrame & { value: string; autocomplete?: string }) {
  return {
    ...controlAttributes(question),
    defaultValue: question.value,
    autoComplete: question.autocomplete ?? "off",
  };
}

function readHiddenParts({ hidden }: LocationView): HiddenParts {
  const input = { ...NO_PARTS };
  for (const { part, value } of hidden) input[part] = value;
  return input;
}

/**
 * A city as free text, with suggestions. A chosen one also fills in the province of the same form,
 * if that is empty.
 */
export function CityField({
  question,
  asTitle,
}: {
  question: QuestionFrame & InputView;
  asTitle: boolean;
}) {
  return (
    <FieldFrame question={question} asTitle={asTitle}>
      <LocationCombobox field={textField(question)} onChoose={chooseCity} />
    </FieldFrame>
  );
}

/** "Guelph, ON": the city for this field, the province for its own. */
function chooseCity({ formatted }: SuggestedLocation, input: HTMLInputElement): void {
  const [city = formatted] = formatted.split(",");
  const province = /,\s*([A-Z]{2})\b/u.exec(formatted)?.[1];
  const select = input.form?.elements.namedItem("province");
  if (province && select instanceof HTMLSelectElement && select.value === "") {
    select.value = province;
    select.dispatchEvent(new Event("change", { bubbles: true }));
  }
  input.value = city.trim();
}
