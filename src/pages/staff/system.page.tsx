import { type ReactNode, useEffect } from "react";
import { useRevalidator } from "react-router";
import type { Route } from "./+types/system.page.ts";
import { m } from "#messages/messages.js";
import { CommandForm } from "#pages/command/command-form.tsx";
import { paths } from "#site/paths.ts";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { FactsTable } from "#ui/facts-table.tsx";
import { Link } from "#ui/link.tsx";
import { hrefIn } from "#ui/locale-href.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { type SystemView, systemPage } from "./system.server.ts";

export const loader = systemPage.loader;
export const action = systemPage.action;

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: m.system_title(), isPrivate: true });

/** The last backup, whether it is a proved backup, and what failed. */
export default function SystemPage({ loaderData }: Route.ComponentProps) {
  const { mode, isDemo, isUnderWay, staleDays, isOnThisMachine, facts, runs, jobs } = loaderData;
  const { presses } = loaderData;
  return (
    <div className="mx-auto grid w-full max-w-form gap-6 p-4 sm:p-8">
      <div>
        <h1 className="text-page-title">{m.system_title()}</h1>
        <p className="muted mt-2">{m.system_text()}</p>
        <p className="mt-2">
          <Link to={paths.staffRetention()}>{m.retention_link()}</Link>
        </p>
      </div>
      {staleDays !== null && mode !== "off" && (
        <p className="notice notice--warn">{m.system_stale({ days: staleDays })}</p>
      )}
      {mode === "off" ? (
        <EmptyState title={m.system_none_title()}>
          <p>{m.system_none_text()}</p>
        </EmptyState>
      ) : (
        <section className="card grid gap-4 p-6" aria-labelledby="backups">
          <h2 id="backups" className="text-h3">
            {m.system_backups()}
          </h2>
          <FactsTable facts={facts} />
          {isUnderWay ? (
            <UnderWay />
          ) : (
            <CommandForm press={presses["back-up"]} action={hrefIn(paths.staffSystem())}>
              <Button type="submit" variant="dark">
                {m.system_button()}
              </Button>
            </CommandForm>
          )}
          {isOnThisMachine && !isDemo && <p className="small muted">{m.system_same_disk()}</p>}
        </section>
      )}
      {mode !== "daily" && <HowTo mode={mode} isDemo={isDemo} />}
      {runs.length > 0 && <Runs runs={runs} />}
      <Jobs jobs={jobs} />
    </div>
  );
}

const REFRESH_MS = 2_000;

function UnderWay() {
  const { revalidate, state } = useRevalidator();
  useEffect(() => {
    if (state !== "idle") return undefined;
    const timer = setTimeout(() => void revalidate(), REFRESH_MS);
    return () => clearTimeout(timer);
  }, [revalidate, state]);
  return (
    <div className="notice block" role="status">
      <p>{m.system_under_way()}</p>
      <Link className="mt-2 inline-block" to={paths.staffSystem()}>
        {m.system_refresh()}
      </Link>
    </div>
  );
}

function HowTo({ mode, isDemo }: Pick<SystemView, "mode" | "isDemo">) {
  return (
    <section className="card grid gap-3 p-6" aria-labelledby="how-to">
      {isDemo && mode === "manual" && (
        <p>
          <b>{m.system_demo_title()}.</b> {m.system_demo_text()}
        </p>
      )}
      <h2 id="how-to" className="text-h3">
        {m.system_how_title()}
      </h2>
      <ol className="grid list-decimal gap-2 pl-5 wrap-anywhere">
        <li>{m.system_how_daily()}</li>
        <li>{m.system_how_key()}</li>
        <li>{m.system_how_where()}</li>
        <li>{m.system_how_doctor()}</li>
      </ol>
    </section>
  );
}

const TONES: Record<SystemView["runs"][number]["state"], string> = {
  asked: "chip--info",
  running: "chip--info",
  proved: "chip--ok",
  unproved: "chip--warn",
  failed: "chip--bad",
};

function Runs({ runs }: Pick<SystemView, "runs">) {
  return (
    <section className="card p-6" aria-labelledby="runs">
      <h2 id="runs" className="text-h3">
        {m.system_runs()}
      </h2>
      <ol className="divide-y divide-border">
        {runs.map(({ id, state, stateText, time, by, took, fault }) => (
          <Run key={id} name={time} state={stateText} tone={TONES[state]}>
            <p className="small muted figures">
              {by}
              {took && ` · ${took}`}
            </p>
            {fault && <p className="small wrap-anywhere">{fault}</p>}
          </Run>
        ))}
      </ol>
    </section>
  );
}

/** One run: its name, its state and details. */
function Run(props: { name: string; state: string; tone: string; children: ReactNode }) {
  const { name, state, tone, children } = props;
  return (
    <li className="grid gap-1 py-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <b className="figures">{name}</b>
        <span className={`chip ${tone}`}>{state}</span>
      </div>
      {children}
    </li>
  );
}

const JOB_TONES: Record<SystemView["jobs"][number]["state"], string> = {
  never: "",
  running: "chip--info",
  unfinished: "chip--warn",
  done: "chip--ok",
  failed: "chip--bad",
};

function Jobs({ jobs }: Pick<SystemView, "jobs">) {
  return (
    <section className="card p-6" aria-labelledby="jobs">
      <h2 id="jobs" className="text-h3">
        {m.system_jobs()}
      </h2>
      <p className="small muted mt-1">{m.system_jobs_text()}</p>
      <ul className="divide-y divide-border">
        {jobs.map(({ name, state, stateText, every, last }) => (
          <Run key={name} name={name} state={stateText} tone={JOB_TONES[state]}>
            <p className="small muted figures">{last ? `${every} · ${last}` : every}</p>
          </Run>
        ))}
      </ul>
    </section>
  );
}
