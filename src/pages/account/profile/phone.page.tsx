import type { Route } from "./+types/phone.page.ts";
import { changePhoneForm, phoneCodeForm, phoneForm } from "#domain/identity/account.form.ts";
import { hasPassword } from "#domain/identity/password.server.ts";
import { m } from "#messages/messages.js";
import { AccountForm } from "#pages/account/account-form.tsx";
import { showForm } from "#pages/form/handle-form.server.ts";
import { latestView } from "#pages/form/page-form.tsx";
import { type PageArgs, privateHeaders, requireMember } from "#pages/session/guards.server.ts";
import { Button } from "#ui/button.tsx";
import { pageMeta } from "#ui/page-meta.ts";
import { SectionCard } from "#ui/section-card.tsx";
import { handlePhone } from "./phone.server.ts";

export async function loader(args: PageArgs) {
  const { user, visitor } = requireMember(args);
  const { phone } = user;
  const asksPassword = phone !== null && (await hasPassword(user.id));
  return {
    email: user.email,
    view: asksPassword
      ? showForm(changePhoneForm, visitor, { phone })
      : showForm(phoneForm, visitor, phone === null ? {} : { phone }),
    codeView: showForm(phoneCodeForm, visitor),
  };
}

export function action(args: PageArgs) {
  return handlePhone(args);
}

export const headers = privateHeaders;

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: m.account_phone(), isPrivate: true });

export default function PhonePage({ loaderData, actionData }: Route.ComponentProps) {
  const { email, view, codeView } = loaderData;
  if (actionData && "phone" in actionData) {
    const sentTo = "codeSentTo" in actionData ? actionData.codeSentTo : null;
    return (
      <SectionCard
        title={m.account_phone()}
        text={sentTo === null ? undefined : m.account_phone_sent({ phone: sentTo })}
      >
        <AccountForm
          view={latestView(actionData, codeView)}
          hidden={{ phone: actionData.phone }}
          submit={m.account_phone_verify()}
          beside={
            <Button type="submit" variant="ghost" name="again" value="1">
              {m.account_phone_again()}
            </Button>
          }
        />
      </SectionCard>
    );
  }
  return (
    <SectionCard title={m.account_phone()} text={m.account_phone_text()}>
      <AccountForm
        view={latestView(actionData, view)}
        email={email}
        submit={m.account_phone_send()}
      />
    </SectionCard>
  );
}
