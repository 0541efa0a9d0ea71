import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import { Link } from "#ui/link.tsx";
import { NarrowPage } from "#ui/narrow-page.tsx";

/** A link of a mail that was used, ran out, or was replaced by a newer one. */
export function LinkUsedUp({ again }: { again: string }) {
  return (
    <NarrowPage title={m.account_link_used_title()}>
      <p>{m.account_link_used_text()}</p>
      <div className="mt-6 flex flex-wrap gap-3">
        <Link className="btn" to={again}>
          {m.account_link_again()}
        </Link>
        <Link className="btn ghost" to={paths.signIn()}>
          {m.account_sign_in_title()}
        </Link>
      </div>
    </NarrowPage>
  );
}
