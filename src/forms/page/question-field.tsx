import { CheckboxField } from "./checkbox-field.tsx";
import { DateField } from "./date-field.tsx";
import { InputField } from "./input-field.tsx";
import { PlaceField } from "./place-field.tsx";
import { type OptionPicture, RadiosField } from "./radios-field.tsx";
import { SelectField } from "./select-field.tsx";
import { ShownWhen } from "./shown-when.tsx";
import type { QuestionView } from "#forms/view-model.ts";
import { TextareaField } from "./textarea-field.tsx";

/** One question with its label, hint, control and error, whatever its control. */
export function QuestionField({
  question,
  asTitle = false,
  picture,
}: {
  question: QuestionView;
  /** Its label is the page's heading. */
  asTitle?: boolean;
  picture?: OptionPicture;
}) {
  const control = controlOf(question, asTitle, picture);
  return question.showWhen ? (
    <ShownWhen condition={question.showWhen}>{control}</ShownWhen>
  ) : (
    control
  );
}

function controlOf(question: QuestionView, asTitle: boolean, picture: OptionPicture | undefined) {
  switch (question.control) {
    case "radios":
      return <RadiosField question={question} asTitle={asTitle} picture={picture} />;
    case "input":
      return <InputField question={question} asTitle={asTitle} />;
    case "textarea":
      return <TextareaField question={question} asTitle={asTitle} />;
    case "select":
      return <SelectField question={question} asTitle={asTitle} />;
    case "date":
      return <DateField question={question} asTitle={asTitle} />;
    case "place":
      return <PlaceField question={question} asTitle={asTitle} />;
    case "checkbox":
      return <CheckboxField question={question} />;
  }
}
