import { MapPin } from "lucide-react";
import type { ComponentProps } from "react";
import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import { Combobox, type Found } from "#ui/combobox.tsx";
import { hrefIn } from "#ui/locale-href.ts";

type LocationComboboxProps = {
  field: ComponentProps<"input">;
  /** The text was changed by hand. */
  onType?: () => void;
  onChoose: (location: SuggestedLocation, input: HTMLInputElement) => void;
};

/** A text field that suggests places in Canada as one types. */
export function LocationCombobox({ field, onType, onChoose }: LocationComboboxProps) {
  return (
    <Combobox
      field={field}
      listLabel={m.form_control_places()}
      lookUp={lookUpLocations}
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
export type SuggestedLocation = { formatted: string; lat: number; lon: number; placeId: string };

type SuggestedLocations = {
  suggestions: readonly SuggestedLocation[];
  /** Null where the footer credits the source. */
  attribution: string | null;
};

async function lookUpLocations(
  text: string,
  signal: AbortSignal,
): Promise<Found<SuggestedLocation>> {
  const query = new URLSearchParams({ text });
  const response = await fetch(`${hrefIn(paths.placeSuggestions())}?${query}`, { signal });
  if (!response.ok) return { options: [], credit: null };
  const { suggestions, attribution } = (await response.json()) as SuggestedLocations;
  return { options: suggestions, credit: attribution };
}
