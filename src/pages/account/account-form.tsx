import type { ComponentProps } from "react";
import type { FormResult, FormView } from "#forms/view-model.ts";
import { PageForm } from "#pages/form/page-form.tsx";

type AccountFormProps = ComponentProps<typeof PageForm> & {
  /** The account of the password in this form, for password managers. */
  email?: string;
};

/**
 * A form of the account. It always posts as a full document, so that cookies change and secrets are
 * not left in the page; the server validates it.
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

/** The form with an error of another form of the page, which has no other place to show it. */
export function showErrorOfOther(
  other: string,
  result: FormResult | undefined,
  view: FormView,
): FormView {
  if (result?.ok !== false || result.view.form !== other) return view;
  return { ...view, errorSummary: result.view.errorSummary };
}
