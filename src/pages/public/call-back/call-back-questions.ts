import type { QuestionFrame, QuestionView } from "#forms/view-model.ts";
import { m } from "#messages/messages.js";

/**
 * The call-back form's questions in the page's language. The form is on many pages and needs no
 * loader; its test checks that it is what the form's declaration would show.
 */
export function callBackQuestions(subject = ""): readonly QuestionView[] {
  return [
    {
      ...frame("name", m.call_back_form_name_label()),
      control: "input",
      type: "text",
      value: "",
      autocomplete: "name",
      maxLength: 100,
      spellCheck: false,
    },
    {
      ...frame("email", m.call_back_form_email_label()),
      control: "input",
      type: "email",
      value: "",
      inputMode: "email",
      autocomplete: "email",
      spellCheck: false,
      autoCapitalize: "none",
    },
    {
      ...frame("subject", m.call_back_form_subject_label()),
      control: "input",
      type: "text",
      value: subject,
      maxLength: 100,
    },
    {
      ...frame("message", m.call_back_form_message_label()),
      control: "textarea",
      value: "",
      maxLength: 2_000,
      rows: 5,
    },
    {
      ...optional("phone", m.call_back_form_phone_label()),
      control: "input",
      type: "tel",
      value: "",
      inputMode: "tel",
      autocomplete: "tel",
    },
    {
      ...optional("bestTime", m.call_back_form_best_time_label()),
      control: "select",
      value: "",
      emptyLabel: m.forms_select(),
      options: [
        { value: "morning", label: m.call_back_form_best_time_option_morning() },
        { value: "afternoon", label: m.call_back_form_best_time_option_afternoon() },
        { value: "evening", label: m.call_back_form_best_time_option_evening() },
      ],
    },
  ];
}

function optional(name: string, label: string): QuestionFrame {
  return { ...frame(name, label), required: false, optionalText: m.forms_optional() };
}

function frame(name: string, label: string): QuestionFrame {
  return { name, idBase: name, id: name, label, labelIsTitle: false, required: true };
}
