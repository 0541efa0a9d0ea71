import { useRef } from "react";
import { controlAttributes, FieldFrame } from "./field-frame.tsx";
import type { OptionView, QuestionFrame, SelectView } from "./step-view.ts";
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
 * Options that belong to another control's value: all of them in groups without JavaScript; with
 * it only the chosen group, and "Select Make first" until there is one.
 */
function GroupedSelect({
  question,
  groupedBy,
}: {
  question: SelectQuestionView;
  groupedBy: string;
}) {
  const inside = useRef<HTMLSpanElement>(null);
  const group = useControlValue(inside, groupedBy);
  const options = question.options.filter((option) => option.group === group);
  return (
    <span ref={inside} className="contents">
      {group === undefined ? (
        <Select question={question} groups={groupsOf(question.options)} />
      ) : (
        <Select
          // Another group is another list: what was chosen from the last one goes.
          key={group}
          question={question}
          options={options}
          emptyLabel={group === "" ? question.emptyLabel : question.chosenGroupEmptyLabel}
          disabled={group === ""}
        />
      )}
    </span>
  );
}

type Groups = ReadonlyMap<string, readonly OptionView[]>;

function Select({
  question,
  options = [],
  groups,
  emptyLabel = question.emptyLabel,
  disabled,
}: {
  question: SelectQuestionView;
  options?: readonly OptionView[];
  groups?: Groups;
  emptyLabel?: string;
  disabled?: boolean;
}) {
  const isOffered = options.some(({ value }) => value === question.value) || groups;
  return (
    <select
      {...controlAttributes(question)}
      className="in"
      defaultValue={isOffered ? question.value : ""}
      autoComplete={question.autocomplete}
      disabled={disabled}
    >
      <option value="">{emptyLabel}</option>
      {groups
        ? [...groups].map(([group, members]) => (
            <optgroup key={group} label={group}>
              <Options options={members} />
            </optgroup>
          ))
        : Options({ options })}
    </select>
  );
}

function Options({ options }: { options: readonly OptionView[] }) {
  return options.map(({ value, label }) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));
}

function groupsOf(options: SelectView["options"]): Groups {
  const groups = new Map<string, OptionView[]>();
  for (const option of options) {
    const { group = "" } = option;
    const members = groups.get(group);
    if (members) members.push(option);
    else groups.set(group, [option]);
  }
  return groups;
}
