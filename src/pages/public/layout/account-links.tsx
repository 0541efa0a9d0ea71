import { useEffect } from "react";
import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import { forgetAccessToken } from "#ui/access-token.ts";
import { SignOutForm } from "#pages/session/sign-out-form.tsx";
import { Link } from "#ui/link.tsx";
import type { LayoutData } from "./layout.server.ts";

/** "Sign in", or who is signed in, the way out and, for staff, the way to the inbox. */
export function AccountLinks({
  user,
  buttonClass,
}: {
  user: LayoutData["user"];
  buttonClass: string;
}) {
  const isSignedIn = user !== null;
  useEffect(() => {
    // Signed out in another tab, without JavaScript, or by time: the token goes all the same.
    if (!isSignedIn) forgetAccessToken();
  }, [isSignedIn]);
  if (!user) {
    return (
      <Link className={buttonClass} to={paths.signIn()}>
        {m.layout_sign_in()}
      </Link>
    );
  }
  return (
    <>
      <Link className="name link max-w-[10em] truncate text-sm" to={paths.account()}>
        <span className="sr">{m.layout_your_account({ name: user.name })}</span>
        <span aria-hidden>{user.name}</span>
      </Link>
      {user.worksLeads && (
        <Link className={buttonClass} to={paths.leads()}>
          {m.layout_inbox()}
        </Link>
      )}
      <SignOutForm className={buttonClass}>{m.layout_sign_out()}</SignOutForm>
    </>
  );
}
