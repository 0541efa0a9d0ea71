import { FactsTable } from "#ui/facts-table.tsx";
import type { UnsubscribeWay } from "#domain/newsletter/newsletter.table.ts";
import type { Subscriber } from "#domain/newsletter/subscribers.server.ts";
import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { CommandForm } from "#pages/command/command-form.tsx";
import type { PressName } from "#pages/command/press.ts";
import { paths } from "#site/paths.ts";
import { Button } from "#ui/button.tsx";
import { hrefIn } from "#ui/locale-href.ts";
import { formatDateTime } from "#values/format.ts";
import { languageTag } from "#values/locale.ts";

/** The command that ends a subscription; null for a viewer who may only read. */
type Ended = { unsubscribe: PressName | null };

/** Subscriptions, each with the evidence of its consent and a button to end it. */
export function SubscriberList({
  subscribers,
  unsubscribe,
}: { subscribers: readonly Subscriber[] } & Ended) {
  return (
    <ul className="card mt-5 divide-y divide-border px-6">
      {subscribers.map((subscriber) => (
        <li key={subscriber.id} className="py-3">
          <p className="flex flex-wrap items-center justify-between gap-3">
            <b className="wrap-anywhere">{subscriber.email}</b>
            <span className="flex gap-2">
              <span className="chip chip--outline" lang={languageTag[subscriber.locale]}>
                {subscriber.locale === "fr" ? "Français" : "English"}
              </span>
              <StateChip subscriber={subscriber} />
              {subscriber.isDemo && (
                <span className="chip chip--outline">{m.newsletter_staff_sample()}</span>
              )}
            </span>
          </p>
          <Evidence subscriber={subscriber} unsubscribe={unsubscribe} />
        </li>
      ))}
    </ul>
  );
}

function StateChip({ subscriber: { confirmedAt, unsubscribedAt } }: { subscriber: Subscriber }) {
  if (unsubscribedAt) return <span className="chip">{m.newsletter_staff_is_ended()}</span>;
  return confirmedAt ? (
    <span className="chip chip--ok">{m.newsletter_staff_is_subscribed()}</span>
  ) : (
    <span className="chip chip--warn">{m.newsletter_staff_is_unconfirmed()}</span>
  );
}

const WAYS = {
  page: m.newsletter_staff_left_page,
  one_click: m.newsletter_staff_left_one_click,
  staff: m.newsletter_staff_left_staff,
} as const satisfies Record<UnsubscribeWay, unknown>;

/**
 * The proof of consent that CASL (s. 13) requires of the sender: who, when, where and to which
 * text.
 */
function Evidence({ subscriber, unsubscribe }: { subscriber: Subscriber } & Ended) {
  const { id, askedAt, confirmedAt, unsubscribedAt, unsubscribedBy, channel } = subscriber;
  const time = (at: Date) => formatDateTime(at, getLocale());
  const facts = [
    { name: m.newsletter_staff_asked(), value: time(askedAt) },
    ...(confirmedAt ? [{ name: m.newsletter_staff_confirmed(), value: time(confirmedAt) }] : []),
    ...(unsubscribedAt && unsubscribedBy
      ? [
          {
            name: m.newsletter_staff_left(),
            value: WAYS[unsubscribedBy]({ time: time(unsubscribedAt) }),
          },
        ]
      : []),
    { name: m.newsletter_staff_where(), value: channel },
  ];
  return (
    <details className="small mt-2">
      <summary className="cursor-pointer">{m.newsletter_staff_evidence()}</summary>
      <FactsTable className="my-3" facts={facts} />
      <p className="font-semibold">
        {m.newsletter_staff_words({ version: subscriber.consentVersion })}
      </p>
      <blockquote lang={languageTag[subscriber.locale]} className="muted mt-1">
        {subscriber.consentText}
      </blockquote>
      <p className="mt-3 font-semibold">{m.newsletter_staff_hash()}</p>
      <p className="muted mt-1 font-mono wrap-anywhere">{subscriber.consentSha256}</p>
      {!unsubscribedAt && (
        <CommandForm
          press={unsubscribe}
          fields={{ id }}
          action={hrefIn(paths.staffNewsletter())}
          className="mt-4"
        >
          <Button type="submit" variant="ghost" size="sm">
            {m.newsletter_staff_unsubscribe()}
          </Button>
          <p className="fine-print muted mt-2">{m.newsletter_staff_unsubscribe_note()}</p>
        </CommandForm>
      )}
    </details>
  );
}
