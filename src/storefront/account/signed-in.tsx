import { Form } from "react-router";
import { m } from "#messages/messages.js";
import { paths } from "#paths.ts";
import { Link } from "#ui/link.tsx";
import { hrefIn } from "#ui/locale-href.ts";

/** Said to a person who comes to sign in and is signed in already. */
export function SignedIn({ user }: { user: { name: string; worksLeads: boolean } }) {
  return (
    <div className="msg plain mb-8 max-w-130 flex-wrap items-center">
      <p className="grow">{m.account_signed_in_as({ name: user.name })}</p>
      {user.worksLeads && (
        <Link className="btn ghost sm" to={paths.leads()}>
          {m.account_to_inbox()}
        </Link>
      )}
      <Form method="post" action={hrefIn(paths.signOut())} reloadDocument>
        <button className="btn ghost sm">{m.account_sign_out()}</button>
      </Form>
    </div>
  );
}
