import { ArrowLeft } from "lucide-react";
import { isRouteErrorResponse } from "react-router";
import type { Route } from "./+types/contact.page.ts";
import { m } from "#messages/messages.js";
import { ErrorPage, speakableText } from "#pages/public/layout/error-page.tsx";
import { StatusChip } from "#pages/staff/lead-status-chip.tsx";
import { paths } from "#site/paths.ts";
import { Link } from "#ui/link.tsx";
import { pageMeta } from "#ui/page-meta.ts";
import { NEWEST } from "#domain/contact/contact.ts";
import { type ContactEntry, contactPage, type ContactView } from "./contact.server.ts";

export const loader = contactPage.loader;

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: args.loaderData?.contact.name ?? m.contact_no_such_title(),
    isPrivate: true,
  });

/** Everything of one person: requests, bids, listings, messages, consents, and who looked. */
export default function ContactPage({ loaderData }: Route.ComponentProps) {
  const { contact, accounts, bids, listings, views } = loaderData;
  return (
    <div className="mx-auto grid w-full grid-cols-[minmax(0,1fr)] gap-6 p-4 sm:p-8">
      <BackToList />
      <Head contact={contact} accounts={accounts} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-2">
        <Part title={m.contact_requests_title()} entries={contact.leads} />
        <Part
          title={m.contact_consents_title()}
          entries={contact.consents}
          none={m.contact_consents_none()}
        />
        <Part title={m.contact_bids_title()} entries={bids} none={m.contact_bids_none()} />
        <Part
          title={m.contact_listings_title()}
          entries={listings}
          none={m.contact_listings_none()}
        />
        <Part
          title={m.contact_messages_title()}
          entries={contact.messages}
          none={m.contact_messages_none()}
        />
        <Part title={m.contact_views_title()} text={m.contact_views_text()} entries={views} />
      </div>
    </div>
  );
}

function Head({ contact, accounts }: Pick<ContactView, "contact" | "accounts">) {
  const { name, initials, otherNames, emails, phones, facts } = contact;
  return (
    <section className="card grid gap-4 p-6" aria-labelledby="contact-name">
      <div className="flex items-center gap-4">
        <span className="staff-avatar size-14 bg-red text-lg" aria-hidden>
          {initials}
        </span>
        <div className="min-w-0">
          <h1 id="contact-name" className="text-h2 wrap-anywhere">
            {name}
          </h1>
          {otherNames && (
            <p className="small muted wrap-anywhere">
              {m.contact_also_known({ names: otherNames })}
            </p>
          )}
          <p className="small muted">{facts}</p>
        </div>
      </div>
      <ul className="grid gap-1">
        {phones.map(({ number, text, isVerified }) => (
          <li key={number} className="flex flex-wrap items-center gap-2">
            <a className="figures inline-block py-1" href={`tel:${number}`}>
              {text}
            </a>
            <span className={`chip ${isVerified ? "chip--ok" : "chip--warn"}`}>
              {isVerified ? m.staff_phone_verified() : m.staff_phone_not_verified()}
            </span>
          </li>
        ))}
        {emails.map(({ address, isConfirmed }) => (
          <li key={address} className="flex flex-wrap items-center gap-2">
            <a className="inline-block py-1 wrap-anywhere" href={`mailto:${address}`}>
              {address}
            </a>
            {isConfirmed && <span className="chip chip--ok">{m.staff_email_confirmed()}</span>}
          </li>
        ))}
        {accounts.map(({ text, href }) => (
          <li key={text} className="small muted py-1 wrap-anywhere">
            {m.contact_accounts()}: {href ? <Link to={href}>{text}</Link> : text}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** One of the lists of the page; `none` says that it is empty. */
function Part(props: {
  title: string;
  text?: string;
  entries: readonly ContactEntry[];
  none?: string;
}) {
  const { title, text, entries, none } = props;
  return (
    <section className="card px-6 py-5" aria-label={title}>
      <h2 className="text-h3">{title}</h2>
      {text && <p className="small muted mt-1">{text}</p>}
      {entries.length === 0 && <p className="muted mt-1">{none}</p>}
      <ul className="divide-y divide-border">
        {entries.map((entry) => (
          <li key={entry.key} className="flex flex-wrap items-center justify-between gap-x-3 py-3">
            <div className="min-w-0">
              {entry.href ? (
                <Link className="font-bold wrap-anywhere" to={entry.href}>
                  {entry.title}
                </Link>
              ) : (
                <b className="wrap-anywhere">{entry.title}</b>
              )}
              <span className="small muted figures block wrap-anywhere">{entry.text}</span>
              {entry.withdrawn && (
                <span className="small block text-destructive">{entry.withdrawn}</span>
              )}
            </div>
            <Beside entry={entry} />
          </li>
        ))}
      </ul>
      {entries.length === NEWEST && (
        <p className="small muted mt-2">{m.contact_newest({ count: NEWEST })}</p>
      )}
    </section>
  );
}

/** The state of what the entry is about, or the request that it belongs to. */
function Beside({ entry: { status, state, reference } }: { entry: ContactEntry }) {
  if (status) return <StatusChip status={status} text={state ?? ""} />;
  if (state) return <span className="chip">{state}</span>;
  return (
    reference && (
      <Link className="small figures py-1" to={paths.lead(reference)}>
        {reference}
      </Link>
    )
  );
}

function BackToList() {
  return (
    <Link
      className="button button--ghost button--small justify-self-start print:hidden"
      to={paths.staffContacts()}
    >
      <ArrowLeft className="icon size-4" aria-hidden />
      {m.contact_back()}
    </Link>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (!isRouteErrorResponse(error) || error.status !== 404)
    return <ErrorPage text={speakableText(error)} />;
  return (
    <div className="empty-state">
      <h1>{m.contact_no_such_title()}</h1>
      <p>{m.contact_no_such_text()}</p>
      <BackToList />
    </div>
  );
}
