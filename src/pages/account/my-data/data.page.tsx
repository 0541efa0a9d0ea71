import type { Route } from "./+types/data.page.ts";
import { closeAccount } from "#domain/people/close-account.server.ts";
import { hasPassword } from "#domain/identity/password.server.ts";
import { may } from "#domain/identity/permission.ts";
import { findOwnReview } from "#domain/review/review-request.server.ts";
import { listAcceptedTerms } from "#domain/terms/accept-terms.server.ts";
import { sayAcceptedTerms } from "#domain/terms/accepted-terms-words.ts";
import { m } from "#messages/messages.js";
import { AccountForm } from "#pages/account/account-form.tsx";
import {
  handleWithReauthentication,
  showReauthenticationForm,
} from "#pages/account/with-reauthentication.server.ts";
import { latestView } from "#pages/form/page-form.tsx";
import {
  leaveBrowser,
  type PageArgs,
  privateHeaders,
  redirectTo,
  requireFormPost,
  requireMember,
} from "#pages/session/guards.server.ts";
import { paths } from "#site/paths.ts";
import { Link } from "#ui/link.tsx";
import { hrefIn } from "#ui/locale-href.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { SectionCard } from "#ui/section-card.tsx";

export async function loader(args: PageArgs) {
  const { user, visitor } = requireMember(args);
  const accepted = await listAcceptedTerms(user.id);
  return {
    review: await findOwnReview(user.email),
    accepted: accepted.map((terms) => sayAcceptedTerms(terms, visitor.locale)),
    email: user.email,
    isStaff: may({ role: user.role }, "seeLeads"),
    view: showReauthenticationForm("delete", visitor, await hasPassword(user.id)),
  };
}

/** Deletes the account. */
export async function action(args: PageArgs) {
  const { user } = requireMember(args);
  return handleWithReauthentication(args, await requireFormPost(args), "delete", async () => {
    const result = await closeAccount(user);
    if (!result.ok) return { ok: false, status: 422, message: m.account_delete_staff() };
    // The session was deleted with the account; its cookie is deleted here.
    const cookies = await leaveBrowser(args);
    throw redirectTo(`${hrefIn(paths.signIn())}?notice=account_deleted`, cookies);
  });
}

export const headers = privateHeaders;

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: m.account_section_data(), isPrivate: true });

export default function DataPage({ loaderData, actionData }: Route.ComponentProps) {
  const { email, isStaff, view, accepted, review } = loaderData;
  return (
    <>
      <SectionCard title={m.account_export_title()} text={m.account_export_text()}>
        <div className="flex flex-wrap gap-3">
          <a
            className="button button--ghost"
            href={`${paths.accountExport()}?format=json`}
            download
          >
            {m.account_export_json()}
          </a>
          <a className="button button--ghost" href={`${paths.accountExport()}?format=csv`} download>
            {m.account_export_csv()}
          </a>
        </div>
        <p className="small muted mt-4">{m.account_export_sealed()}</p>
      </SectionCard>
      {review && (
        <SectionCard title={m.review_own_title()} text={m.review_own_text()}>
          <Link className="button button--ghost" to={review.path}>
            {m.review_own_link()}
          </Link>
        </SectionCard>
      )}
      <SectionCard title={m.terms_accepted_title()}>
        {accepted.length === 0 && <p>{m.terms_accepted_none()}</p>}
        <ul>
          {accepted.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        <p className="mt-4">
          <Link className="link" to={paths.termsVersions()}>
            {m.terms_versions_link()}
          </Link>
        </p>
      </SectionCard>
      <SectionCard title={m.account_delete_title()} text={m.account_delete_text()}>
        <p className="mb-4">{m.account_delete_kept()}</p>
        {isStaff ? (
          <p>{m.account_delete_staff()}</p>
        ) : (
          <AccountForm
            view={latestView(actionData, view)}
            email={email}
            variant="ghost"
            submit={m.account_delete_button()}
          />
        )}
      </SectionCard>
    </>
  );
}
