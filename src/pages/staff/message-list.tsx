import { CircleAlert, RotateCw } from "lucide-react";
import type { ReactNode } from "react";
import type { MessageState } from "#domain/notification/message.table.ts";
import { m } from "#messages/messages.js";
import { CommandForm } from "#pages/command/command-form.tsx";
import type { PressName } from "#pages/command/press.ts";
import type { MessageView } from "./message-view.server.ts";

const TONES: Record<MessageState, string> = {
  waiting: "chip--warn",
  failed: "chip--warn",
  sent: "chip--ok",
  dead: "chip--bad",
  withdrawn: "",
};

/** Each message with its newest attempts, and a button to send again one that was given up. */
export function MessageList<View extends MessageView>(props: {
  messages: readonly View[];
  /** Where "Send again" posts to. */
  action: string;
  /** The command of "Send again"; null for a viewer who may only read. */
  sendAgain: PressName | null;
  /** Shown beside a message's recipient, such as its lead. */
  children?: (message: View) => ReactNode;
}) {
  const { messages, action, sendAgain, children } = props;
  return (
    <ul className="grid gap-3">
      {messages.map((message) => (
        <li key={message.id} className="rounded-md border border-border p-3.5">
          <div className="flex items-center justify-between flex-wrap gap-2">
            <b className="text-label">{message.what}</b>
            <span className={`chip ${TONES[message.state]}`}>
              {message.state === "dead" && <CircleAlert className="icon size-4" aria-hidden />}
              {message.stateText}
            </span>
          </div>
          <p className="small muted wrap-anywhere">
            {message.recipient} · <span className="figures">{message.createdAt}</span>
          </p>
          {children?.(message)}
          <Attempts message={message} />
          {message.canSendAgain && (
            <SendAgainForm message={message} action={action} press={sendAgain} />
          )}
        </li>
      ))}
    </ul>
  );
}

function Attempts({ message }: { message: MessageView }) {
  if (message.attempts.length === 0) {
    return <p className="fine-print muted mt-2">{m.staff_attempts_none()}</p>;
  }
  return (
    <>
      <ol className="fine-print mt-2 grid gap-1.5">
        {message.attempts.map((attempt) => (
          <li key={attempt.id}>
            <span className={attempt.succeeded ? "text-success" : "text-destructive"}>
              {m.staff_attempt({ number: attempt.number, outcome: attempt.outcome })}
            </span>{" "}
            <span className="muted figures">
              {attempt.at} · {attempt.duration}
            </span>
            <span className="muted block wrap-anywhere">{attempt.detail}</span>
          </li>
        ))}
      </ol>
      {message.nextTry && (
        <p className="fine-print muted figures mt-1.5">
          {m.staff_message_next_try({ time: message.nextTry })}
        </p>
      )}
    </>
  );
}

type SendAgainProps = { message: MessageView; action: string; press: PressName | null };

function SendAgainForm({ message, action, press }: SendAgainProps) {
  return (
    <CommandForm press={press} action={action} preventScrollReset className="mt-3 print:hidden">
      <button className="button button--ghost button--small" name="retry" value={message.id}>
        <RotateCw className="icon size-4" aria-hidden /> {m.staff_send_again()}
        <span className="sr-only">
          : {message.what}, {message.recipient}
        </span>
      </button>
    </CommandForm>
  );
}
