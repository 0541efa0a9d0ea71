import { useState } from "react";
import { FieldFrame } from "./field-frame.tsx";
import { PlaceCombobox } from "./place-combobox.tsx";
import type { PlaceView, QuestionFrame } from "./step-view.ts";
import type { SuggestedPlace } from "./use-place-suggestions.ts";

type HiddenParts = Record<PlaceView["hidden"][number]["part"], string>;

/** A place with what a chosen suggestion knows of it. The server reads both, and believes neither. */
export function PlaceField({
  question,
  asTitle,
}: {
  question: QuestionFrame & PlaceView;
  asTitle: boolean;
}) {
  const [text, setText] = useState(question.value);
  const [parts, setParts] = useState(() => givenParts(question));
  const type = (typed: string) => {
    setText(typed);
    // The hidden parts belonged to the chosen suggestion, which this no longer is.
    setParts({ placeId: "", lat: "", lon: "" });
  };
  const choose = (place: SuggestedPlace) => {
    setText(place.formatted);
    setParts({ placeId: place.placeId, lat: String(place.lat), lon: String(place.lon) });
  };
  return (
    <FieldFrame question={question} asTitle={asTitle}>
      <PlaceCombobox
        question={question}
        text={text}
        autocomplete={question.autocomplete}
        onType={type}
        onChoose={choose}
      />
      {question.hidden.map(({ name, part }) => (
        <input key={name} type="hidden" name={name} value={parts[part]} />
      ))}
    </FieldFrame>
  );
}

function givenParts({ hidden }: PlaceView): HiddenParts {
  const given = { placeId: "", lat: "", lon: "" };
  for (const { part, value } of hidden) given[part] = value;
  return given;
}
