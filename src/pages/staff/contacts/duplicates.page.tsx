import type { Route } from "./+types/duplicates.page.ts";
import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { Link } from "#ui/link.tsx";
import { pageMeta } from "#ui/page-meta.ts";
import { Pager } from "#ui/pager.tsx";
import { ContactTabs } from "./contact-tabs.tsx";
import { duplicatesPage } from "./duplicates.server.ts";

export const loader = duplicatesPage.loader;

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: m.contact_duplicates_title(), isPrivate: true });

/** All those who may be one person, two by two. */
export default function DuplicatesPage({ loaderData }: Route.ComponentProps) {
  const { pairs, newestHref, olderHref } = loaderData;
  return (
    <div className="mx-auto grid w-full max-w-form gap-6 p-4 sm:p-8">
      <div>
        <h1 className="text-page-title">{m.contact_duplicates_title()}</h1>
        <p className="muted mt-2">{m.contact_duplicates_text()}</p>
      </div>
      <ContactTabs current="duplicates" />
      {pairs.length === 0 ? (
        <EmptyState title={m.contact_duplicates_none()}>
          <p>{m.contact_duplicates_none_text()}</p>
        </EmptyState>
      ) : (
        <ul className="card divide-y divide-border px-6" aria-label={m.contact_duplicates_title()}>
          {pairs.map(({ newer, older, reasons }) => (
            <li
              key={newer.id + older.id}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3"
            >
              <div className="min-w-0">
                <p className="wrap-anywhere">
                  <Link className="font-bold" to={paths.staffContact(newer.id)}>
                    {newer.name}
                  </Link>
                  {" · "}
                  <Link className="font-bold" to={paths.staffContact(older.id)}>
                    {older.name}
                  </Link>
                </p>
                <p className="small muted">{reasons}</p>
              </div>
              <Link
                className="button button--ghost button--small"
                to={paths.staffContactPair(newer.id, older.id)}
                aria-label={m.contact_duplicates_compare_which({
                  name: newer.name,
                  other: older.name,
                })}
              >
                {m.contact_alike_compare()}
              </Link>
            </li>
          ))}
        </ul>
      )}
      <Pager newestHref={newestHref} olderHref={olderHref} />
    </div>
  );
}
