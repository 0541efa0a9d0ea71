import { CircleAlert } from "lucide-react";
import type { Route } from "./+types/messages.page.ts";
import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { Link } from "#ui/link.tsx";
import { hrefIn } from "#ui/locale-href.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { Pager } from "#ui/pager.tsx";
import { listKeys } from "#values/record.ts";
import { MessageList } from "./message-list.tsx";
import { buildAddress, TABS } from "./messages-address.ts";
import { messagesPage } from "./messages.server.ts";
import { UnmatchedMails } from "./unmatched-mails.tsx";

export const loader = messagesPage.loader;
export const action = messagesPage.action;

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: m.staff_messages_title(), isPrivate: true });

/** The messages that the site must send, and those that it could not deliver. */
export default function MessagesPage({ loaderData, actionData }: Route.ComponentProps) {
  const { tab, counts, messages, unmatched, newestHref, olderHref, presses } = loaderData;
  const refusal = actionData?.refusal;
  return (
    <div className="mx-auto w-full max-w-form p-4 sm:p-8">
      <h1 className="text-page-title">{m.staff_messages_title()}</h1>
      <p className="muted mt-2">{m.staff_messages_text()}</p>
      {refusal === "not_retried" && (
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
        {unmatched ? (
          <UnmatchedMails
            mails={unmatched}
            presses={presses}
            action={hrefIn(buildAddress("unmatched"))}
            refused={actionData?.refusal === "no_such_lead" ? actionData : null}
          />
        ) : messages.length === 0 ? (
          <EmptyState title={m.staff_messages_none_title()}>
            <p>
              {tab === "dead" ? m.staff_messages_none_dead_text() : m.staff_messages_none_text()}
            </p>
          </EmptyState>
        ) : (
          <MessageList
            messages={messages}
            action={hrefIn(buildAddress(tab))}
            sendAgain={presses["send-again"]}
          >
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
