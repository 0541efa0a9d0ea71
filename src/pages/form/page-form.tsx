import type { ComponentProps, ReactNode } from "react";
import { Form, useNavigation } from "react-router";
import { FormStart } from "#forms/page/form-start.tsx";
import type { OptionPicture } from "#forms/page/radios-field.tsx";
import { Questions } from "#forms/page/step-questions.tsx";
import type { FormResult, FormView } from "#forms/view-model.ts";
import { sends, type PressName } from "#pages/command/press.ts";
import { Button } from "#ui/button.tsx";

type PageFormProps = {
  view: FormView;
  /** The button's text. */
  submit: string;
  /**
   * The command that it posts (commands.server.ts); null if the person may only read the answers.
   */
  press?: PressName | null;
  picture?: OptionPicture;
  /** More hidden controls, such as the id of what the form is about. */
  hidden?: Readonly<Record<string, string>>;
  /** More buttons, after the one that Enter presses. */
  beside?: ReactNode;
  children?: ReactNode;
} & Pick<ComponentProps<typeof Button>, "variant" | "size" | "block"> &
  Pick<
    ComponentProps<typeof Form>,
    | "id"
    | "action"
    | "className"
    | "encType"
    | "noValidate"
    | "preventScrollReset"
    | "reloadDocument"
  >;

/** A form of a page (`showForm`, `handleForm`): its errors, its questions, its button. */
export function PageForm(props: PageFormProps) {
  const {
    view,
    submit,
    variant,
    size,
    block,
    press,
    picture,
    hidden = {},
    beside,
    children,
    ...form
  } = props;
  const { state, formData } = useNavigation();
  const isBusy = state !== "idle" && formData?.get("form") === view.form;
  const carried = Object.entries(hidden).map(([control, input]) => ({
    name: control,
    value: input,
  }));
  if (press === null)
    return (
      <fieldset disabled className="stack m-0 border-0 p-0">
        <Questions view={view} picture={picture} />
      </fieldset>
    );
  return (
    <Form method="post" noValidate {...form}>
      <FormStart view={{ ...view, hidden: [...view.hidden, ...carried] }} />
      <div className="stack">
        <Questions view={view} picture={picture} />
        {children}
        <div className="flex flex-wrap gap-3">
          <Button
            type="submit"
            {...{ variant, size, block }}
            {...(press && sends(press))}
            busy={isBusy}
          >
            {submit}
          </Button>
          {beside}
        </div>
      </div>
    </Form>
  );
}

/** The form as the page shows it now: the refused post's if there is one, else the loaded one. */
export function latestView(result: FormResult | undefined, loaded: FormView): FormView {
  return result?.ok === false && result.view.form === loaded.form ? result.view : loaded;
}
