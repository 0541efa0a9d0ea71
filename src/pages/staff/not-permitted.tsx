import { Form } from "react-router";
import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import { Link } from "#ui/link.tsx";
import { hrefIn } from "#ui/locale-href.ts";
import { Logo } from "#ui/logo.tsx";

/** For a member who is signed in but does not work leads. */
export function NotPermitted() {
  return (
    <div className="pane grid min-h-dvh content-start gap-6">
      <Logo />
      <main className="card">
        <div className="empty">
          <h1>{m.staff_not_permitted_title()}</h1>
          <p>{m.staff_not_permitted_text()}</p>
          <Form method="post" action={hrefIn(paths.signOut())} reloadDocument>
            <input type="hidden" name="returnTo" value={paths.signIn()} />
            <button className="btn">{m.staff_sign_in_as_other()}</button>
          </Form>
          <Link className="btn ghost" to={paths.home()}>
            {m.staff_to_site()}
          </Link>
        </div>
      </main>
    </div>
  );
}
