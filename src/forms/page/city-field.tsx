import { FieldFrame } from "./field-frame.tsx";
import { PlaceCombobox } from "./place-combobox.tsx";
import type { InputView, QuestionFrame } from "#forms/view-model.ts";
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
  return (
    <FieldFrame question={question} asTitle={asTitle}>
      <PlaceCombobox question={question} onChoose={chooseTown} />
    </FieldFrame>
  );
}

/** "Guelph, ON": the town for this field, the province for its own. */
function chooseTown({ formatted }: SuggestedPlace, form: HTMLFormElement | null): string {
  const [town = formatted] = formatted.split(",");
  const province = /,\s*([A-Z]{2})\b/u.exec(formatted)?.[1];
  const select = form?.elements.namedItem("province");
  if (province && select instanceof HTMLSelectElement && select.value === "") {
    select.value = province;
    select.dispatchEvent(new Event("change", { bubbles: true }));
  }
  return town.trim();
}
