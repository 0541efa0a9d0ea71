import { MapPin } from "lucide-react";
import { type KeyboardEvent, useId, useRef, useState, useEffect } from "react";
import { m } from "#messages/messages.js";
import { controlAttributes } from "./field-frame.tsx";
import type { QuestionFrame } from "#forms/view-model.ts";
import { paths } from "#site/paths.ts";
import { hrefIn } from "#ui/locale-href.ts";

type PlaceComboboxProps = {
  question: QuestionFrame & { readonly value: string; readonly autocomplete?: string };
  /** The text was changed by hand. */
  onType?: () => void;
  /** Answers what stands in the field from now on. */
  onChoose: (place: SuggestedPlace, form: HTMLFormElement | null) => string;
};

/**
 * A text field that suggests places as one types (the combobox of the ARIA Authoring Practices,
 * list autocomplete with manual selection). What is typed by hand is as good. The text is the
 * browser's own: a value held here would undo what was typed before the page came to life.
 */
export function PlaceCombobox({ question, onType, onChoose }: PlaceComboboxProps) {
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [asked, setAsked] = useState<string | null>(null);
  const [active, setActive] = useState(-1);
  const { suggestions, attribution } = usePlaceSuggestions(asked);
  const isOpen = asked !== null && suggestions.length > 0;
  const activePlace = isOpen ? suggestions[active] : undefined;

  const type = (typed: string) => {
    onType?.();
    setAsked(typed);
    setActive(-1);
  };
  const close = () => setAsked(null);
  const choose = (place: SuggestedPlace) => {
    const { current } = input;
    if (current) current.value = onChoose(place, current.form);
    close();
  };
  const pressKey = (event: KeyboardEvent) => {
    if (!isOpen) return;
    const count = suggestions.length;
    if (event.key === "ArrowDown") setActive((active + 1) % count);
    else if (event.key === "ArrowUp") setActive(active <= 0 ? count - 1 : active - 1);
    else if (event.key === "Escape") close();
    else if (event.key === "Enter" && activePlace) choose(activePlace);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <div className="relative">
        <input
          {...controlAttributes(question)}
          ref={input}
          className="control"
          type="text"
          defaultValue={question.value}
          onChange={(event) => type(event.target.value)}
          onKeyDown={pressKey}
          onBlur={close}
          autoComplete={question.autocomplete ?? "off"}
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={isOpen}
          aria-controls={listId}
          aria-activedescendant={activePlace && `${listId}-${active}`}
        />
        <div className="suggestions" hidden={!isOpen}>
          <ul id={listId} role="listbox" aria-label={m.form_control_places()}>
            {suggestions.map((place, index) => (
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field has the keys
              <li
                key={place.placeId}
                id={`${listId}-${index}`}
                role="option"
                aria-selected={index === active}
                // Before the field loses the focus, which would close the list under the pointer.
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => choose(place)}
              >
                <MapPin className="icon size-4" aria-hidden />
                {place.formatted}
              </li>
            ))}
          </ul>
          {attribution && <p className="fine-print muted px-3 py-1">{attribution}</p>}
        </div>
      </div>
      <span className="sr-only" role="status">
        {isOpen && m.form_control_places_found({ count: suggestions.length })}
      </span>
    </>
  );
}

/** As `GET /api/place-suggestions` answers. */
export type SuggestedPlace = { formatted: string; lat: number; lon: number; placeId: string };

type SuggestedPlaces = {
  suggestions: readonly SuggestedPlace[];
  /** Whom to credit, in words; null where the footer does. */
  attribution: string | null;
};

/** SPEC.md §9. */
const DEBOUNCE_MS = 300;
const SHORTEST_TEXT = 2;
const NOTHING: SuggestedPlaces = { suggestions: [], attribution: null };

/**
 * Places for what has been typed, 300 ms after the last key. Null stops asking. A look-up that
 * fails suggests nothing: the field can always be filled by hand.
 */
export function usePlaceSuggestions(text: string | null): SuggestedPlaces {
  const [found, setFound] = useState(NOTHING);
  useEffect(() => {
    if (text === null || text.trim().length < SHORTEST_TEXT) {
      // oxlint-disable-next-line react/set-state-in-effect -- older places must not come up again
      setFound(NOTHING);
      return;
    }
    const abort = new AbortController();
    const timer = setTimeout(() => {
      lookUp(text, abort.signal)
        .then(setFound)
        .catch(() => {
          if (!abort.signal.aborted) setFound(NOTHING);
        });
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [text]);
  return found;
}

async function lookUp(text: string, signal: AbortSignal): Promise<SuggestedPlaces> {
  const query = new URLSearchParams({ text });
  const response = await fetch(`${hrefIn(paths.placeSuggestions())}?${query}`, { signal });
  return response.ok ? ((await response.json()) as SuggestedPlaces) : NOTHING;
}
