import { useRef, useState } from "react";
import { controlAttributes, FieldFrame } from "./field-frame.tsx";
import type { OptionView, SelectView } from "#forms/questions/control-view.ts";
import type { QuestionFrame } from "#forms/view-model.ts";
import { useControlValue } from "./use-control-value.ts";

type SelectQuestionView = QuestionFrame & SelectView;

export function SelectField({
  question,
  asTitle,
}: {
  question: SelectQuestionView;
  asTitle: boolean;
}) {
  return (
    <FieldFrame question={question} asTitle={asTitle}>
      {question.groupedBy === undefined ? (
        <Select question={question} options={question.options} />
      ) : (
        <GroupedSelect question={question} groupedBy={question.groupedBy} />
      )}
    </FieldFrame>
  );
}

/**
 * Options that depend on another control: without JavaScript all of them in groups; with it only
 * the chosen group, and "Select Make first" until there is one.
 */
function GroupedSelect({
  question,
  groupedBy,
}: {
  question: SelectQuestionView;
  groupedBy: string;
}) {
  const inside = useRef<HTMLDivElement>(null);
  const group = useControlValue(inside, groupedBy);
  const year = useControlValue(inside, question.year?.control);
  const [chosen, setChosen] = useState<{ group: string; value: string }>();
  const options = question.options.filter((option) => option.group === group);
  return (
    <div ref={inside} className="contents">
      {group === undefined ? (
        <SelectBeforeHydration question={question} />
      ) : (
        <Select
          // A new key for another group clears the choice. A new year only reorders the same list.
          key={`${group} ${year}`}
          question={chosen?.group === group ? { ...question, value: chosen.value } : question}
          {...inYearOrder(options, Number(year), question.year?.otherYearsLabel)}
          onChoose={(value) => setChosen({ group, value })}
          emptyLabel={group === "" ? question.emptyLabel : question.chosenGroupEmptyLabel}
          disabled={group === ""}
        />
      )}
    </div>
  );
}

/**
 * The select before hydration. A list of hundreds without a choice is only rendered in full if no
 * script will shorten it: hydrating it would be slow on a phone.
 */
function SelectBeforeHydration({ question }: { question: SelectQuestionView }) {
  const all = <Select question={question} groups={groupOptions(question.options)} />;
  if (question.value !== "") return all;
  return (
    <>
      <noscript>{all}</noscript>
      <select className="control with-script" disabled aria-label={question.label}>
        <option>{question.emptyLabel}</option>
      </select>
    </>
  );
}

type Groups = ReadonlyMap<string, readonly OptionView[]>;

/**
 * Options of the year first, then the others under their label; unchanged if the year is unknown.
 */
function inYearOrder(
  options: SelectView["options"],
  year: number,
  otherYearsLabel: string | undefined,
): { options: readonly OptionView[]; groups?: Groups } {
  const isOfYear = ({ years: [first, last] = [0, 0] }: SelectView["options"][number]) =>
    first <= year && (last === null || year <= last);
  const ofYear = options.filter(isOfYear);
  if (otherYearsLabel === undefined || ofYear.length === 0 || ofYear.length === options.length)
    return { options };
  const others = options.filter((option) => !isOfYear(option));
  return { options: ofYear, groups: new Map([[otherYearsLabel, others]]) };
}

function Select({
  question,
  options = [],
  groups,
  emptyLabel = question.emptyLabel,
  disabled,
  onChoose,
}: {
  question: SelectQuestionView;
  options?: readonly OptionView[];
  groups?: Groups;
  emptyLabel?: string;
  disabled?: boolean;
  onChoose?: (value: string) => void;
}) {
  const { value, other } = question;
  const offered = [options, ...(groups?.values() ?? [])].flat();
  const isOffered = value === other?.value || offered.some((each) => each.value === value);
  // A make that is not listed has no models listed either.
  const only = other && !groups && !disabled && options.length === 0 ? other.value : "";
  return (
    <>
      <select
        {...controlAttributes(question)}
        className="control"
        defaultValue={isOffered ? value : only}
        autoComplete={question.autocomplete}
        disabled={disabled}
        onChange={onChoose && ((event) => onChoose(event.target.value))}
      >
        {emptyLabel !== undefined && <option value="">{emptyLabel}</option>}
        {Options({ options })}
        {[...(groups ?? [])].map(([group, members]) => (
          <optgroup key={group} label={group}>
            <Options options={members} />
          </optgroup>
        ))}
        {other && <option value={other.value}>{other.label}</option>}
      </select>
      {other && <OtherTextField question={question} other={other} />}
    </>
  );
}

/** The text field for an unlisted value; with JavaScript shown only when needed. */
function OtherTextField({
  question,
  other,
}: {
  question: SelectQuestionView;
  other: NonNullable<SelectView["other"]>;
}) {
  const inside = useRef<HTMLFieldSetElement>(null);
  const chosen = useControlValue(inside, question.name);
  const isShown = chosen === undefined || chosen === other.value;
  // Until hydration it stays hidden, so that it does not appear and disappear.
  const waits = chosen === undefined && question.value !== other.value;
  return (
    <fieldset
      ref={inside}
      role="presentation"
      className={waits ? "without-script" : undefined}
      hidden={!isShown}
      disabled={!isShown}
    >
      <label htmlFor={other.name} className="small mt-1 mb-1 block">
        {other.typedLabel}
      </label>
      <input
        id={other.name}
        name={other.name}
        className="control"
        type="text"
        defaultValue={other.typed}
        autoComplete="off"
        required={chosen === other.value}
        aria-invalid={question.errorId === other.name || undefined}
      />
    </fieldset>
  );
}

function Options({ options }: { options: readonly OptionView[] }) {
  return options.map(({ value, label }) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));
}

function groupOptions(options: SelectView["options"]): Groups {
  const groups = new Map<string, OptionView[]>();
  for (const option of options) {
    const { group = "" } = option;
    const members = groups.get(group);
    if (members) members.push(option);
    else groups.set(group, [option]);
  }
  return groups;
}
