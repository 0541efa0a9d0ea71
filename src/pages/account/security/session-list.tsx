import { Form } from "react-router";
import { m } from "#messages/messages.js";
import { AccountForm } from "#pages/session/account-form.tsx";

export type SessionView = { id: string; browser: string | null; seen: string; isThis: boolean };

/** Where one is signed in, each place with its way out, and all of them at once. */
export function SessionList({ sessions }: { sessions: readonly SessionView[] }) {
  return (
    <>
      <ul className="mb-6">
        {sessions.map(({ id, browser, seen, isThis }) => (
          <li key={id} className="row between flex-wrap gap-3 border-b border-border py-3">
            <div>
              <b>{browser ?? m.account_session_unknown()}</b>{" "}
              {isThis && <span className="chip ok">{m.account_session_this()}</span>}
              <p className="small muted">{m.account_session_seen({ when: seen })}</p>
            </div>
            <Form method="post" reloadDocument>
              <input type="hidden" name="form" value="end-session" />
              <button className="btn ghost sm" name="session" value={id}>
                {m.account_session_end()}
                <span className="sr"> ({browser ?? m.account_session_unknown()})</span>
              </button>
            </Form>
          </li>
        ))}
      </ul>
      <AccountForm
        form="end-sessions"
        answer={undefined}
        look="ghost"
        submit={m.account_sessions_end_all()}
      />
    </>
  );
}
