import { Plus } from "lucide-react";
import type { Route } from "./+types/dealerships.page.ts";
import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { Link } from "#ui/link.tsx";
import { pageMeta } from "#ui/page-meta.ts";
import { ActiveChips } from "./active-chips.tsx";
import { dealershipsPage } from "./dealerships.server.ts";

export const loader = dealershipsPage.loader;

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: m.dealership_title(), isPrivate: true });

/** The dealerships that take leads, each with a link to its form. */
export default function DealershipsPage({ loaderData }: Route.ComponentProps) {
  const { dealerships, mayAdd } = loaderData;
  return (
    <div className="mx-auto grid w-full max-w-form gap-6 p-4 sm:p-8">
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div>
          <h1 className="text-page-title">{m.dealership_title()}</h1>
          <p className="muted mt-2">{m.dealership_text()}</p>
          <p className="mt-2">
            <Link to={paths.staffRouting()}>{m.routing_title()}</Link>
          </p>
        </div>
        {mayAdd && (
          <Link className="button button--dark" to={paths.staffDealership("new")}>
            <Plus className="icon" aria-hidden /> {m.dealership_new()}
          </Link>
        )}
      </div>
      {dealerships.length === 0 ? (
        <EmptyState title={m.dealership_none()}>{m.dealership_none_text()}</EmptyState>
      ) : (
        <ul className="card divide-y divide-border px-6">
          {dealerships.map((each) => (
            <li key={each.id} className="flex flex-wrap items-center justify-between gap-3 py-4">
              <div className="min-w-0">
                <Link className="font-bold" to={paths.staffDealership(each.id)}>
                  {each.name}
                </Link>
                <span className="small muted block wrap-anywhere">
                  {each.city}, {each.provinceCode} · {each.leadEmail}
                </span>
                <span className="small muted figures block">
                  {each.recentLeadCount === 1
                    ? m.dealership_lead()
                    : m.dealership_leads({ count: each.recentLeadCount })}
                </span>
              </div>
              <ActiveChips {...each} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
