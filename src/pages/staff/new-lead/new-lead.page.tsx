import type { Route } from "./+types/new-lead.page.ts";
import { m } from "#messages/messages.js";
import { latestView, PageForm } from "#pages/form/page-form.tsx";
import { paths } from "#site/paths.ts";
import { Link } from "#ui/link.tsx";
import { pageMeta } from "#ui/page-meta.ts";
import { newLeadPage } from "./new-lead.server.ts";

export const loader = newLeadPage.loader;
export const action = newLeadPage.action;

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: m.new_lead_title(), isPrivate: true });

/** A lead of somebody who phoned or walked in. */
export default function NewLeadPage({ loaderData, actionData }: Route.ComponentProps) {
  const { view, presses } = loaderData;
  return (
    <div className="mx-auto grid w-full max-w-form gap-6 p-4 sm:p-8">
      <div>
        <Link className="small" to={paths.leads()}>
          {m.staff_all_leads()}
        </Link>
        <h1 className="mt-2 text-page-title">{m.new_lead_title()}</h1>
        <p className="muted mt-2">{m.new_lead_text()}</p>
      </div>
      <div className="card p-6">
        <PageForm
          view={latestView(actionData, view)}
          press={presses["lead-by-hand"]}
          submit={m.new_lead_save()}
          variant="dark"
        />
      </div>
    </div>
  );
}
