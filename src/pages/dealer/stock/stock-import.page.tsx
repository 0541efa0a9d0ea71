import type { Route } from "./+types/stock-import.page.ts";
import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { CommandForm } from "#pages/command/command-form.tsx";
import { latestView, PageForm } from "#pages/form/page-form.tsx";
import { paths } from "#site/paths.ts";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/field.tsx";
import { Link } from "#ui/link.tsx";
import { hrefIn } from "#ui/locale-href.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { formatDateTime, formatNumber } from "#values/format.ts";
import { stockImportPage } from "./stock-import.server.ts";

export const loader = stockImportPage.loader;
export const action = stockImportPage.action;

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: m.stock_import_title(), isPrivate: true });

type Loaded = Route.ComponentProps["loaderData"];
type Open = NonNullable<Loaded["open"]>;
type Plan = NonNullable<Open["plan"]>;

/** A file of cars from another program: its columns, what it would change, and then the change. */
export default function StockImportPage({ loaderData, actionData }: Route.ComponentProps) {
  const { done, name, feeds, open, presses } = loaderData;
  const refused = actionData && "problem" in actionData ? actionData : null;
  const result = actionData && "ok" in actionData ? actionData : undefined;
  const doneText = actionData ? undefined : DONE.get(done ?? "");
  const isUploadRefused = refused?.name !== undefined;
  return (
    <div className="grid gap-6">
      <div>
        <h1 className="text-page-title">{m.stock_import_title()}</h1>
        <p className="muted mt-2">{m.stock_import_text()}</p>
      </div>
      {doneText && (
        <p className="notice notice--ok" role="status">
          {doneText()}
        </p>
      )}
      {refused && !isUploadRefused && (
        <p className="notice notice--warn" role="alert">
          {refused.problem}
        </p>
      )}
      {open && (
        <>
          {open.plan && <PlanCard open={open} plan={open.plan} presses={presses} />}
          <details className="card p-6" open={!open.plan || result !== undefined}>
            <summary className="min-h-11 cursor-pointer content-center">
              <h2 className="inline text-h3">{m.stock_import_columns()}</h2>
            </summary>
            <p className="muted mt-2 mb-4 wrap-anywhere">
              {m.stock_import_columns_text({ file: open.fileName })}
            </p>
            <PageForm
              key={open.id}
              view={latestView(result, open.mappingView)}
              press={presses["feed-mapping"]}
              action={`${hrefIn(paths.dealerStockImport())}?feed=${open.id}`}
              hidden={{ feed: open.id }}
              submit={m.stock_import_check()}
              variant={open.plan ? "ghost" : "dark"}
            />
          </details>
          {!open.plan && <DropForm open={open} press={presses["drop-stock"]} />}
        </>
      )}
      {presses["upload-stock"] && (
        <section className="card p-6" aria-labelledby="upload">
          <h2 id="upload" className="text-h3">
            {open ? m.stock_import_other() : m.stock_import_upload_title()}
          </h2>
          <p className="muted mt-2 mb-4">{m.stock_import_upload_text()}</p>
          <CommandForm
            press={presses["upload-stock"]}
            action={hrefIn(paths.dealerStockImport())}
            encType="multipart/form-data"
            reloadDocument
            className="grid gap-4"
          >
            <TextField
              name="name"
              label={m.stock_import_name()}
              hint={m.stock_import_name_hint()}
              maxLength={60}
              autoComplete="off"
              defaultValue={refused?.name ?? (name || m.stock_import_name_first())}
            />
            <TextField
              id="stock-file"
              name="file"
              type="file"
              accept=".csv,.tsv,.txt,.xml,.json,text/csv,text/xml,application/json"
              label={m.stock_import_file()}
              error={isUploadRefused ? refused.problem : undefined}
            />
            <div>
              <Button type="submit" variant={open ? "ghost" : "dark"}>
                {m.stock_import_upload()}
              </Button>
            </div>
          </CommandForm>
        </section>
      )}
      <Sources feeds={feeds} />
    </div>
  );
}

const DONE: ReadonlyMap<string, () => string> = new Map(
  Object.entries({ applied: m.stock_import_applied, dropped: m.stock_import_dropped }),
);

type Presses = Loaded["presses"];

function PlanCard({ open, plan, presses }: { open: Open; plan: Plan; presses: Presses }) {
  const { counts } = plan;
  const changes = counts.added + counts.changed + counts.prices + counts.gone;
  return (
    <section className="card grid gap-5 p-6" aria-labelledby="plan">
      <div>
        <h2 id="plan" className="text-h3">
          {m.stock_import_plan()}
        </h2>
        <p className="muted mt-2 wrap-anywhere">
          {m.stock_import_plan_text({
            file: open.fileName,
            rows: formatNumber(open.rows, getLocale()),
          })}
        </p>
      </div>
      <Counts counts={counts} />
      <Cars title={m.stock_import_refused()} cars={plan.refused} of={counts.refused} isOpen />
      <Cars title={m.stock_import_added()} cars={plan.added} of={counts.added} />
      <Cars
        title={m.stock_import_changed()}
        cars={plan.changed}
        of={counts.changed + counts.prices}
      />
      <Cars title={m.stock_import_gone()} cars={plan.gone} of={counts.gone} />
      {changes === 0 ? (
        <p className="notice">{m.stock_import_nothing()}</p>
      ) : (
        <CommandForm
          press={presses["apply-stock"]}
          action={`${hrefIn(paths.dealerStockImport())}?feed=${open.id}`}
          fields={{ feed: open.id, digest: plan.digest }}
          className="grid justify-items-start gap-4"
        >
          {plan.needsSureness && (
            <div className="notice notice--warn grid gap-3">
              <p>{m.stock_import_many_gone({ count: formatNumber(counts.gone, getLocale()) })}</p>
              <label className="flex min-h-11 items-center gap-3">
                <input type="checkbox" name="sure" value="yes" />
                {m.stock_import_sure()}
              </label>
            </div>
          )}
          <Button type="submit" variant="dark">
            {m.stock_import_apply()}
          </Button>
        </CommandForm>
      )}
      <DropForm open={open} press={presses["drop-stock"]} />
    </section>
  );
}

function DropForm({ open, press }: { open: Open; press: Presses["drop-stock"] }) {
  return (
    <CommandForm
      press={press}
      action={hrefIn(paths.dealerStockImport())}
      fields={{ feed: open.id }}
    >
      <Button type="submit" variant="ghost" size="sm">
        {m.stock_import_drop()}
      </Button>
    </CommandForm>
  );
}

function Counts({ counts }: { counts: NonNullable<Loaded["feeds"][number]["counts"]> }) {
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-3">
      {[
        [m.stock_import_added(), counts.added],
        [m.stock_import_changed(), counts.changed],
        [m.stock_import_prices(), counts.prices],
        [m.stock_import_gone(), counts.gone],
        [m.stock_import_same(), counts.same],
        [m.stock_import_untouched(), counts.untouched],
        [m.stock_import_refused(), counts.refused],
      ].map(([label, count]) => (
        <div key={label}>
          <dt className="small muted">{label}</dt>
          <dd className="text-lead font-bold">{formatNumber(Number(count), getLocale())}</dd>
        </div>
      ))}
    </dl>
  );
}

type Listed = readonly { key: string; title: string; text: string }[];

function Cars({
  title,
  cars,
  of,
  isOpen = false,
}: {
  title: string;
  cars: Listed;
  of: number;
  isOpen?: boolean;
}) {
  if (cars.length === 0) return null;
  return (
    <details open={isOpen}>
      <summary className="min-h-11 cursor-pointer content-center font-bold">
        {title} ({formatNumber(of, getLocale())})
      </summary>
      <ul className="divide-y divide-border">
        {cars.map(({ key, title: car, text }) => (
          <li key={key} className="py-2">
            <b className="wrap-anywhere">{car}</b>
            {text && <p className="small muted wrap-anywhere">{text}</p>}
          </li>
        ))}
      </ul>
      {of > cars.length && (
        <p className="small muted py-2">
          {m.stock_import_more({ count: formatNumber(of - cars.length, getLocale()) })}
        </p>
      )}
    </details>
  );
}

function Sources({ feeds }: Pick<Loaded, "feeds">) {
  const locale = getLocale();
  if (feeds.length === 0) return null;
  return (
    <section className="card px-6 pt-6" aria-labelledby="sources">
      <h2 id="sources" className="text-h3">
        {m.stock_import_sources()}
      </h2>
      <ul className="divide-y divide-border">
        {feeds.map(({ id, name, waits, appliedAt, counts }) => (
          <li key={id} className="grid gap-3 py-4">
            <div className="flex flex-wrap items-center justify-between gap-3">
              <b className="wrap-anywhere">{name}</b>
              {waits && (
                <Link to={`${paths.dealerStockImport()}?feed=${id}`}>{m.stock_import_waits()}</Link>
              )}
            </div>
            {appliedAt && (
              <p className="small muted">
                {m.stock_import_last({ time: formatDateTime(appliedAt, locale) })}
              </p>
            )}
            {counts && <Counts counts={counts} />}
          </li>
        ))}
      </ul>
    </section>
  );
}
