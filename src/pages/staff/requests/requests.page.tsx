import { m } from "#messages/messages.js";
import { CommandForm } from "#pages/command/command-form.tsx";
import { latestView, PageForm } from "#pages/form/page-form.tsx";
import { paths } from "#site/paths.ts";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { TextField } from "#ui/field.tsx";
import { Link } from "#ui/link.tsx";
import { hrefIn } from "#ui/locale-href.ts";
import { pageMeta } from "#ui/page-meta.ts";
import type { Route } from "./+types/requests.page.ts";
import { requestsPage, type RequestsView } from "./requests.server.ts";
import { TrailList } from "./trail-list.tsx";
import type { TrailView } from "./view-trail.server.ts";

export const loader = requestsPage.loader;
export const action = requestsPage.action;

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: m.privacy_request_title(), isPrivate: true });

/**
 * The privacy requests with their deadlines, and a search for all data that we store of a person.
 */
export default function RequestsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { open, settled, search, view, presses } = loaderData;
  const searched = actionData && "typed" in actionData ? actionData : undefined;
  const result = actionData && "ok" in actionData ? actionData : undefined;
  const trail = searched?.trail ?? search;
  return (
    <div className="mx-auto grid w-full max-w-form gap-6 p-4 sm:p-8">
      <div>
        <h1 className="text-page-title">{m.privacy_request_title()}</h1>
        <p className="muted mt-2">{m.privacy_request_text()}</p>
      </div>
      {open.length === 0 ? (
        <EmptyState title={m.privacy_request_none_title()}>
          <p>{m.privacy_request_none_text()}</p>
        </EmptyState>
      ) : (
        <Waiting rows={open} />
      )}
      <Find typed={searched?.typed} problem={searched?.problem} />
      {trail && <Found trail={trail} />}
      {presses["privacy-request"] && (
        <section className="card p-6" aria-labelledby="privacy-request">
          <h2 id="privacy-request" className="text-h3">
            {m.privacy_request_take_in()}
          </h2>
          <p className="muted mt-2">{m.privacy_request_take_in_text()}</p>
          <PageForm
            view={latestView(result, view)}
            press={presses["privacy-request"]}
            submit={m.privacy_request_take_in_button()}
            variant="dark"
            className="mt-5"
          />
        </section>
      )}
      {settled.length > 0 && <Settled rows={settled} />}
    </div>
  );
}

function Waiting({ rows }: { rows: RequestsView["open"] }) {
  return (
    <section className="card px-6 py-4" aria-labelledby="waiting">
      <h2 id="waiting" className="text-h3">
        {m.privacy_request_waiting()}
      </h2>
      <ul className="divide-y divide-border">
        {rows.map(({ id, title, who, received, due, isOverdue }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-3 py-3">
            <div className="min-w-0">
              <Link className="font-bold" to={paths.staffRequest(id)}>
                {title}
                {who && <span className="sr-only">, {who}</span>}
              </Link>
              <span className="small muted block wrap-anywhere">{who}</span>
              <span className="small muted block">
                {m.privacy_request_received({ date: received })}
              </span>
            </div>
            <span className={`chip ${isOverdue ? "chip--bad" : "chip--warn"}`}>
              {isOverdue
                ? m.privacy_request_overdue({ date: due })
                : m.privacy_request_due({ date: due })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Find(props: {
  typed: { email: string; phone: string } | undefined;
  problem: string | null | undefined;
}) {
  const { typed, problem } = props;
  return (
    <section className="card p-6" aria-labelledby="find">
      <h2 id="find" className="text-h3">
        {m.privacy_request_find()}
      </h2>
      <p className="muted mt-2">{m.privacy_request_find_text()}</p>
      <CommandForm
        press="find"
        action={hrefIn(paths.staffRequests())}
        className="mt-4 grid gap-4"
        noValidate
      >
        <TextField
          id="find-email"
          name="email"
          type="email"
          label={m.people_email()}
          defaultValue={typed?.email ?? ""}
          error={problem ?? undefined}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <TextField
          id="find-phone"
          name="phone"
          type="tel"
          label={m.privacy_request_find_phone()}
          defaultValue={typed?.phone ?? ""}
          autoComplete="off"
        />
        <div>
          <Button type="submit" variant="dark">
            {m.privacy_request_find_button()}
          </Button>
        </div>
      </CommandForm>
    </section>
  );
}

function Found({ trail }: { trail: TrailView }) {
  return (
    <section className="card p-6" aria-labelledby="found">
      <h2 id="found" className="text-h3 wrap-anywhere">
        {m.privacy_trail_title({ contact: trail.contact })}
      </h2>
      <p className="muted mt-2">{m.privacy_trail_text()}</p>
      <TrailList trail={trail} />
    </section>
  );
}

function Settled({ rows }: { rows: RequestsView["settled"] }) {
  return (
    <section className="card px-6 py-4" aria-labelledby="settled">
      <h2 id="settled" className="text-h3">
        {m.privacy_request_settled_title()}
      </h2>
      <ul className="divide-y divide-border">
        {rows.map(({ id, title, who, settled, state, byName }) => (
          <li key={id} className="py-3">
            <Link className="font-bold" to={paths.staffRequest(id)}>
              {title}
              {who && <span className="sr-only">, {who}</span>}
            </Link>
            <span className="small muted block wrap-anywhere">
              {[who, state, settled, byName].filter(Boolean).join(" · ")}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
