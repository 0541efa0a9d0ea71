import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import { buttonClass } from "#ui/button.tsx";
import { Link } from "#ui/link.tsx";

/** What leads the sender back to the page of their request. */
export type WaysBack = {
  /**
   * The link opens the page in any browser; null if the lead has no e-mail address, from which the
   * key is made.
   */
  link: { href: string; days: number } | null;
  hasAccount: boolean;
};

/** The ways back to this page: the private link, and an account. */
export function FollowRequest({ link, hasAccount }: WaysBack) {
  if (!link && hasAccount) return null;
  return (
    <section className="card mt-9 max-w-190 p-6 print:hidden" aria-labelledby="follow-title">
      <h2 id="follow-title" className="text-h3">
        {m.form_journey_follow()}
      </h2>
      {link && (
        <>
          <p className="mt-2">{m.form_journey_follow_text({ days: link.days })}</p>
          <p className="small mt-2 wrap-anywhere">
            <a href={link.href} rel="nofollow">
              {link.href}
            </a>
          </p>
        </>
      )}
      {!hasAccount && (
        <>
          <p className="mt-4">{m.form_journey_follow_account()}</p>
          <Link to={paths.signUp()} className={`${buttonClass({ variant: "ghost" })} mt-3`}>
            {m.form_journey_follow_account_button()}
          </Link>
        </>
      )}
    </section>
  );
}
