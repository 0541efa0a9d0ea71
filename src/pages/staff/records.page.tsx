import type { Route } from "./+types/records.page.ts";
import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import { CommandForm } from "#pages/command/command-form.tsx";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { SelectField, TextField } from "#ui/field.tsx";
import { Link } from "#ui/link.tsx";
import { hrefIn } from "#ui/locale-href.ts";
import { pageMeta } from "#ui/page-meta.ts";
import {
  recordsPage,
  type RecordsRefusal,
  type RecordsView,
  type RecordView,
} from "./records.server.ts";
import { Pager } from "#ui/pager.tsx";
import { ChangeList } from "#pages/public/staff-change/change-list.tsx";

export const loader = recordsPage.loader;
export const action = recordsPage.action;

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: m.records_title(), isPrivate: true });

/** Who did what, when and from where: the audit records, with a search. */
export default function RecordsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { filter, isFiltered, actions, records, newestHref, olderHref } = loaderData;
  return (
    <div className="mx-auto grid w-full max-w-[1100px] gap-6 p-4 sm:p-8">
      <div>
        <h1 className="text-page-title">{m.records_title()}</h1>
        <p className="muted mt-2">{m.records_text()}</p>
      </div>
      <Filters
        key={JSON.stringify(filter)}
        filter={actionData?.typed ?? filter}
        actions={actions}
        errors={actionData?.errors ?? {}}
        isFiltered={isFiltered}
      />
      {records.length === 0 ? (
        <EmptyState title={m.records_none_title()}>
          <p>{isFiltered ? m.records_none_found_text() : m.records_none_text()}</p>
        </EmptyState>
      ) : (
        <Records records={records} />
      )}
      <Pager newestHref={newestHref} olderHref={olderHref} />
    </div>
  );
}

function Filters(props: {
  filter: RecordsView["filter"];
  actions: RecordsView["actions"];
  errors: RecordsRefusal["errors"];
  isFiltered: boolean;
}) {
  const { filter, actions, errors, isFiltered } = props;
  return (
    <CommandForm
      press="search"
      action={hrefIn(paths.staffRecords())}
      className="card grid gap-4 p-6 sm:grid-cols-2 print:hidden"
    >
      <SelectField name="action" label={m.records_action()} defaultValue={filter.action}>
        <option value="">{m.records_action_any()}</option>
        {actions.map(({ code, text }) => (
          <option key={code} value={code}>
            {text}
          </option>
        ))}
      </SelectField>
      <TextField
        name="account"
        label={m.records_account()}
        hint={m.records_account_hint()}
        error={errors.account}
        defaultValue={filter.account}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <TextField
        name="thing"
        label={m.records_thing()}
        hint={m.records_thing_hint()}
        defaultValue={filter.thing}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <div className="grid gap-4 xl:grid-cols-2">
        <TextField
          name="from"
          type="date"
          label={m.records_from()}
          error={errors.from}
          defaultValue={filter.from}
        />
        <TextField
          name="to"
          type="date"
          label={m.records_to()}
          error={errors.to}
          defaultValue={filter.to}
        />
      </div>
      <div className="flex items-center gap-3 sm:col-span-2">
        <Button type="submit" variant="dark">
          {m.records_search()}
        </Button>
        {isFiltered && (
          <Link className="button button--ghost" to={paths.staffRecords()}>
            {m.records_show_all()}
          </Link>
        )}
      </div>
    </CommandForm>
  );
}

const TONES: Record<RecordView["outcome"], string> = {
  done: "",
  failed: "chip--warn",
  refused: "chip--bad",
};

function Records({ records }: { records: readonly RecordView[] }) {
  return (
    <ol className="card divide-y divide-border px-6" reversed>
      {records.map((record) => (
        <li key={record.position} className="grid gap-1 py-3 break-inside-avoid">
          <div className="flex flex-wrap items-center justify-between gap-2">
            <b>{record.action}</b>
            <span className={`chip ${TONES[record.outcome]}`}>{record.outcomeText}</span>
          </div>
          <p className="small wrap-anywhere">
            {record.byKind}
            {record.by && (
              <>
                {m.records_by_colon()} <Link to={record.by.href}>{record.by.name}</Link>
              </>
            )}
            {record.thing && (
              <>
                {" · "}
                {record.thingKind} <Link to={record.thing.href}>{record.thing.name}</Link>
              </>
            )}
          </p>
          <ChangeList lines={record.changes} />
          <p className="fine-print muted figures">
            {m.records_number({ number: record.position })} · {record.time}
            {record.addressBlock && ` · ${record.addressBlock}`}
          </p>
        </li>
      ))}
    </ol>
  );
}
