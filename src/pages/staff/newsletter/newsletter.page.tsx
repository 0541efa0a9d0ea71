import { FindByEmail } from "#pages/staff/find-by-email.tsx";
import { data, redirect, useSearchParams } from "react-router";
import type { Route } from "./+types/newsletter.page.ts";
import { recordAct } from "#domain/audit/record-audit.server.ts";
import { may } from "#domain/identity/permission.ts";
import {
  countSubscribers,
  findSubscribers,
  listSubscribers,
  type Subscriber,
  unsubscribeByStaff,
} from "#domain/newsletter/subscribers.server.ts";
import { SUBSCRIBER_STATES, type SubscriberState } from "#domain/newsletter/subscriber.ts";
import { controlCharacters, rawValue } from "#forms/questions/raw-fields.ts";
import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { requirePermission } from "#pages/session/guards.server.ts";
import { requirePost } from "#platform/request/read-post.server.ts";
import { paths } from "#site/paths.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { Link } from "#ui/link.tsx";
import { hrefIn } from "#ui/locale-href.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { formatNumber } from "#values/format.ts";
import { isUuid } from "#values/uuid.ts";
import { Pager } from "#ui/pager.tsx";
import { SubscriberList } from "./subscriber-list.tsx";

const SHORTEST_SEARCH = 3;
const LONGEST_SEARCH = 254;

export async function loader(args: Route.LoaderArgs) {
  const { user } = requirePermission(args, "seeSubscribers");
  await recordAct({ action: "subscribers_viewed" });
  const { state, olderThan } = readAddress(args.request);
  const [counts, { subscribers, hasOlder }] = await Promise.all([
    countSubscribers(),
    listSubscribers({ state, olderThan }),
  ]);
  const last = subscribers.at(-1);
  return {
    states: SUBSCRIBER_STATES,
    state,
    counts,
    subscribers,
    mayExport: may(user, "exportSubscribers"),
    newestHref: olderThan ? buildAddress(state) : null,
    olderHref: hasOlder && last ? buildAddress(state, last.id) : null,
  };
}

type Search =
  | { typed: string; found: Subscriber[] }
  | { typed: string; found: null; code: "too_short" };

/**
 * Ends a subscription, or looks for an address. That is posted and answered here, because addresses of
 * pages end up in logs and histories.
 */
export async function action(args: Route.ActionArgs) {
  requirePermission(args, "seeSubscribers");
  const { fields } = await requirePost(args.request);
  if (rawValue(fields, "intent") === "unsubscribe") {
    const { user } = requirePermission(args, "endSubscriptions");
    const isDone = await unsubscribeByStaff(user, rawValue(fields, "id"));
    const query = isDone ? "?show=ended&done=unsubscribed" : "";
    throw redirect(hrefIn(paths.staffNewsletter()) + query, 303);
  }
  const typed = rawValue(fields, "email").slice(0, LONGEST_SEARCH).trim();
  if (typed.length < SHORTEST_SEARCH)
    return data<Search>({ typed, found: null, code: "too_short" }, { status: 422 });
  await recordAct({ action: "subscribers_viewed" });
  const isStorable = !controlCharacters.test(typed) && typed.isWellFormed();
  return data<Search>({ typed, found: isStorable ? await findSubscribers(typed) : [] });
}

function readAddress(request: Request): { state: SubscriberState; olderThan: string | null } {
  const query = new URL(request.url).searchParams;
  const olderThan = query.get("older_than");
  return {
    state: SUBSCRIBER_STATES.find((each) => each === query.get("show")) ?? "subscribed",
    olderThan: olderThan !== null && isUuid(olderThan) ? olderThan : null,
  };
}

function buildAddress(show: SubscriberState, olderThan?: string): string {
  const query = new URLSearchParams({ show, ...(olderThan && { older_than: olderThan }) });
  return `${paths.staffNewsletter()}?${query}`;
}

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: m.newsletter_title(), isPrivate: true });

/** Who gets the newsletter, and the evidence that they asked for it. */
export default function StaffNewsletterPage({ loaderData, actionData }: Route.ComponentProps) {
  const { counts, mayExport } = loaderData;
  const [query] = useSearchParams();
  const locale = getLocale();
  const isDone = query.get("done") === "unsubscribed" && !actionData;
  return (
    <div className="mx-auto grid w-full max-w-[860px] gap-6 p-4 sm:p-8">
      <div>
        <h1 className="text-[1.75rem]">{m.newsletter_title()}</h1>
        <p className="muted mt-2">{m.newsletter_staff_text()}</p>
        <p className="figures mt-2">
          {m.newsletter_staff_languages({
            en: formatNumber(counts.languages.en, locale),
            fr: formatNumber(counts.languages.fr, locale),
          })}
        </p>
      </div>
      {isDone && (
        <p className="notice notice--ok" role="status">
          {m.newsletter_staff_done()}
        </p>
      )}
      <SearchForm search={actionData} />
      {actionData?.found ? (
        <Found typed={actionData.typed} found={actionData.found} />
      ) : (
        <Listed view={loaderData} />
      )}
      {mayExport && (
        <p>
          <a
            className="button button--ghost"
            href={hrefIn(paths.staffNewsletterExport())}
            download="newsletter-subscribers.csv"
          >
            {m.newsletter_staff_export()}
          </a>
          <span className="small muted mt-2 block">{m.newsletter_staff_export_note()}</span>
        </p>
      )}
    </div>
  );
}

function SearchForm({ search }: { search: Search | undefined }) {
  return (
    <FindByEmail
      id="find-subscriber"
      title={m.newsletter_staff_search_title()}
      action={hrefIn(paths.staffNewsletter())}
      button={m.newsletter_staff_search_button()}
      type="search"
      inputMode="email"
      label={m.newsletter_staff_search_label()}
      error={search?.found === null ? m.newsletter_staff_search_short() : undefined}
      defaultValue={search?.typed}
      maxLength={LONGEST_SEARCH}
    />
  );
}

function Found({ typed, found }: { typed: string; found: readonly Subscriber[] }) {
  const count = formatNumber(found.length, getLocale());
  return (
    <section aria-labelledby="found-subscribers">
      <div role="status">
        <h2 id="found-subscribers" className="text-[length:var(--fs-h3)]">
          {found.length > 0
            ? m.newsletter_staff_found({ count, typed })
            : m.newsletter_staff_found_none({ typed })}
        </h2>
      </div>
      <p className="mt-2">
        <Link to={paths.staffNewsletter()}>{m.newsletter_staff_all()}</Link>
      </p>
      {found.length > 0 && <SubscriberList subscribers={found} />}
    </section>
  );
}

const STATE_WORDS = {
  subscribed: m.newsletter_staff_subscribed,
  unconfirmed: m.newsletter_staff_unconfirmed,
  ended: m.newsletter_staff_ended,
} as const satisfies Record<SubscriberState, unknown>;

function Listed({ view }: { view: Route.ComponentProps["loaderData"] }) {
  const { states, state, counts, subscribers, newestHref, olderHref } = view;
  return (
    <section aria-label={STATE_WORDS[state]()}>
      <nav className="filter-tabs" aria-label={m.newsletter_staff_tabs()}>
        {states.map((each) => (
          <Link
            key={each}
            to={buildAddress(each)}
            aria-current={each === state ? "true" : undefined}
          >
            {STATE_WORDS[each]()}{" "}
            <b className="figures">{formatNumber(counts.states[each], getLocale())}</b>
          </Link>
        ))}
      </nav>
      {subscribers.length === 0 ? (
        <EmptyState title={m.newsletter_staff_none()} />
      ) : (
        <SubscriberList subscribers={subscribers} />
      )}
      <Pager newestHref={newestHref} olderHref={olderHref} className="mt-5" />
    </section>
  );
}
