import { Form, useSearchParams } from "react-router";
import type { FormView } from "#forms/view-model.ts";
import { m } from "#messages/messages.js";
import { CommandForm } from "#pages/command/command-form.tsx";
import { sends, type PressName } from "#pages/command/press.ts";
import { latestView, PageForm } from "#pages/form/page-form.tsx";
import { paths } from "#site/paths.ts";
import { site } from "#site/site.ts";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/field.tsx";
import { Link } from "#ui/link.tsx";
import { pageMeta } from "#ui/page-meta.ts";
import { SettingDrafts } from "./setting-drafts.tsx";
import type { Route } from "./+types/settings.page.ts";
import { settingsPage } from "./settings.server.ts";

export const loader = settingsPage.loader;
export const action = settingsPage.action;

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: m.setting_title(), isPrivate: true });

type Loaded = Route.ComponentProps["loaderData"];

const TITLES: Record<Loaded["groups"][number]["group"], () => string> = {
  company: m.setting_group_company,
  logo: m.setting_group_logo,
  colours: m.setting_group_colours,
  services: m.setting_group_services,
  contact: m.setting_group_contact,
  hours: m.setting_group_hours,
  social: m.setting_group_social,
  privacy: m.setting_group_privacy,
  financing: m.setting_group_financing,
  rates: m.setting_group_rates,
  retention: m.setting_group_retention,
};

const LIST_PATHS: Record<Loaded["lists"][number]["list"], () => string> = {
  taxes: paths.staffTaxes,
  faq: paths.staffFaq,
};

const DONE = new Map([
  ["saved", m.setting_saved],
  ["undone", m.setting_undone],
  ["imported", m.setting_imported],
  ["drafted", m.setting_draft_kept],
  ["nothing_drafted", m.setting_draft_same],
  ["published", m.setting_draft_published],
  ["discarded", m.setting_draft_discarded],
]);

/** The settings that the owner of the site decides. */
export default function SettingsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { groups, lists, notes, changes, drafts, presses } = loaderData;
  const [query] = useSearchParams();
  const sent = actionData && "ok" in actionData ? actionData : undefined;
  const logoProblem =
    actionData && "logoProblem" in actionData ? actionData.logoProblem : undefined;
  const draftProblem =
    actionData && "draftProblem" in actionData ? actionData.draftProblem : undefined;
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
      {groups.map(({ group, shown, view }) => (
        <section key={group} id={group} className="card p-6" aria-labelledby={`${group}-title`}>
          <div className="mb-4 grid gap-1">
            <h2 id={`${group}-title`} className="text-h3">
              {TITLES[group]()}
            </h2>
            {group === "social" && <p className="muted">{m.setting_group_social_text()}</p>}
            {group === "retention" && <p className="muted">{m.setting_group_retention_text()}</p>}
            {group === "rates" && <p className="muted">{m.setting_group_rates_text()}</p>}
            {shown && <p className="small muted">{shown}</p>}
          </div>
          {/* The whole page loads anew: its scripts have the facts with which it was made. */}
          {group === "logo" ? (
            <LogoForms press={presses.logo} problem={logoProblem} />
          ) : (
            <PageForm
              view={withNotes(latestView(sent, view), notes)}
              press={presses[group]}
              submit={m.setting_save()}
              variant="dark"
              reloadDocument
              beside={group !== "retention" && <DraftButton press={presses[`draft-${group}`]} />}
            />
          )}
        </section>
      ))}
      <section className="card p-6" aria-labelledby="lists-title">
        <h2 id="lists-title" className="mb-2 text-h3">
          {m.setting_lists()}
        </h2>
        <ul className="divide-y divide-border">
          {lists.map(({ list, name, shown }) => (
            <li key={list} className="grid gap-1 py-3">
              <Link to={LIST_PATHS[list]()}>{name}</Link>
              <span className="small muted">{shown}</span>
            </li>
          ))}
        </ul>
      </section>
      <History changes={changes} press={presses.undo} />
    </div>
  );
}

function DraftButton({ press }: { press: PressName | null }) {
  return (
    press && (
      <Button type="submit" variant="soft" {...sends(press)}>
        {m.setting_draft_save()}
      </Button>
    )
  );
}

/** The logo is a file, which no question asks for. */
function LogoForms({ press, problem }: { press: PressName | null; problem: string | undefined }) {
  return (
    <div className="grid gap-4">
      {site.logo ? (
        <div className="flex flex-wrap items-center gap-4">
          <img {...site.logo} alt={m.setting_logo_now()} className="rounded-sm bg-white p-1" />
          <CommandForm press={press} fields={{ remove: "yes" }} reloadDocument>
            <Button type="submit" size="sm" variant="soft">
              {m.setting_logo_remove()}
            </Button>
          </CommandForm>
        </div>
      ) : (
        <p className="muted">{m.setting_logo_none()}</p>
      )}
      <CommandForm
        press={press}
        encType="multipart/form-data"
        reloadDocument
        className="grid justify-items-start gap-4"
      >
        <TextField
          id="logo-file"
          name="logo"
          type="file"
          accept="image/png,image/jpeg,image/webp,image/avif"
          label={m.setting_form_logo_label()}
          hint={m.setting_logo_hint()}
          error={problem}
        />
        <Button type="submit" variant="dark">
          {m.setting_save()}
        </Button>
      </CommandForm>
    </div>
  );
}

/** Each question's hint, followed by where the setting shows and who changed it. */
function withNotes(view: FormView, notes: Loaded["notes"]): FormView {
  return {
    ...view,
    questions: view.questions.map((question) => {
      const note = notes[question.name as keyof typeof notes];
      const hint = [question.hint, note].filter(Boolean).join(" ");
      const ids = [
        hint && `${question.idBase}-hint`,
        question.error && `${question.idBase}-error`,
      ].filter(Boolean);
      return { ...question, hint, describedBy: ids.join(" ") || undefined };
    }),
  };
}

function History({ changes, press }: Pick<Loaded, "changes"> & { press: PressName | null }) {
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
