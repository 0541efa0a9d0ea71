import { Form, useSearchParams } from "react-router";
import { m } from "#messages/messages.js";
import { sends, type PressName } from "#pages/command/press.ts";
import { paths } from "#site/paths.ts";
import { Button } from "#ui/button.tsx";
import { Link } from "#ui/link.tsx";
import { pageMeta } from "#ui/page-meta.ts";
import { SettingDrafts } from "./setting-drafts.tsx";
import type { Route } from "./+types/settings.page.ts";
import { settingsPage } from "./settings.server.ts";
import { pageStyle } from "#ui/page-style.ts";
import stylesheet from "./settings.css?url";

export const links = () => [pageStyle(stylesheet)];

export const loader = settingsPage.loader;
export const action = settingsPage.action;

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: m.setting_title(), isPrivate: true });

type Loaded = Route.ComponentProps["loaderData"];

const DONE = new Map([
  ["undone", m.setting_undone],
  ["imported", m.setting_imported],
  ["drafted", m.setting_draft_kept],
  ["published", m.setting_draft_published],
  ["discarded", m.setting_draft_discarded],
]);

/** What the owner of the site decides: its groups, the drafts, and what was changed. */
export default function SettingsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { groups, changes, drafts, presses } = loaderData;
  const [query] = useSearchParams();
  const draftProblem =
    actionData && "draftProblem" in actionData ? actionData.draftProblem : undefined;
  const asked = actionData && "asked" in actionData ? actionData.asked : undefined;
  const done = actionData ? undefined : DONE.get(query.get("done") ?? "");
  return (
    <div className="mx-auto grid w-full max-w-form gap-6 p-4 sm:p-8">
      <div>
        <h1 className="text-page-title">{m.setting_title()}</h1>
        <p className="muted mt-2">{m.setting_text()}</p>
        <p className="mt-2 flex flex-wrap gap-4">
          <Link to={paths.staffCheckList()}>{m.check_list_title()}</Link>
          <Link to={paths.staffSettingsFile()}>{m.setting_file_link()}</Link>
        </p>
      </div>
      {done && (
        <p className="notice notice--ok" role="status">
          {done()}
        </p>
      )}
      <SettingDrafts drafts={drafts} presses={presses} problem={draftProblem} />
      <section className="card px-6 py-3" aria-label={m.setting_title()}>
        <ul className="divide-y divide-border">
          {groups.map(({ group, path, name, holds, changed }) => (
            <li key={group} id={group} className="grid gap-1 py-3">
              <Link to={path}>{name}</Link>
              <span className="small">{holds}</span>
              <span className="small muted">{changed}</span>
            </li>
          ))}
        </ul>
      </section>
      <History changes={changes} press={presses.undo} asked={asked} />
    </div>
  );
}

type HistoryProps = Pick<Loaded, "changes"> & {
  press: PressName | null;
  /** The change that is put back once its person is sure. */
  asked: { position: number; name: string; sure: string; text: string } | undefined;
};

function History({ changes, press, asked }: HistoryProps) {
  return (
    <section id="history" className="card p-6" aria-labelledby="history-title">
      <h2 id="history-title" className="text-h3">
        {m.setting_history()}
      </h2>
      {changes.length === 0 && <p className="muted mt-2">{m.setting_history_none()}</p>}
      <ul className="divide-y divide-border">
        {changes.map(({ position, name, label, before, after, who, mayUndo }) => (
          <li key={`${position} ${name}`} className="grid gap-1 py-3">
            <b>{label}</b>
            <span className="wrap-anywhere">{m.setting_history_line({ before, after })}</span>
            <span className="small muted">{who}</span>
            {mayUndo && press && (
              <Form method="post" reloadDocument>
                <input type="hidden" name="position" value={position} />
                <input type="hidden" name="setting" value={name} />
                {asked?.position === position && asked.name === name && (
                  <>
                    <input type="hidden" name="sure" value={asked.sure} />
                    <p className="notice notice--warn mb-2" role="alert">
                      {asked.text}
                    </p>
                  </>
                )}
                <Button type="submit" size="sm" variant="soft" {...sends(press)}>
                  {m.setting_undo({ value: before })}
                </Button>
              </Form>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
