import type { Route } from "./+types/targets.page.ts";
import { m } from "#messages/messages.js";
import { CommandForm } from "#pages/command/command-form.tsx";
import { latestView, PageForm } from "#pages/form/page-form.tsx";
import { paths } from "#site/paths.ts";
import { Button } from "#ui/button.tsx";
import { hrefIn } from "#ui/locale-href.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { targetsPage } from "./targets.server.ts";

export const loader = targetsPage.loader;
export const action = targetsPage.action;

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: m.dealer_target_title(), isPrivate: true });

type Loaded = Route.ComponentProps["loaderData"];
type Target = Loaded["targets"][number];

/** Where a dealership's leads are delivered, and whether they arrive. */
export default function TargetsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { dealership, done, targets, addView, presses } = loaderData;
  const made = actionData && "code" in actionData ? actionData : null;
  const result = actionData && "ok" in actionData ? actionData : undefined;
  const doneText = actionData ? undefined : DONE.get(done ?? "");
  return (
    <div className="grid gap-6">
      <div>
        <h1 className="text-page-title">{m.dealer_target_title()}</h1>
        <p className="muted mt-2">{m.dealer_target_text({ dealership: dealership.name })}</p>
      </div>
      {doneText && (
        <p className="notice notice--ok" role="status">
          {doneText()}
        </p>
      )}
      {made && (
        <div role="status" className="notice notice--ok block">
          {made.code === "added" && <p>{m.dealer_target_added()}</p>}
          {made.secret !== null && (
            <>
              <p className="mt-2">
                {made.code === "rotated"
                  ? m.dealer_target_rotated({ hours: made.hours })
                  : m.dealer_target_secret()}
              </p>
              <p className="mt-2 font-mono wrap-anywhere">{made.secret}</p>
            </>
          )}
        </div>
      )}
      <section className="card p-6" aria-labelledby="by-mail">
        <h2 id="by-mail" className="text-h3">
          {m.dealer_target_mail()}
        </h2>
        <p className="muted mt-2 wrap-anywhere">
          {m.dealer_target_mail_text({ email: dealership.email })}
        </p>
      </section>
      {targets.map((target) => (
        <TargetCard key={target.id} target={target} presses={presses} />
      ))}
      {presses["add-target"] && (
        <section className="card p-6" aria-labelledby="add-target">
          <h2 id="add-target" className="text-h3">
            {m.dealer_target_add()}
          </h2>
          <p className="muted mt-2 mb-4">{m.dealer_target_add_text()}</p>
          <PageForm
            view={latestView(result, addView)}
            press={presses["add-target"]}
            action={hrefIn(paths.dealerTargets())}
            submit={m.dealer_target_save()}
            variant="dark"
          />
        </section>
      )}
    </div>
  );
}

const DONE: ReadonlyMap<string, () => string> = new Map(
  Object.entries({
    tested: m.dealer_target_tested,
    replayed: m.dealer_target_replayed,
    switched: m.dealer_target_switched,
    removed: m.dealer_target_removed,
    changed_meanwhile: m.dealer_target_changed_meanwhile,
  }),
);

const TONES = { ok: "chip--ok", warn: "chip--warn", bad: "chip--bad", off: "" } as const;

function TargetCard({ target, presses }: { target: Target; presses: Loaded["presses"] }) {
  const { id, name, health, shownAddress, kindName, leadKinds, sent, waiting, dead } = target;
  const press = (
    command: keyof Loaded["presses"],
    text: string,
    label: string,
    fields: Record<string, string> = {},
  ) => (
    <CommandForm
      press={presses[command]}
      action={hrefIn(paths.dealerTargets())}
      fields={{ target: id, ...fields }}
    >
      <Button type="submit" variant="ghost" size="sm" aria-label={label}>
        {text}
      </Button>
    </CommandForm>
  );
  return (
    <section className="card grid gap-4 p-6" aria-labelledby={`target-${id}`}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id={`target-${id}`} className="min-w-0 text-h3 wrap-anywhere">
          {name}
        </h2>
        <span className={`chip ${TONES[health.tone]}`}>{health.text}</span>
      </div>
      <div className="min-w-0">
        <p className="wrap-anywhere">{shownAddress}</p>
        <p className="small muted">{kindName}</p>
        <p className="small muted">{m.dealer_target_kinds({ kinds: leadKinds })}</p>
        <p className="small muted figures">{m.dealer_target_counts({ sent, waiting, dead })}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        {press("test-target", m.dealer_target_test(), m.dealer_target_test_which({ name }))}
        {target.hasDead &&
          press("replay-target", m.dealer_target_replay(), m.dealer_target_replay_which({ name }))}
        {target.hasSecret &&
          press("rotate-secret", m.dealer_target_rotate(), m.dealer_target_rotate_which({ name }))}
        {target.isOn
          ? press(
              "switch-target",
              m.dealer_target_switch_off(),
              m.dealer_target_switch_off_which({ name }),
              { to: "off" },
            )
          : press(
              "switch-target",
              m.dealer_target_switch_on(),
              m.dealer_target_switch_on_which({ name }),
              { to: "on" },
            )}
        {presses["remove-target"] && (
          <details>
            <summary className="min-h-11 cursor-pointer content-center text-label">
              {m.dealer_target_remove()}
            </summary>
            <p className="small mb-3">{m.dealer_target_remove_text()}</p>
            {press(
              "remove-target",
              m.dealer_target_remove_confirm(),
              m.dealer_target_remove_which({ name }),
            )}
          </details>
        )}
      </div>
      <div className="border-t border-border pt-4">
        <h3 className="text-lead">{m.dealer_target_deliveries({ name })}</h3>
        <Deliveries deliveries={target.deliveries} />
      </div>
    </section>
  );
}

function Deliveries({ deliveries }: Pick<Target, "deliveries">) {
  if (deliveries.length === 0)
    return <p className="small muted mt-2">{m.dealer_target_no_deliveries()}</p>;
  return (
    <ul className="mt-2 divide-y divide-border">
      {deliveries.map(({ id, what, createdAt, tries }) => (
        <li key={id} className="py-3">
          <b className="text-label">{what}</b>
          <p className="fine-print muted figures wrap-anywhere">
            {createdAt} · {id}
          </p>
          {tries.length === 0 && <p className="fine-print">{m.dealer_target_waits()}</p>}
          <ol className="fine-print grid gap-1">
            {tries.map(({ id: tryId, number, at, isSent, detail }) => (
              <li key={tryId}>
                <span className="muted figures">
                  {number}. {at}
                </span>{" "}
                <span className={`wrap-anywhere ${isSent ? "text-success" : "text-destructive"}`}>
                  {detail}
                </span>
              </li>
            ))}
          </ol>
        </li>
      ))}
    </ul>
  );
}
