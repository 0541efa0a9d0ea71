import { CircleAlert } from "lucide-react";
import { useSearchParams } from "react-router";
import { m } from "#messages/messages.js";
import { CommandForm } from "#pages/command/command-form.tsx";
import { latestView, PageForm } from "#pages/form/page-form.tsx";
import { Button } from "#ui/button.tsx";
import { SelectField } from "#ui/field.tsx";
import { pageMeta } from "#ui/page-meta.ts";
import type { Route } from "./+types/notices.page.ts";
import { noticesPage } from "./notices.server.ts";
import { PushBrowsers } from "./push-browsers.tsx";

export const loader = noticesPage.loader;
export const action = noticesPage.action;

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: m.notice_title(), isPrivate: true });

const DONE = new Map([
  ["saved", m.notice_saved],
  ["on-call", m.notice_on_call_saved],
  ["push-on", m.push_turned_on],
  ["push-off", m.push_removed],
  ["push-test", m.push_test_sent],
]);

/** How one is told of what happens to leads, and who is on call. */
export default function NoticesPage({ loaderData, actionData }: Route.ComponentProps) {
  const { view, isDefault, phone, push, weeks, team, presses } = loaderData;
  const [query] = useSearchParams();
  const done = actionData ? undefined : DONE.get(query.get("done") ?? "");
  const shown = latestView(actionData && "view" in actionData ? actionData : undefined, view);
  const refused = actionData && "refused" in actionData ? actionData.refused : undefined;
  return (
    <div className="mx-auto grid w-full max-w-form gap-6 p-4 sm:p-8">
      <div>
        <h1 className="text-page-title">{m.notice_title()}</h1>
        <p className="muted mt-2">{m.notice_text()}</p>
      </div>
      {done && (
        <p className="notice notice--ok" role="status">
          {done()}
        </p>
      )}
      {refused && (
        <p className="notice notice--bad" role="alert">
          <CircleAlert className="icon" aria-hidden />
          {refused}
        </p>
      )}
      <section className="card p-4 sm:p-6" aria-labelledby="own-title">
        <h2 id="own-title" className="text-h3">
          {m.notice_own_title()}
        </h2>
        {isDefault && <p className="small mt-1">{m.notice_default()}</p>}
        <p className="small muted mt-1 mb-5">
          {phone ? m.notice_phone({ phone }) : m.notice_phone_missing()}
        </p>
        <PageForm view={shown} press={presses.notice} submit={m.notice_save()} variant="dark" />
      </section>
      <PushBrowsers publicKey={push.key} browsers={push.browsers} presses={presses} />
      <section className="card p-4 sm:p-6" aria-labelledby="on-call-title">
        <h2 id="on-call-title" className="text-h3">
          {m.notice_on_call_title()}
        </h2>
        <p className="small muted mt-1 mb-5">{m.notice_on_call_text()}</p>
        {presses["on-call"] ? (
          <CommandForm press={presses["on-call"]} className="stack">
            {weeks.map(({ monday, text, userId }) => (
              <SelectField key={monday} name={`week-${monday}`} label={text} defaultValue={userId}>
                <option value="">{m.notice_on_call_nobody()}</option>
                {team.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </SelectField>
            ))}
            <div>
              <Button type="submit" variant="dark">
                {m.notice_on_call_save()}
              </Button>
            </div>
          </CommandForm>
        ) : (
          <dl className="grid gap-2">
            {weeks.map(({ monday, text, name }) => (
              <div key={monday} className="flex flex-wrap justify-between gap-x-4">
                <dt className="muted">{text}</dt>
                <dd>{name ?? m.notice_on_call_nobody()}</dd>
              </div>
            ))}
          </dl>
        )}
      </section>
    </div>
  );
}
