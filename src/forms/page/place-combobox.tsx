import { MapPin } from "lucide-react";
import type { ComponentProps } from "react";
import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import { Combobox, type Found } from "#ui/combobox.tsx";
import { hrefIn } from "#ui/locale-href.ts";

type PlaceComboboxProps = {
  field: ComponentProps<"input">;
  /** The text was changed by hand. */
  onType?: () => void;
  onChoose: (place: SuggestedPlace, input: HTMLInputElement) => void;
};

/** A text field that suggests places in Canada as one types. */
export function PlaceCombobox({ field, onType, onChoose }: PlaceComboboxProps) {
  return (
    <Combobox
      field={field}
      listLabel={m.form_control_places()}
      lookUp={lookUpPlaces}
      keyOf={({ placeId }) => placeId}
      renderOption={({ formatted }) => (
        <>
          <MapPin className="icon size-4" aria-hidden />
          {formatted}
        </>
      )}
      countWords={(count) => m.form_control_places_found({ count })}
      onType={onType}
      onChoose={onChoose}
    />
  );
}

/** As `GET /api/place-suggestions` answers. */
export type SuggestedPlace = { formatted: string; lat: number; lon: number; placeId: string };

type SuggestedPlaces = {
  suggestions: readonly SuggestedPlace[];
  /** Null where the footer credits the source. */
  attribution: string | null;
};

async function lookUpPlaces(text: string, signal: AbortSignal): Promise<Found<SuggestedPlace>> {
  const query = new URLSearchParams({ text });
  const response = await fetch(`${hrefIn(paths.placeSuggestions())}?${query}`, { signal });
  if (!response.ok) return { options: [], credit: null };
  const { suggestions, attribution } = (await response.json()) as SuggestedPlaces;
  return { options: suggestions, credit: attribution };
}
