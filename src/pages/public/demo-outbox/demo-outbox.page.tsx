import { Mail, MessageSquare, RefreshCw } from "lucide-react";
import type { Route } from "./+types/demo-outbox.page.ts";
import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { Link } from "#ui/link.tsx";
import { pageMeta } from "#ui/page-meta.ts";
import { pageStyle } from "#ui/page-style.ts";
import { LinkedText } from "./linked-text.tsx";
import { loadOutbox, type OutboxEntryView } from "./outbox-view.server.ts";
import stylesheet from "../sell-request/requests.css?url";

export const links = () => [pageStyle(stylesheet)];

export function loader({ context }: Route.LoaderArgs) {
  return loadOutbox(context);
}

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: m.demo_outbox_title(), isPrivate: true });

/** The e-mails and SMS that the demo shows instead of sending. */
export default function DemoOutboxPage({ loaderData: messages }: Route.ComponentProps) {
  return (
    <div className="page-width page">
      <div className="page-head">
        <h1>{m.demo_outbox_title()}</h1>
        <p>{m.demo_outbox_text()}</p>
        <Link
          className="button button--ghost button--small mt-5"
          to={paths.demoOutbox()}
          reloadDocument
        >
          <RefreshCw className="icon size-4" aria-hidden /> {m.demo_outbox_refresh()}
        </Link>
      </div>
      {messages.length === 0 ? (
        <EmptyState title={m.demo_outbox_empty()}>
          <p>{m.demo_outbox_empty_text()}</p>
        </EmptyState>
      ) : (
        <ul className="grid max-w-190 gap-4">
          {messages.map((message) => (
            <OutboxEntry key={message.id} message={message} />
          ))}
        </ul>
      )}
    </div>
  );
}

function OutboxEntry({ message }: { message: OutboxEntryView }) {
  const isSms = message.channel === "sms";
  const Icon = isSms ? MessageSquare : Mail;
  return (
    <li className="card p-6">
      <div className="flex items-center justify-between flex-wrap gap-x-4 gap-y-2">
        <span className="flex items-center min-w-0 gap-2.5">
          <Icon className="icon" aria-hidden />
          <b className="figures wrap-anywhere">{m.demo_outbox_to({ to: message.to })}</b>
          <span className={`chip ${isSms ? "chip--info" : ""}`}>
            {isSms ? m.demo_outbox_sms() : m.demo_outbox_email()}
          </span>
        </span>
        <span className="small muted figures">{message.at}</span>
      </div>
      {message.subject && <h2 className="mt-4 text-lead">{message.subject}</h2>}
      <p className="mt-3 text-label wrap-anywhere whitespace-pre-wrap">
        <LinkedText text={message.text} />
      </p>
    </li>
  );
}
