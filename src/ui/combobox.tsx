import {
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";

export type Found<Option> = {
  options: readonly Option[];
  /** The credit line that the source requires, as text; null if it requires none. */
  credit: string | null;
};

type ComboboxProps<Option> = {
  /** Props of the input: id, name, form, what describes it. */
  field: ComponentProps<"input"> & { "data-1p-ignore"?: boolean };
  listLabel: string;
  /**
   * Called 300 ms after the last key; one that fails suggests nothing. Must be a stable function.
   */
  lookUp(text: string, signal: AbortSignal): Promise<Found<Option>>;
  keyOf(option: Option): string;
  renderOption(option: Option): ReactNode;
  /** For screen readers: how many suggestions there are. */
  countWords(count: number): string;
  /** The text was changed by typing. */
  onType?(): void;
  onChoose(option: Option, input: HTMLInputElement): void;
};

/**
 * A text field with suggestions while typing (the combobox of the ARIA Authoring Practices, list
 * autocomplete with manual selection). Typed text is valid too, and without a script it is an
 * ordinary text field. The input is uncontrolled: React state would overwrite what was typed before
 * hydration.
 */
export function Combobox<Option>({
  field,
  listLabel,
  lookUp,
  keyOf,
  renderOption,
  countWords,
  onType,
  onChoose,
}: ComboboxProps<Option>) {
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [requested, setRequested] = useState<string | null>(null);
  const [active, setActive] = useState(-1);
  const { options, credit } = useFound(requested, lookUp);
  const isOpen = requested !== null && options.length > 0;
  const activeOption = isOpen ? options[active] : undefined;

  useEffect(() => {
    const { current } = input;
    const isTypedInto =
      current === document.activeElement && current?.value !== current?.defaultValue;
    // What was typed before the script was loaded gets suggestions too.
    // oxlint-disable-next-line react/set-state-in-effect -- only the browser knows what was typed
    if (current && isTypedInto) setRequested(current.value);
  }, []);

  const type = (typed: string) => {
    onType?.();
    setRequested(typed);
    setActive(-1);
  };
  const close = () => setRequested(null);
  const choose = (option: Option) => {
    if (input.current) onChoose(option, input.current);
    close();
  };
  const pressKey = (event: KeyboardEvent) => {
    if (!isOpen) return;
    const count = options.length;
    if (event.key === "ArrowDown") setActive((active + 1) % count);
    else if (event.key === "ArrowUp") setActive(active <= 0 ? count - 1 : active - 1);
    else if (event.key === "Escape") close();
    else if (event.key === "Enter" && activeOption) choose(activeOption);
    else if (event.key === "Enter") return close();
    else return;
    event.preventDefault();
  };
  return (
    <>
      <div className="relative min-w-0 flex-1">
        <input
          {...field}
          ref={input}
          className="control"
          type="text"
          onChange={(event) => type(event.target.value)}
          onKeyDown={pressKey}
          onBlur={close}
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={isOpen}
          aria-controls={listId}
          aria-activedescendant={activeOption && `${listId}-${active}`}
        />
        <div className="suggestions" hidden={!isOpen}>
          <ul id={listId} role="listbox" aria-label={listLabel}>
            {options.map((option, index) => (
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field has the keys
              <li
                key={keyOf(option)}
                id={`${listId}-${index}`}
                role="option"
                aria-selected={index === active}
                // Prevents the blur of the field, which would close the list under the pointer.
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => choose(option)}
              >
                {renderOption(option)}
              </li>
            ))}
          </ul>
          {credit && <p className="fine-print muted px-3 py-1">{credit}</p>}
        </div>
      </div>
      <span className="sr-only" role="status">
        {isOpen && countWords(options.length)}
      </span>
    </>
  );
}

/** SPEC.md §9. */
const DEBOUNCE_MS = 300;
const SHORTEST_TEXT = 2;
const NOTHING = { options: [], credit: null };

/** The options for the last requested text; null requests nothing. */
function useFound<Option>(
  text: string | null,
  lookUp: ComboboxProps<Option>["lookUp"],
): Found<Option> {
  const [found, setFound] = useState<Found<Option>>(NOTHING);
  useEffect(() => {
    if (text === null || text.trim().length < SHORTEST_TEXT) {
      // oxlint-disable-next-line react/set-state-in-effect -- older ones must not come up again
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
  }, [text, lookUp]);
  return found;
}
