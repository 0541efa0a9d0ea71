import type { ComponentProps } from "react";
import type { FormResult, FormView } from "#forms/view-model.ts";
import { PageForm } from "#pages/form/page-form.tsx";

type AccountFormProps = ComponentProps<typeof PageForm> & {
  /** Whose password the form asks for, as password managers want to know. */
  email?: string;
};

/**
 * A form of the account. It posts whole documents, with and without JavaScript, so that cookies
 * change and secrets leave with the page that held them; the server says what is wrong.
 */
export function AccountForm({ email, children, ...form }: AccountFormProps) {
  return (
    <PageForm noValidate reloadDocument {...form}>
      {email !== undefined && (
        <input type="hidden" autoComplete="username" value={email} readOnly />
      )}
      {children}
    </PageForm>
  );
}

/** The form with what went wrong in another one, which this page has no place for. */
export function showErrorOfOther(
  other: string,
  result: FormResult | undefined,
  view: FormView,
): FormView {
  if (result?.ok !== false || result.view.form !== other) return view;
  return { ...view, errorSummary: result.view.errorSummary };
}
