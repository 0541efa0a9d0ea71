import { CarFront, MapPin } from "lucide-react";
import type { SearchSuggestion } from "#domain/landing/search-suggestions.server.ts";
import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { paths } from "#site/paths.ts";
import { Combobox, type Found } from "#ui/combobox.tsx";
import { hrefIn } from "#ui/locale-href.ts";
import { EXACT_PARAM } from "./cars-address.ts";
import { formatCarCount } from "./cars-words.ts";

export type SuggestedFilters = SearchSuggestion["filters"];

type WordsFieldProps = {
  formId: string;
  text: string;
  /** The text is searched exactly as typed, until it is changed. */
  isExact: boolean;
  example: string | null;
  onChoose: (filters: SuggestedFilters) => void;
};

/** A text field to search by. A suggested make, model or city becomes a filter. */
export function WordsField({ formId, text, isExact, example, onChoose }: WordsFieldProps) {
  return (
    <>
      {isExact && <input type="hidden" name={EXACT_PARAM} form={formId} defaultValue={text} />}
      <WordsCombobox {...{ formId, text, example, onChoose }} />
    </>
  );
}

function WordsCombobox({ formId, text, example, onChoose }: Omit<WordsFieldProps, "isExact">) {
  return (
    <Combobox
      field={{
        id: "cars-q",
        name: "q",
        form: formId,
        defaultValue: text,
        maxLength: 100,
        autoComplete: "off",
        enterKeyHint: "search",
        placeholder: example === null ? undefined : m.cars_text_example({ example }),
      }}
      listLabel={m.cars_suggestions()}
      lookUp={lookUpSearches}
      keyOf={({ kind, label }) => `${kind} ${label}`}
      renderOption={({ kind, label, count }) => (
        <>
          {kind === "city" ? (
            <MapPin className="icon size-4" aria-hidden />
          ) : (
            <CarFront className="icon size-4" aria-hidden />
          )}
          <span className="flex-1">{label}</span>{" "}
          <span className="small muted figures">
            {m.cars_suggestion_count({ cars: formatCarCount(count, getLocale()) })}
          </span>
        </>
      )}
      countWords={(count) => m.cars_suggestions_found({ count })}
      onChoose={({ filters }, input) => {
        input.value = "";
        onChoose(filters);
      }}
    />
  );
}

async function lookUpSearches(text: string, signal: AbortSignal): Promise<Found<SearchSuggestion>> {
  const query = new URLSearchParams({ text });
  const response = await fetch(`${hrefIn(paths.searchSuggestions())}?${query}`, { signal });
  if (!response.ok) return { options: [], credit: null };
  const { suggestions } = (await response.json()) as { suggestions: readonly SearchSuggestion[] };
  return { options: suggestions, credit: null };
}
