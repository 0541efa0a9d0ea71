import { useState } from "react";
import { FieldFrame } from "./field-frame.tsx";
import { PlaceCombobox } from "./place-combobox.tsx";
import type { PlaceView, QuestionFrame } from "#forms/view-model.ts";
import type { SuggestedPlace } from "./use-place-suggestions.ts";

type HiddenParts = Record<PlaceView["hidden"][number]["part"], string>;

const NO_PARTS: HiddenParts = { placeId: "", lat: "", lon: "" };

/** A place with what a chosen suggestion knows of it. The server reads both, and believes neither. */
export function PlaceField({
  question,
  asTitle,
}: {
  question: QuestionFrame & PlaceView;
  asTitle: boolean;
}) {
  const [parts, setParts] = useState(() => givenParts(question));
  const choose = ({ formatted, placeId, lat, lon }: SuggestedPlace) => {
    setParts({ placeId, lat: String(lat), lon: String(lon) });
    return formatted;
  };
  return (
    <FieldFrame question={question} asTitle={asTitle}>
      {/* The hidden parts belong to a chosen suggestion, which a text typed since is not. */}
      <PlaceCombobox question={question} onType={() => setParts(NO_PARTS)} onChoose={choose} />
      {question.hidden.map(({ name, part }) => (
        <input key={name} type="hidden" name={name} value={parts[part]} />
      ))}
    </FieldFrame>
  );
}

function givenParts({ hidden }: PlaceView): HiddenParts {
  const given = { ...NO_PARTS };
  for (const { part, value } of hidden) given[part] = value;
  return given;
}
