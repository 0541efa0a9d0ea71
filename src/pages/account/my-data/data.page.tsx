import type { Route } from "./+types/data.page.ts";
import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import { Link } from "#ui/link.tsx";
import { pageMeta } from "#ui/page-meta.ts";
import { AccountForm, CurrentPasswordField } from "#pages/session/account-form.tsx";
import {
  privateHeaders,
  browserRequest,
  redirectTo,
  requireMember,
  type PageArgs,
} from "#pages/session/guards.server.ts";
import { SectionCard } from "#ui/section-card.tsx";
import { deleteAccount } from "#domain/identity/delete-account.server.ts";
import { endSession } from "#domain/identity/session.server.ts";
import { hasPassword } from "#domain/identity/password.server.ts";
import { may } from "#domain/identity/permission.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { keptForTheDemo, refused, tooManyTries } from "#pages/session/account-answer.ts";
import { readFields } from "#pages/session/account-fields.server.ts";
import { limitPassword } from "#domain/identity/rate-limits.server.ts";

const FORM = "delete";

export async function loader(args: PageArgs) {
  const { user } = requireMember(args);
  return {
    email: user.email,
    hasPassword: await hasPassword(user.id),
    isStaff: may({ role: user.role }, "workLeads"),
  };
}

export async function action(args: PageArgs) {
  const { user, visitor } = requireMember(args);
  if (user.isDemo) return keptForTheDemo(FORM);
  const limit = limitPassword(visitor.ipAddress, user.id);
  if (!limit.ok) return tooManyTries(FORM, limit.retryAfterSeconds);
  const field = await readFields(args.request);
  const result = await deleteAccount(user, field("password"));
  if (!result.ok) {
    const problem =
      result.code === "staff_account"
        ? { control: null, text: m.account_delete_staff() }
        : { control: "password", text: m.account_wrong_password() };
    return refused({ form: FORM, problems: [problem] });
  }
  // The session went with the account; its cookie goes now.
  const cookies = await endSession(browserRequest(args));
  throw redirectTo(`${hrefIn(paths.signIn())}?notice=account_deleted`, cookies);
}

export const headers = privateHeaders;

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: m.account_section_data(), isPrivate: true });

export default function DataPage({ loaderData, actionData: answer }: Route.ComponentProps) {
  const { email, hasPassword, isStaff } = loaderData;
  return (
    <>
      <SectionCard title={m.account_export_title()} text={m.account_export_text()}>
        <div className="flex flex-wrap gap-3">
          <a className="btn ghost" href={`${paths.accountExport()}?format=json`} download>
            {m.account_export_json()}
          </a>
          <a className="btn ghost" href={`${paths.accountExport()}?format=csv`} download>
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
            form="delete"
            answer={answer}
            look="ghost"
            submit={m.account_delete_button()}
          >
            <CurrentPasswordField
              form="delete"
              answer={answer}
              label={m.account_current_password()}
              email={email}
            />
          </AccountForm>
        ) : (
          <>
            <p>{m.account_password_none()}</p>
            <Link className="btn ghost mt-4" to={paths.forgotPassword()}>
              {m.account_password_set()}
            </Link>
          </>
        )}
      </SectionCard>
    </>
  );
}
