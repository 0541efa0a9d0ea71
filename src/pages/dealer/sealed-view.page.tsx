import { FactsTable } from "#ui/facts-table.tsx";
import { data, Form, useNavigation } from "react-router";
import { findLeadForm } from "#domain/lead-forms.server.ts";
import { listSealedQuestions, nameSealedQuestion } from "#domain/lead/reveal-sealed.server.ts";
import { findSealedView, openSealedView } from "#domain/lead/sealed-view.server.ts";
import { m } from "#messages/messages.js";
import {
  privateHeaders,
  requireFreshFactor,
  requirePermission,
} from "#pages/session/guards.server.ts";
import { Button } from "#ui/button.tsx";
import { pageMeta } from "#ui/page-meta.ts";
import { pageStyle } from "#ui/page-style.ts";
import type { Route } from "./+types/sealed-view.page.ts";
import { requireDealership } from "./desk.server.ts";
import stylesheet from "../account/account.css?url";

export const links = () => [pageStyle(stylesheet)];

/** Loading the page does not use the link up: mail programs follow links by themselves. */
export async function loader(args: Route.LoaderArgs) {
  const dealership = await requireDealership(requirePermission(args, "workDealerLeads"));
  requireFreshFactor(args);
  const view = await findSealedView(args.params.token, dealership.id);
  return { view };
}

export async function action(args: Route.ActionArgs) {
  const member = requirePermission(args, "workDealerLeads");
  const { user, visitor } = member;
  const dealership = await requireDealership(member);
  requireFreshFactor(args);
  const { token } = args.params;
  const opened = await openSealedView(
    token,
    dealership.id,
    user,
    (name) => findLeadForm(name)?.form,
  );
  if (!opened) throw data({ code: "link_over" }, { status: 410 });
  const { form, answers } = opened;
  const rows = listSealedQuestions(form).flatMap(({ name }) => {
    const value = answers[name];
    const label = nameSealedQuestion(form, name, visitor.locale);
    return typeof value === "string" && label ? [{ label, value }] : [];
  });
  return data({ rows }, { headers: { "cache-control": "no-store" } });
}

export const headers = privateHeaders;

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: m.sealed_view_title(), isPrivate: true });

export default function SealedViewPage({ loaderData, actionData }: Route.ComponentProps) {
  const isBusy = useNavigation().state !== "idle";
  const { view } = loaderData;
  return (
    <div className="page-width page">
      <div className="page-head">
        <h1>{m.sealed_view_title()}</h1>
        {view && !actionData && (
          <p>{m.sealed_view_lead({ ...view, name: `${view.firstName} ${view.lastName}` })}</p>
        )}
      </div>
      {actionData ? (
        <div className="card max-w-130 p-6 print:hidden">
          <FactsTable facts={actionData.rows.map(({ label, value }) => ({ name: label, value }))} />
          <p className="small muted mt-4">{m.sealed_view_shown()}</p>
        </div>
      ) : view ? (
        <Form method="post" className="max-w-130">
          <p>{m.sealed_view_once()}</p>
          <Button type="submit" className="mt-4" busy={isBusy}>
            {m.sealed_view_open()}
          </Button>
        </Form>
      ) : (
        <p>{m.sealed_view_over()}</p>
      )}
    </div>
  );
}

export function ErrorBoundary() {
  return (
    <div className="page-width page">
      <div className="page-head">
        <h1>{m.sealed_view_title()}</h1>
        <p>{m.sealed_view_over()}</p>
      </div>
    </div>
  );
}
