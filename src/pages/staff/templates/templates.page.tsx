import { useSearchParams } from "react-router";
import type { Route } from "./+types/templates.page.ts";
import { m } from "#messages/messages.js";
import { CommandForm } from "#pages/command/command-form.tsx";
import { latestView, PageForm } from "#pages/form/page-form.tsx";
import { paths } from "#site/paths.ts";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Link } from "#ui/link.tsx";
import { hrefIn } from "#ui/locale-href.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { templatesPage } from "./templates.server.ts";

export const loader = templatesPage.loader;
export const action = templatesPage.action;

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: m.template_title(), isPrivate: true });

/** The texts that staff send from a lead. */
export default function TemplatesPage({ loaderData, actionData }: Route.ComponentProps) {
  const { chosenId, fields, view, presses } = loaderData;
  const [query] = useSearchParams();
  return (
    <div className="mx-auto grid w-full max-w-form gap-6 p-4 sm:p-8">
      <div>
        <h1 className="text-page-title">{m.template_title()}</h1>
        <p className="muted mt-2">{m.template_intro()}</p>
      </div>
      {query.get("done") === "saved" && !actionData && (
        <p className="notice notice--ok" role="status">
          {m.template_saved()}
        </p>
      )}
      <Templates {...loaderData} />
      {presses.template && (
        <section className="card p-6" aria-labelledby="template">
          <h2 id="template" className="mb-2 text-h3">
            {chosenId ? m.template_change() : m.template_add()}
          </h2>
          <p className="small muted mb-4 wrap-anywhere">{m.template_fields({ fields })}</p>
          <PageForm
            key={chosenId}
            view={latestView(actionData, view)}
            press={presses.template}
            action={hrefIn(chosenId ? paths.staffTemplate(chosenId) : paths.staffTemplates())}
            hidden={{ template: chosenId ?? "" }}
            submit={m.template_save()}
            variant="dark"
          />
        </section>
      )}
    </div>
  );
}

function Templates({
  templates,
  presses,
}: Pick<Route.ComponentProps["loaderData"], "templates" | "presses">) {
  if (templates.length === 0)
    return (
      <EmptyState title={m.template_none()}>
        <p>{m.template_none_text()}</p>
      </EmptyState>
    );
  return (
    <ul className="card divide-y divide-border px-6">
      {templates.map(({ id, name, channel, purpose, isOffered }) => (
        <li key={id} className="flex flex-wrap items-center justify-between gap-3 py-4">
          <p className="flex min-w-0 flex-wrap items-center gap-2">
            <b className="wrap-anywhere">{name}</b>
            <span className="chip">
              {channel === "email"
                ? m.template_channel_option_email()
                : m.template_channel_option_sms()}
            </span>
            {purpose === "marketing" && (
              <span className="chip chip--warn">{m.template_purpose_option_marketing()}</span>
            )}
            {!isOffered && <span className="chip">{m.template_withheld()}</span>}
          </p>
          {presses.template && (
            <div className="flex flex-wrap gap-3">
              <Link
                className="button button--ghost button--small"
                to={paths.staffTemplate(id)}
                aria-label={m.template_change_which({ name })}
              >
                {m.template_edit()}
              </Link>
              <CommandForm
                press={isOffered ? presses.withhold : presses.offer}
                action={hrefIn(paths.staffTemplates())}
                fields={{ template: id }}
              >
                <Button
                  type="submit"
                  variant="ghost"
                  size="sm"
                  aria-label={
                    isOffered
                      ? m.template_withhold_which({ name })
                      : m.template_offer_which({ name })
                  }
                >
                  {isOffered ? m.template_withhold() : m.template_offer()}
                </Button>
              </CommandForm>
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}
