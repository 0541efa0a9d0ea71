import type { Route } from "./+types/data.page.ts";
import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import { Link } from "#ui/link.tsx";
import { pageMeta } from "#ui/page-meta.ts";
import { AccountForm, CurrentPasswordField } from "#pages/session/account-form.tsx";
import { answerDelete, loadData } from "./data.server.ts";
import { privateHeaders } from "#pages/session/guards.server.ts";
import { SectionCard } from "#ui/section-card.tsx";

export function loader(args: Route.LoaderArgs) {
  return loadData(args);
}

export function action(args: Route.ActionArgs) {
  return answerDelete(args);
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
