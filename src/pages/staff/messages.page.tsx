import { isKey, listKeys } from "#values/record.ts";
import { CircleAlert } from "lucide-react";
import { data, redirect } from "react-router";
import type { Route } from "./+types/messages.page.ts";
import { recordAct, toActor } from "#domain/audit/record-audit.server.ts";
import { listLeadReferences } from "#domain/lead/lead-queries.server.ts";
import { countMessages, listMessages } from "#domain/notification/messages.server.ts";
import { sendAgain } from "#domain/notification/notify.server.ts";
import { rawValue } from "#forms/questions/raw-fields.ts";
import { m } from "#messages/messages.js";
import { requirePermission } from "#pages/session/guards.server.ts";
import { requirePost } from "#platform/request/read-post.server.ts";
import { paths } from "#site/paths.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { Link } from "#ui/link.tsx";
import { hrefIn } from "#ui/locale-href.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { formatNumber } from "#values/format.ts";
import { isUuid } from "#values/uuid.ts";
import { MessageList } from "./message-list.tsx";
import { viewMessage } from "./message-view.server.ts";
import { Pager } from "#ui/pager.tsx";

/** The tabs of the list, by what the address's `show` says, and the states that each holds. */
const TABS = {
  dead: { states: ["dead"], text: m.staff_messages_dead },
  waiting: { states: ["waiting", "failed"], text: m.staff_messages_waiting },
  sent: { states: ["sent"], text: m.staff_messages_sent },
  withdrawn: { states: ["withdrawn"], text: m.staff_messages_withdrawn },
} as const;
type Tab = keyof typeof TABS;

/** Where staff look first: how many need them, and how many are on their way. */
const COUNTED = ["dead", "waiting"] as const satisfies readonly Tab[];

function readAddress(request: Request): { tab: Tab; olderThan: string | null } {
  const query = new URL(request.url).searchParams;
  const show = query.get("show") ?? "";
  const olderThan = query.get("older_than") ?? "";
  return {
    tab: isKey(TABS, show) ? show : "dead",
    olderThan: isUuid(olderThan) ? olderThan : null,
  };
}

function buildAddress(tab: Tab, olderThan: string | null = null): string {
  const query = new URLSearchParams();
  if (tab !== "dead") query.set("show", tab);
  if (olderThan) query.set("older_than", olderThan);
  return query.size > 0 ? `${paths.staffMessages()}?${query}` : paths.staffMessages();
}

export async function loader(args: Route.LoaderArgs) {
  const { user, visitor } = requirePermission(args, "workLeads");
  // The list says whom the site wrote to, and about what.
  await recordAct({ by: toActor(user), action: "messages_viewed" });
  const { locale } = visitor;
  const { tab, olderThan } = readAddress(args.request);
  const [{ messages, hasOlder }, counts] = await Promise.all([
    listMessages({ states: TABS[tab].states, olderThan }),
    countMessages(COUNTED.flatMap((each) => TABS[each].states)),
  ]);
  const references = await listLeadReferences(messages.flatMap(({ leadId }) => leadId ?? []));
  const count = (of: Tab) =>
    TABS[of].states.reduce((sum: number, state) => sum + (counts[state] ?? 0), 0);
  const last = messages.at(-1);
  return {
    tab,
    counts: Object.fromEntries(COUNTED.map((each) => [each, formatNumber(count(each), locale)])),
    messages: messages.map((message) => ({
      ...viewMessage(message, locale),
      reference: message.leadId && (references.get(message.leadId) ?? null),
    })),
    newestHref: olderThan ? buildAddress(tab) : null,
    olderHref: hasOlder && last ? buildAddress(tab, last.id) : null,
  };
}

export async function action(args: Route.ActionArgs) {
  requirePermission(args, "workLeads");
  const id = rawValue((await requirePost(args.request)).fields, "retry");
  const { ok } = isUuid(id) ? await sendAgain(id) : { ok: false };
  if (!ok) return data({ refusal: "not_retried" } as const, { status: 409 });
  const { tab, olderThan } = readAddress(args.request);
  throw redirect(hrefIn(buildAddress(tab, olderThan)), 303);
}

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: m.staff_messages_title(), isPrivate: true });

/** What the site owes to anybody, and what it could not deliver. */
export default function MessagesPage({ loaderData, actionData }: Route.ComponentProps) {
  const { tab, counts, messages, newestHref, olderHref } = loaderData;
  return (
    <div className="mx-auto w-full max-w-[860px] p-4 sm:p-8">
      <h1 className="text-[1.75rem]">{m.staff_messages_title()}</h1>
      <p className="muted mt-2">{m.staff_messages_text()}</p>
      {actionData && (
        <p className="notice notice--bad mt-4" role="alert">
          <CircleAlert className="icon" aria-hidden />
          {m.staff_problem_not_retried()}
        </p>
      )}
      <nav className="filter-tabs mt-5" aria-label={m.staff_messages_tabs_label()}>
        {listKeys(TABS).map((each) => (
          <Link key={each} to={buildAddress(each)} aria-current={each === tab ? "true" : undefined}>
            {TABS[each].text()} {counts[each] && <b className="figures">{counts[each]}</b>}
          </Link>
        ))}
      </nav>
      <div className="mt-5">
        {messages.length === 0 ? (
          <EmptyState title={m.staff_messages_none_title()}>
            <p>
              {tab === "dead" ? m.staff_messages_none_dead_text() : m.staff_messages_none_text()}
            </p>
          </EmptyState>
        ) : (
          <MessageList messages={messages} action={hrefIn(buildAddress(tab))}>
            {({ reference }) =>
              reference && (
                <p className="small">
                  <Link to={paths.lead(reference)}>{m.staff_messages_lead({ reference })}</Link>
                </p>
              )
            }
          </MessageList>
        )}
      </div>
      <Pager newestHref={newestHref} olderHref={olderHref} className="mt-5" />
    </div>
  );
}
