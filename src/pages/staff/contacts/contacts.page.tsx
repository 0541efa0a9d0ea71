import { Search } from "lucide-react";
import { Form } from "react-router";
import type { Route } from "./+types/contacts.page.ts";
import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Link } from "#ui/link.tsx";
import { hrefIn } from "#ui/locale-href.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { Pager } from "#ui/pager.tsx";
import { ContactTabs } from "./contact-tabs.tsx";
import { contactsPage } from "./contacts.server.ts";

export const loader = contactsPage.loader;

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: m.contact_title(), isPrivate: true });

/** Everybody who sent a request, the last active first, with a search. */
export default function ContactsPage({ loaderData }: Route.ComponentProps) {
  const { search, rows, olderHref, newestHref } = loaderData;
  return (
    <div className="mx-auto grid w-full max-w-form gap-6 p-4 sm:p-8">
      <div>
        <h1 className="text-page-title">{m.contact_title()}</h1>
        <p className="muted mt-2">{m.contact_text()}</p>
      </div>
      <ContactTabs current="all" />
      <Form
        key={search}
        method="get"
        action={hrefIn(paths.staffContacts())}
        role="search"
        className="flex flex-wrap gap-2"
      >
        <div className="relative min-w-0 grow">
          <Search className="icon absolute top-3.5 left-3.5 text-muted-foreground" aria-hidden />
          <input
            className="control pl-10.5"
            type="search"
            name="q"
            defaultValue={search}
            aria-label={m.contact_search_label()}
            placeholder={m.contact_search_placeholder()}
            enterKeyHint="search"
            autoComplete="off"
          />
        </div>
        <Button type="submit" variant="dark">
          {m.contact_search_button()}
        </Button>
      </Form>
      {rows.length === 0 ? (
        <Nobody search={search} />
      ) : (
        <ul className="card divide-y divide-border px-6" aria-label={m.contact_title()}>
          {rows.map(({ id, name, reached, requests, last }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 py-3">
              <div className="min-w-0">
                <Link className="font-bold wrap-anywhere" to={paths.staffContact(id)}>
                  {name}
                </Link>
                <span className="small muted block wrap-anywhere">{reached}</span>
              </div>
              <p className="small muted figures">
                {requests} · {last}
              </p>
            </li>
          ))}
        </ul>
      )}
      <Pager newestHref={newestHref} olderHref={olderHref} />
    </div>
  );
}

function Nobody({ search }: { search: string }) {
  if (!search)
    return (
      <EmptyState title={m.contact_none()}>
        <p>{m.contact_none_text()}</p>
      </EmptyState>
    );
  return (
    <EmptyState title={m.contact_none_found()}>
      <p>{m.contact_none_found_text()}</p>
      <Link className="button button--ghost button--small" to={paths.staffContacts()}>
        {m.contact_show_all()}
      </Link>
    </EmptyState>
  );
}
