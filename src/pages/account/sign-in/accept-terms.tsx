import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import { hrefIn } from "#ui/locale-href.ts";

/** Beside every button that opens an account. */
export function AcceptTerms() {
  return (
    <p className="small muted">
      {m.account_sign_up_terms()}{" "}
      <a className="link" href={hrefIn(paths.terms())}>
        {m.account_terms_link()}
      </a>
      {" · "}
      <a className="link" href={hrefIn(paths.privacy())}>
        {m.account_privacy_link()}
      </a>
    </p>
  );
}
