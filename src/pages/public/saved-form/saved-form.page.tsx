import { data, Form } from "react-router";
import { m } from "#messages/messages.js";
import { showForm } from "#pages/form/handle-form.server.ts";
import { latestView, PageForm } from "#pages/form/page-form.tsx";
import { CodeField } from "#pages/public/phone-code/code-field.tsx";
import { privateHeaders } from "#pages/session/guards.server.ts";
import { readVisitor } from "#platform/request/visitor.server.ts";
import { DemoOutboxNote } from "#pages/public/phone-code/demo-note.tsx";
import { paths } from "#site/paths.ts";
import { CommandButton } from "#pages/command/command-button.tsx";
import { FieldError } from "#ui/field.tsx";
import { hrefIn } from "#ui/locale-href.ts";
import { NarrowPage } from "#ui/narrow-page.tsx";
import { NoticeLine } from "#ui/notice-line.tsx";
import { pageMeta } from "#ui/page-meta.ts";
import { pageStyle } from "#ui/page-style.ts";
import type { Route } from "./+types/saved-form.page.ts";
import {
  handleCode,
  askForLink,
  lostLinkForm,
  openSavedForm,
  type ReturnCode,
  type ReturnPress,
} from "./saved-form.server.ts";
import stylesheet from "../form-journey/forms.css?url";

export const links = () => [pageStyle(stylesheet)];

export async function loader(args: Route.LoaderArgs) {
  const isAsked = new URL(args.request.url).searchParams.get("asked") === "yes";
  return {
    isAsked,
    page: await openSavedForm(args),
    lostLink: showForm(lostLinkForm, readVisitor(args)),
  };
}

/** With a token: sends or checks the code. Without one: sends another link. */
export async function action(args: Route.ActionArgs) {
  if (args.params.token) return { code: await handleCode(args) };
  const { data: lost, init } = await askForLink(args);
  return data({ lost }, init ?? {});
}

export const headers = privateHeaders;

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: m.saved_form_title(), isPrivate: true });

/** The page that the e-mailed link of a saved form opens. */
export default function SavedFormPage({ loaderData, actionData }: Route.ComponentProps) {
  const { page, lostLink, isAsked } = loaderData;
  const code = actionData && "code" in actionData ? actionData.code : null;
  if (page.at === "open") return <CodeQuestion phone={page.phone} code={code ?? page.code} />;
  const lost = actionData && "lost" in actionData ? actionData.lost : undefined;
  const lead = {
    ask: m.saved_form_ask_lead(),
    dead: m.saved_form_dead_lead(),
    locked: m.saved_form_locked_lead(),
  }[page.at];
  return (
    <NarrowPage title={m.saved_form_title()} lead={lead}>
      <NoticeLine notice={isAsked ? { text: m.saved_form_asked(), isError: false } : null} />
      <PageForm
        view={latestView(lost, lostLink)}
        action={hrefIn(paths.askForSavedForm())}
        submit={m.saved_form_ask_button()}
        size="lg"
      />
    </NarrowPage>
  );
}

function CodeQuestion({ phone, code }: { phone: string; code: ReturnCode }) {
  return (
    <NarrowPage title={m.saved_form_title()} lead={m.saved_form_code_lead({ phone })}>
      <Form method="post" className="stack">
        <NoticeLine
          notice={code.message && !code.isError ? { text: code.message, isError: false } : null}
        />
        {code.state === "code_sent" && (
          <CodeField describedBy="verificationCode-error" isInvalid={code.isError} />
        )}
        <FieldError
          id="verificationCode-error"
          error={code.isError ? (code.message ?? undefined) : undefined}
        />
        <div className="flex flex-wrap gap-3">
          {code.state !== "not_started" && (
            <CommandButton<ReturnPress> press="verify-code" size="lg">
              {code.state === "verified" ? m.saved_form_continue() : m.phone_code_verify()}
            </CommandButton>
          )}
          {code.state !== "verified" && (
            <CommandButton<ReturnPress>
              press="send-code"
              size="lg"
              variant={code.state === "not_started" ? "primary" : "ghost"}
            >
              {code.state === "not_started" ? m.phone_code_send() : m.phone_code_resend()}
            </CommandButton>
          )}
        </div>
      </Form>
      <DemoOutboxNote />
      <p className="muted small mt-6">{m.saved_form_code_note()}</p>
    </NarrowPage>
  );
}
