import { recordAct, toActor } from "#domain/audit/record-audit.server.ts";
import { listDealerLeads, MOST_LEADS_SHOWN } from "#domain/lead/dealer-leads.server.ts";
import { kindWord } from "#domain/lead/lead-words.ts";
import { m } from "#messages/messages.js";
import { OWN_TITLE } from "#pages/account/own-title.ts";
import { privateHeaders } from "#pages/session/guards.server.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { pageMeta } from "#ui/page-meta.ts";
import { formatDateTime } from "#values/format.ts";
import type { Route } from "./+types/dealer-leads.page.ts";
import { requireDealer } from "./dealer-request.server.ts";

export async function loader(args: Route.LoaderArgs) {
  const { user, visitor, dealership } = await requireDealer(args);
  const { locale } = visitor;
  const leads = await listDealerLeads(dealership.id);
  await recordAct({ by: toActor(user), action: "lead_list_viewed" });
  return {
    dealership: dealership.name,
    newestOnly: leads.length === MOST_LEADS_SHOWN ? MOST_LEADS_SHOWN : null,
    leads: leads.map((each) => {
      const { reference } = each;
      const kind = kindWord(each.kind, locale);
      const received = formatDateTime(each.receivedAt, locale);
      if (each.state === "shared") {
        const { name, city } = each;
        return { reference, kind, received, state: each.state, name, city };
      }
      const since = each.since && formatDateTime(each.since, locale);
      return { reference, kind, received, state: each.state, since };
    }),
  };
}

export const handle = OWN_TITLE;

export const headers = privateHeaders;

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: m.dealer_applications_title(), isPrivate: true });

/** The leads that a dealership received, and which of them it must delete. */
export default function DealerLeadsPage({ loaderData }: Route.ComponentProps) {
  const { dealership, leads, newestOnly } = loaderData;
  return (
    <div>
      <div className="page-head">
        <h1>{m.dealer_applications_title()}</h1>
        <p>{m.dealer_applications_lead({ dealership })}</p>
      </div>
      {leads.length === 0 ? (
        <EmptyState title={m.dealer_applications_none_title()}>
          <p>{m.dealer_applications_none_text()}</p>
        </EmptyState>
      ) : (
        <ul className="grid gap-3">
          {leads.map((each) => (
            <li
              key={each.reference}
              className="card flex flex-wrap items-center justify-between gap-x-5 gap-y-2 p-5"
            >
              <div className="min-w-0">
                <h2 className="figures text-lead">
                  {each.state === "shared" ? `${each.name} · ${each.reference}` : each.reference}
                </h2>
                <p className="small muted figures">
                  {each.kind} · {m.dealer_applications_received({ time: each.received })}
                  {each.state === "shared" && each.city && ` · ${each.city}`}
                </p>
                {each.state === "over" && <p className="mt-1">{m.dealer_applications_delete()}</p>}
              </div>
              {each.state === "shared" ? (
                <span className="chip chip--ok">{m.dealer_applications_shared()}</span>
              ) : (
                <span className="chip chip--bad">
                  {each.since
                    ? m.dealer_applications_withdrawn({ time: each.since })
                    : m.dealer_applications_over()}
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      {newestOnly !== null && (
        <p className="small muted mt-4">{m.dealer_newest_only({ count: newestOnly })}</p>
      )}
    </div>
  );
}
