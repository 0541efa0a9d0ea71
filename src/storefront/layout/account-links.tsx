import { Form } from "react-router";
import { m } from "#messages/messages.js";
import { paths } from "#paths.ts";
import { Link } from "#ui/link.tsx";
import { hrefIn } from "#ui/locale-href.ts";
import type { LayoutData } from "./layout.server.ts";

/** "Sign in", or who is signed in, the way out and, for staff, the way to the inbox. */
export function AccountLinks({
  user,
  buttonClass,
}: {
  user: LayoutData["user"];
  buttonClass: string;
}) {
  if (!user) {
    return (
      <Link className={buttonClass} to={paths.signIn()}>
        {m.layout_sign_in()}
      </Link>
    );
  }
  return (
    <>
      <span className="name max-w-[10em] truncate text-sm">
        <span className="sr">{m.layout_signed_in_as({ name: user.name })}</span>
        <span aria-hidden>{user.name}</span>
      </span>
      {user.worksLeads && (
        <Link className={buttonClass} to={paths.leads()}>
          {m.layout_inbox()}
        </Link>
      )}
      <Form method="post" action={hrefIn(paths.signOut())}>
        <button type="submit" className={buttonClass}>
          {m.layout_sign_out()}
        </button>
      </Form>
    </>
  );
}
