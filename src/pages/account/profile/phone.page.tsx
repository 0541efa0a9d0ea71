import type { Route } from "./+types/phone.page.ts";
import { m } from "#messages/messages.js";
import { Button } from "#ui/button.tsx";
import { pageMeta } from "#ui/page-meta.ts";
import { type PageArgs, privateHeaders, requireMember } from "#pages/session/guards.server.ts";
import { AccountField, AccountForm } from "#pages/session/account-form.tsx";
import { SectionCard } from "#ui/section-card.tsx";
import { answerPhone } from "./phone.server.ts";

export function loader(args: PageArgs) {
  return { phone: requireMember(args).user.phone };
}

export function action(args: PageArgs) {
  return answerPhone(args);
}

export const headers = privateHeaders;

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: m.account_phone(), isPrivate: true });

export default function PhonePage({ loaderData, actionData }: Route.ComponentProps) {
  const sentTo = actionData && "codeSentTo" in actionData ? actionData.codeSentTo : null;
  const answer = actionData && "problems" in actionData ? actionData : undefined;
  const phone = actionData?.typed.phone ?? loaderData.phone ?? "";
  if (sentTo !== null || answer?.form === "phone-code") {
    const shared = { form: "phone-code", answer };
    return (
      <SectionCard
        title={m.account_phone()}
        text={sentTo === null ? undefined : m.account_phone_sent({ phone: sentTo })}
      >
        <AccountForm
          {...shared}
          hidden={{ phone }}
          submit={m.account_phone_verify()}
          beside={
            <Button type="submit" look="ghost" name="again" value="1">
              {m.account_phone_again()}
            </Button>
          }
        >
          <AccountField
            {...shared}
            name="code"
            label={m.account_phone_code()}
            inputMode="numeric"
            autoComplete="one-time-code"
          />
        </AccountForm>
      </SectionCard>
    );
  }
  const shared = { form: "phone", answer };
  return (
    <SectionCard title={m.account_phone()} text={m.account_phone_text()}>
      <AccountForm {...shared} submit={m.account_phone_send()}>
        <AccountField
          {...shared}
          name="phone"
          type="tel"
          label={m.account_phone_number()}
          autoComplete="tel"
          defaultValue={phone}
        />
      </AccountForm>
    </SectionCard>
  );
}
