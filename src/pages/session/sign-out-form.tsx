import type { ReactNode } from "react";
import { Form } from "react-router";
import { paths } from "#site/paths.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { forgetAccessToken } from "#ui/access-token.ts";

/** A button that signs out; the token of the calls is deleted from the browser with the session. */
export function SignOutForm({ className, children }: { className: string; children: ReactNode }) {
  return (
    <Form
      method="post"
      action={hrefIn(paths.signOut())}
      reloadDocument
      onSubmit={forgetAccessToken}
    >
      <button type="submit" className={className}>
        {children}
      </button>
    </Form>
  );
}
