import type { FormView } from "#forms/view-model.ts";
import { m } from "#messages/messages.js";
import type { PressName } from "#pages/command/press.ts";
import { PageForm } from "#pages/form/page-form.tsx";

type Ending = { view: FormView; press: PressName };

/** Signs the found account out on all devices. */
export function EndSessions(props: Ending & { userId: string; count: number }) {
  const { userId, count, view, press } = props;
  return (
    <section className="card p-6" aria-labelledby="sessions">
      <h2 id="sessions" className="text-h3">
        {m.people_end_sessions()}
      </h2>
      <p className="muted mt-2">
        {count === 0 ? m.people_end_sessions_none() : m.people_end_sessions_text({ count })}
      </p>
      {count > 0 && (
        <PageForm
          view={view}
          press={press}
          hidden={{ userId }}
          submit={m.people_end_sessions_button()}
          variant="dark"
          className="mt-5"
        />
      )}
    </section>
  );
}

/** Signs everybody out, as after the loss of a key. It is last on the page, and closed. */
export function EndEverybodysSessions({ view, press, isOpen }: Ending & { isOpen: boolean }) {
  return (
    <details className="card p-6" open={isOpen}>
      <summary className="font-semibold">{m.people_end_all()}</summary>
      <p className="muted mt-2">{m.people_end_all_text()}</p>
      <PageForm
        view={view}
        press={press}
        submit={m.people_end_all_button()}
        variant="dark"
        className="mt-5"
      />
    </details>
  );
}
