import { useSearchParams } from "react-router";
import { m } from "#messages/messages.js";
import { CommandForm } from "#pages/command/command-form.tsx";
import type { PressName } from "#pages/command/press.ts";
import { latestView, PageForm } from "#pages/form/page-form.tsx";
import { paths } from "#site/paths.ts";
import { Button } from "#ui/button.tsx";
import { Link } from "#ui/link.tsx";
import { hrefIn } from "#ui/locale-href.ts";
import { pageMeta } from "#ui/page-meta.ts";
import type { Route } from "./+types/access.page.ts";
import { accessPage } from "./access.server.ts";

export const loader = accessPage.loader;
export const action = accessPage.action;

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: m.access_day_title(), isPrivate: true });

type Loaded = Route.ComponentProps["loaderData"];

const DONE = new Map([
  ["asked", m.access_done_asked],
  ["decided", m.access_done_decided],
  ["ended", m.access_done_ended],
]);

/** Abilities for a day: what one asked for, and what colleagues ask for. */
export default function AccessPage({ loaderData, actionData }: Route.ComponentProps) {
  const { askView, chosen, own, others, presses, seesRoles } = loaderData;
  const [query] = useSearchParams();
  const done = actionData ? undefined : DONE.get(query.get("done") ?? "");
  return (
    <div className="mx-auto grid w-full max-w-form gap-6 p-4 sm:p-8">
      <div>
        <h1 className="text-page-title">{m.access_day_title()}</h1>
        <p className="muted mt-2">{m.access_day_text()}</p>
        {seesRoles && (
          <p className="mt-2">
            <Link to={paths.staffRoles()}>{m.access_title()}</Link>
          </p>
        )}
      </div>
      {done && (
        <p className="notice notice--ok" role="status">
          {done()}
        </p>
      )}
      {chosen && presses["access-decision"] && (
        <section className="card p-6" aria-labelledby="chosen-request">
          <h2 id="chosen-request" className="text-h3 wrap-anywhere">
            {m.access_decide_title({ name: chosen.name })}
          </h2>
          <p className="mt-2">{chosen.what}</p>
          <p className="muted wrap-anywhere">{chosen.reason}</p>
          <PageForm
            view={latestView(actionData, chosen.view)}
            press={presses["access-decision"]}
            action={hrefIn(paths.accessRequest(chosen.id))}
            hidden={{ request: chosen.id }}
            submit={m.access_decide()}
            variant="dark"
            className="mt-4"
          />
        </section>
      )}
      {askView && presses["access-request"] && !chosen && (
        <section className="card p-6" aria-labelledby="ask-access">
          <h2 id="ask-access" className="mb-4 text-h3">
            {m.access_ask_title()}
          </h2>
          <PageForm
            key={own.length}
            view={latestView(actionData, askView)}
            press={presses["access-request"]}
            action={hrefIn(paths.staffAccess())}
            submit={m.access_ask()}
            variant="dark"
          />
        </section>
      )}
      {others.length > 0 && (
        <Requests
          id="others"
          title={m.access_others()}
          requests={others}
          press={presses["end-access"]}
          mayDecide={presses["access-decision"] !== null}
        />
      )}
      <Requests
        id="own"
        title={m.access_own()}
        requests={own}
        press={presses["end-access"]}
        mayDecide={false}
      />
    </div>
  );
}

function Requests(props: {
  id: string;
  title: string;
  requests: Loaded["own"];
  press: PressName | null;
  mayDecide: boolean;
}) {
  const { id: section, title, requests, press, mayDecide } = props;
  return (
    <section className="card p-6" aria-labelledby={section}>
      <h2 id={section} className="text-h3">
        {title}
      </h2>
      {requests.length === 0 && <p className="muted mt-2">{m.access_none()}</p>}
      <ul className="divide-y divide-border">
        {requests.map(({ id, name, role, what, reason, asked, state, word, ...request }) => (
          <li key={id} className="flex flex-wrap items-start justify-between gap-3 py-4">
            <div className="min-w-0">
              <b className="wrap-anywhere">{what}</b>
              <p className="small wrap-anywhere">{m.access_by({ name, role, reason })}</p>
              <p className="small muted">{asked}</p>
              <p className="small">{state}</p>
              {word && <p className="small wrap-anywhere">{word}</p>}
            </div>
            {mayDecide && request.isWaiting && (
              <Link
                className="button button--dark button--small"
                to={paths.accessRequest(id)}
                aria-label={m.access_decide_title({ name })}
              >
                {m.access_decide()}
              </Link>
            )}
            {request.isActive && (
              <CommandForm
                press={press}
                fields={{ id }}
                action={hrefIn(paths.staffAccess())}
                preventScrollReset
              >
                <Button type="submit" variant="ghost" size="sm">
                  {m.access_end()}
                </Button>
              </CommandForm>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
