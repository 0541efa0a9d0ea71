import { Form } from "react-router";
import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import { hrefIn } from "#ui/locale-href.ts";
import type { OfferedAccount } from "#domain/identity/demo-accounts.server.ts";

/** The demonstration's accounts, each one press away. */
export function DemoAccounts(props: {
  accounts: readonly (OfferedAccount & { roleName: string })[];
  returnTo: string | null;
}) {
  const { accounts, returnTo } = props;
  return (
    <section aria-labelledby="demo-accounts">
      <h2 id="demo-accounts" className="text-h3">
        {m.demo_accounts_title()}
      </h2>
      <p className="muted mt-2 mb-4">{m.demo_accounts_text()}</p>
      <Form method="post" action={hrefIn(paths.signIn())} reloadDocument>
        {returnTo && <input type="hidden" name="returnTo" value={returnTo} />}
        <ul className="card">
          {accounts.map((account) => (
            <li
              key={account.email}
              className="flex items-center justify-between flex-wrap gap-3 border-b border-border p-4 last:border-0"
            >
              <div className="min-w-0">
                <b>{account.name}</b>{" "}
                <span className={`chip ${account.role === "staff" ? "chip--info" : ""}`}>
                  {account.roleName}
                </span>
                <p className="small muted mt-1 wrap-anywhere">{account.email}</p>
                <p className="small muted wrap-anywhere">
                  {m.demo_account_password({ password: account.password })}
                </p>
              </div>
              <button
                className="button button--ghost button--small"
                name="demo"
                value={account.email}
              >
                {m.demo_account_sign_in()}
                <span className="sr-only"> ({account.name})</span>
              </button>
            </li>
          ))}
        </ul>
      </Form>
    </section>
  );
}
