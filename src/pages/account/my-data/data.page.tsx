import type { Route } from "./+types/data.page.ts";
import { passwordForm } from "#domain/identity/account.form.ts";
import { deleteAccount } from "#domain/identity/delete-account.server.ts";
import { hasPassword } from "#domain/identity/password.server.ts";
import { may } from "#domain/identity/permission.ts";
import { limitPassword } from "#domain/identity/rate-limits.server.ts";
import { endSession } from "#domain/identity/session.server.ts";
import { m } from "#messages/messages.js";
import { AccountForm } from "#pages/account/account-form.tsx";
import { refuseInDemo, refuseTooManyTries, refuseWrongPassword } from "#pages/account/refusals.ts";
import { answerForm, showForm } from "#pages/form/answer-form.server.ts";
import { latestView } from "#pages/form/page-form.tsx";
import {
  browserRequest,
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
  return {
    email: user.email,
    hasPassword: await hasPassword(user.id),
    isStaff: may({ role: user.role }, "workLeads"),
    view: showForm(passwordForm("delete"), visitor),
  };
}

/** Deletes the account. */
export async function action(args: PageArgs) {
  const { user, visitor } = requireMember(args);
  return answerForm(passwordForm("delete"), await requireFormPost(args), async ({ password }) => {
    if (user.isDemo) return refuseInDemo();
    const limit = limitPassword(visitor.ipAddress, user.id);
    if (!limit.ok) return refuseTooManyTries(limit.retryAfterSeconds);
    const result = await deleteAccount(user, password);
    if (!result.ok) {
      return result.code === "wrong_password"
        ? refuseWrongPassword()
        : { ok: false, status: 422, message: m.account_delete_staff() };
    }
    // The session went with the account; its cookie goes now.
    const cookies = await endSession(browserRequest(args));
    throw redirectTo(`${hrefIn(paths.signIn())}?notice=account_deleted`, cookies);
  });
}

export const headers = privateHeaders;

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: m.account_section_data(), isPrivate: true });

export default function DataPage({ loaderData, actionData }: Route.ComponentProps) {
  const { email, hasPassword, isStaff, view } = loaderData;
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
      <SectionCard title={m.account_delete_title()} text={m.account_delete_text()}>
        <p className="mb-4">{m.account_delete_kept()}</p>
        {isStaff ? (
          <p>{m.account_delete_staff()}</p>
        ) : hasPassword ? (
          <AccountForm
            view={latestView(actionData, view)}
            email={email}
            look="ghost"
            submit={m.account_delete_button()}
          />
        ) : (
          <>
            <p>{m.account_password_none()}</p>
            <Link className="button button--ghost mt-4" to={paths.forgotPassword()}>
              {m.account_password_set()}
            </Link>
          </>
        )}
      </SectionCard>
    </>
  );
}
