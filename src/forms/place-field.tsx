import { MapPin } from "lucide-react";
import { type KeyboardEvent, useId, useState } from "react";
import { m } from "#messages/messages.js";
import { controlAttributes, FieldFrame } from "./field-frame.tsx";
import type { PlaceView, QuestionFrame } from "./step-view.ts";
import { type SuggestedPlace, usePlaceSuggestions } from "./use-place-suggestions.ts";

type HiddenParts = Record<PlaceView["hidden"][number]["part"], string>;

/**
 * A text field that suggests places as one types (the combobox of the ARIA Authoring Practices,
 * list autocomplete with manual selection). What is typed by hand is as good: the server reads both.
 */
export function PlaceField({
  question,
  asTitle,
}: {
  question: QuestionFrame & PlaceView;
  asTitle: boolean;
}) {
  const listId = useId();
  const [text, setText] = useState(question.value);
  const [parts, setParts] = useState(() => givenParts(question));
  const [asked, setAsked] = useState<string | null>(null);
  const [active, setActive] = useState(-1);
  const { suggestions, attribution } = usePlaceSuggestions(asked);
  const isOpen = asked !== null && suggestions.length > 0;
  const activePlace = isOpen ? suggestions[active] : undefined;

  const type = (typed: string) => {
    setText(typed);
    // The hidden parts belonged to the chosen suggestion, which this no longer is.
    setParts({ placeId: "", lat: "", lon: "" });
    setAsked(typed);
    setActive(-1);
  };
  const close = () => setAsked(null);
  const choose = (place: SuggestedPlace) => {
    setText(place.formatted);
    setParts({ placeId: place.placeId, lat: String(place.lat), lon: String(place.lon) });
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
    <FieldFrame question={question} asTitle={asTitle}>
      <div className="relative">
        <input
          {...controlAttributes(question)}
          className="in"
          type="text"
          value={text}
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
        <div className="sug" hidden={!isOpen}>
          <ul id={listId} role="listbox" aria-label={m.form_control_places()}>
            {suggestions.map((place, index) => (
              <li
                key={place.placeId}
                id={`${listId}-${index}`}
                role="option"
                aria-selected={index === active}
                // Before the field loses the focus, which would close the list under the pointer.
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => choose(place)}
              >
                <MapPin className="ic s" aria-hidden />
                {place.formatted}
              </li>
            ))}
          </ul>
          {attribution && <p className="xs muted px-3 py-1">{attribution}</p>}
        </div>
      </div>
      <span className="sr" role="status">
        {isOpen && m.form_control_places_found({ count: suggestions.length })}
      </span>
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
