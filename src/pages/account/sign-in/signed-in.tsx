import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import { Link } from "#ui/link.tsx";
import { SignOutForm } from "#pages/session/sign-out-form.tsx";

/** Said to a person who comes to sign in and is signed in already. */
export function SignedIn({ user }: { user: { name: string; worksLeads: boolean } }) {
  return (
    <div className="msg plain mb-8 max-w-130 flex-wrap items-center">
      <p className="grow">{m.account_signed_in_as({ name: user.name })}</p>
      <Link className="btn ghost sm" to={user.worksLeads ? paths.leads() : paths.account()}>
        {user.worksLeads ? m.account_to_inbox() : m.account_title()}
      </Link>
      <SignOutForm className="btn ghost sm">{m.account_sign_out()}</SignOutForm>
    </div>
  );
}
