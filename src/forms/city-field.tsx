import { useState } from "react";
import { FieldFrame } from "./field-frame.tsx";
import { PlaceCombobox } from "./place-combobox.tsx";
import type { InputView, QuestionFrame } from "./step-view.ts";
import type { SuggestedPlace } from "./use-place-suggestions.ts";

/**
 * A town as free text, with towns suggested. A chosen one also says its province, which goes into
 * that control of the same form where nothing was chosen yet.
 */
export function CityField({
  question,
  asTitle,
}: {
  question: QuestionFrame & InputView;
  asTitle: boolean;
}) {
  const [text, setText] = useState(question.value);
  const choose = ({ formatted }: SuggestedPlace, input: HTMLInputElement | null) => {
    const [city = formatted] = formatted.split(",");
    setText(city.trim());
    const province = /,\s*([A-Z]{2})\b/u.exec(formatted)?.[1];
    if (province) chooseProvince(input?.form, province);
  };
  return (
    <FieldFrame question={question} asTitle={asTitle}>
      <PlaceCombobox
        question={question}
        text={text}
        autocomplete={question.autocomplete}
        onType={setText}
        onChoose={choose}
      />
    </FieldFrame>
  );
}

function chooseProvince(form: HTMLFormElement | null | undefined, code: string): void {
  const select = form?.elements.namedItem("province");
  if (!(select instanceof HTMLSelectElement) || select.value !== "") return;
  select.value = code;
  select.dispatchEvent(new Event("change", { bubbles: true }));
}
