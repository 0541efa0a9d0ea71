import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { formatDateTime } from "#values/format.ts";

type ShownMessage = { id: string; text: string; at: Date; byName: string; isMine: boolean };

/** The messages between two sides, oldest first. */
export function ConversationMessages({ messages }: { messages: readonly ShownMessage[] }) {
  const locale = getLocale();
  return (
    <ul className="conversation mt-5">
      {messages.map(({ id, text, at, byName, isMine }) => (
        <li key={id} className={isMine ? "conversation__mine" : undefined}>
          <p className="small">
            <b>{isMine ? m.inquiry_you() : byName}</b>{" "}
            <span className="muted">{formatDateTime(at, locale)}</span>
          </p>
          <p className="whitespace-pre-line wrap-anywhere">{text}</p>
        </li>
      ))}
    </ul>
  );
}
