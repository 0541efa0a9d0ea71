import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";
import { isRouteErrorResponse, useSearchParams } from "react-router";
import type { Route } from "./+types/contact.page.ts";
import { m } from "#messages/messages.js";
import { CommandForm } from "#pages/command/command-form.tsx";
import type { PressName } from "#pages/command/press.ts";
import { ErrorPage, speakableText } from "#pages/public/layout/error-page.tsx";
import { paths } from "#site/paths.ts";
import { Button } from "#ui/button.tsx";
import { Link } from "#ui/link.tsx";
import { hrefIn } from "#ui/locale-href.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { NEWEST } from "#domain/contact/contact.ts";
import { ContactEntries } from "./contact-entries.tsx";
import { ContactHead } from "./contact-head.tsx";
import { type ContactEntry, contactPage, type ContactView } from "./contact.server.ts";

export const loader = contactPage.loader;
export const action = contactPage.action;

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: args.loaderData?.contact.name ?? m.contact_no_such_title(),
    isPrivate: true,
  });

/** Everything of one person: requests, bids, listings, messages, consents, and who looked. */
export default function ContactPage({ loaderData, actionData }: Route.ComponentProps) {
  const { id, contact, alike, merges, presses, accounts, bids, listings, views } = loaderData;
  return (
    <div className="mx-auto grid w-full grid-cols-[minmax(0,1fr)] gap-6 p-4 sm:p-8">
      <BackToList />
      <Answer refused={actionData?.refused ?? null} />
      <ContactHead contact={contact} accounts={accounts} />
      <Alike alike={alike} />
      <Merges id={id} merges={merges} press={presses.separate} />
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

/** What a command did, or why it did nothing. */
function Answer({ refused }: { refused: string | null }) {
  const [query] = useSearchParams();
  const other = query.get("other");
  if (refused !== null)
    return (
      <p className="notice notice--bad" role="alert">
        {refused}
      </p>
    );
  switch (query.get("done")) {
    case "merged":
      return <Done text={m.contact_merged_done()} />;
    case "apart":
      return <Done text={m.contact_apart_done()} />;
    case "separated":
      return (
        <Done text={m.contact_separated()}>
          {other && <Link to={paths.staffContact(other)}>{m.contact_separated_open()}</Link>}
        </Done>
      );
    default:
      return null;
  }
}

function Done({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <p className="notice notice--ok" role="status">
      <span>
        {text} {children}
      </span>
    </p>
  );
}

/** Others who may be the same person, each to be compared first. */
function Alike({ alike }: Pick<ContactView, "alike">) {
  if (alike.length === 0) return null;
  return (
    <section className="card px-6 py-5" aria-label={m.contact_alike_title()}>
      <h2 className="text-h3">{m.contact_alike_title()}</h2>
      <ul className="divide-y divide-border">
        {alike.map(({ name, href, reasons }) => (
          <li key={href} className="flex flex-wrap items-center justify-between gap-3 py-3">
            <div className="min-w-0">
              <b className="wrap-anywhere">{name}</b>
              <span className="small muted block">{reasons}</span>
            </div>
            <Link
              className="button button--ghost button--small"
              to={href}
              aria-label={m.contact_alike_compare_which({ name })}
            >
              {m.contact_alike_compare()}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The contacts that were merged into this one, and the way back. */
function Merges(props: Pick<ContactView, "id" | "merges"> & { press: PressName | null }) {
  const { id, merges, press } = props;
  if (merges.length === 0) return null;
  return (
    <section className="card px-6 py-5" aria-label={m.contact_merges_title()}>
      <h2 className="text-h3">{m.contact_merges_title()}</h2>
      <p className="small muted mt-1">{m.contact_merges_text()}</p>
      <ul className="divide-y divide-border">
        {merges.map(({ id: merge, references, text }) => (
          <li key={merge} className="flex flex-wrap items-center justify-between gap-3 py-3">
            <div className="min-w-0">
              <b className="figures wrap-anywhere">{references}</b>
              <span className="small muted block">{text}</span>
            </div>
            <CommandForm
              press={press}
              action={hrefIn(paths.staffContact(id))}
              fields={{ merge }}
              className="print:hidden"
            >
              <Button
                type="submit"
                variant="ghost"
                size="sm"
                aria-label={m.contact_separate_which({ references })}
              >
                {m.contact_separate()}
              </Button>
            </CommandForm>
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
      <ContactEntries entries={entries} />
      {entries.length === NEWEST && (
        <p className="small muted mt-2">{m.contact_newest({ count: NEWEST })}</p>
      )}
    </section>
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
