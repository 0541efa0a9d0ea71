import { useSearchParams } from "react-router";
import type { Route } from "./+types/newsletter.page.ts";
import type { SubscriberState } from "#domain/newsletter/subscriber.ts";
import type { Subscriber } from "#domain/newsletter/subscribers.server.ts";
import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import type { PressName } from "#pages/command/press.ts";
import { FindByEmail } from "#pages/staff/find-by-email.tsx";
import { paths } from "#site/paths.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { Link } from "#ui/link.tsx";
import { hrefIn } from "#ui/locale-href.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { Pager } from "#ui/pager.tsx";
import { formatNumber } from "#values/format.ts";
import { buildAddress, LONGEST_SEARCH } from "./newsletter-address.ts";
import { newsletterPage, type SubscriberSearch } from "./newsletter.server.ts";
import { SubscriberList } from "./subscriber-list.tsx";

export const loader = newsletterPage.loader;
export const action = newsletterPage.action;

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: m.newsletter_title(), isPrivate: true });

/** The subscribers of the newsletter, and the evidence that they asked for it. */
export default function StaffNewsletterPage({ loaderData, actionData }: Route.ComponentProps) {
  const { counts, mayExport, presses } = loaderData;
  const [query] = useSearchParams();
  const locale = getLocale();
  const isDone = query.get("done") === "unsubscribed" && !actionData;
  return (
    <div className="mx-auto grid w-full max-w-form gap-6 p-4 sm:p-8">
      <div>
        <h1 className="text-page-title">{m.newsletter_title()}</h1>
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
        <Found
          typed={actionData.typed}
          found={actionData.found}
          unsubscribe={presses.unsubscribe}
        />
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

function SearchForm({ search }: { search: SubscriberSearch | undefined }) {
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

type FoundProps = {
  typed: string;
  found: readonly Subscriber[];
  unsubscribe: PressName | null;
};

function Found({ typed, found, unsubscribe }: FoundProps) {
  const count = formatNumber(found.length, getLocale());
  return (
    <section aria-labelledby="found-subscribers">
      <div role="status">
        <h2 id="found-subscribers" className="text-h3">
          {found.length > 0
            ? m.newsletter_staff_found({ count, typed })
            : m.newsletter_staff_found_none({ typed })}
        </h2>
      </div>
      <p className="mt-2">
        <Link to={paths.staffNewsletter()}>{m.newsletter_staff_all()}</Link>
      </p>
      {found.length > 0 && <SubscriberList subscribers={found} unsubscribe={unsubscribe} />}
    </section>
  );
}

const STATE_WORDS = {
  subscribed: m.newsletter_staff_subscribed,
  unconfirmed: m.newsletter_staff_unconfirmed,
  ended: m.newsletter_staff_ended,
} as const satisfies Record<SubscriberState, unknown>;

function Listed({ view }: { view: Route.ComponentProps["loaderData"] }) {
  const { states, state, counts, subscribers, newestHref, olderHref, presses } = view;
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
        <SubscriberList subscribers={subscribers} unsubscribe={presses.unsubscribe} />
      )}
      <Pager newestHref={newestHref} olderHref={olderHref} className="mt-5" />
    </section>
  );
}
