import type { Route } from "./+types/templates.page.ts";
import { m } from "#messages/messages.js";
import { CommandForm } from "#pages/command/command-form.tsx";
import { latestView, PageForm } from "#pages/form/page-form.tsx";
import { FormCard, ListPage } from "#pages/staff/list-page.tsx";
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
  return (
    <ListPage
      title={m.template_title()}
      text={m.template_intro()}
      saved={m.template_saved()}
      isAnswered={actionData !== undefined}
    >
      <Templates {...loaderData} />
      {presses.template && (
        <FormCard
          id="template"
          title={chosenId ? m.template_change() : m.template_add()}
          text={m.template_fields({ fields })}
        >
          <PageForm
            key={chosenId}
            view={latestView(actionData, view)}
            press={presses.template}
            action={hrefIn(chosenId ? paths.staffTemplate(chosenId) : paths.staffTemplates())}
            hidden={{ template: chosenId ?? "" }}
            submit={m.template_save()}
            variant="dark"
          />
        </FormCard>
      )}
    </ListPage>
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
