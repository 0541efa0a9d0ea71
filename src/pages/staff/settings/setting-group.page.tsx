import { useSearchParams } from "react-router";
import type { FormView } from "#forms/view-model.ts";
import { m } from "#messages/messages.js";
import { CommandForm } from "#pages/command/command-form.tsx";
import { sends, type PressName } from "#pages/command/press.ts";
import { latestView, PageForm } from "#pages/form/page-form.tsx";
import { paths } from "#site/paths.ts";
import { site } from "#site/site.ts";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/field.tsx";
import { Link, NavLink } from "#ui/link.tsx";
import { pageMeta } from "#ui/page-meta.ts";
import type { Route } from "./+types/setting-group.page.ts";
import { settingGroupPage } from "./setting-group.server.ts";
import { pageStyle } from "#ui/page-style.ts";
import stylesheet from "./settings.css?url";

export const links = () => [pageStyle(stylesheet)];

export const loader = settingGroupPage.loader;
export const action = settingGroupPage.action;

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: args.loaderData?.name ?? m.setting_title(), isPrivate: true });

type Loaded = Route.ComponentProps["loaderData"];

const DONE = new Map([
  ["saved", m.setting_saved],
  ["nothing_drafted", m.setting_draft_same],
]);

/** The settings of one group, beside the list of all groups. */
export default function SettingGroupPage({ loaderData, actionData }: Route.ComponentProps) {
  const { group, name, text, shown, places, view, notes, groups, mayDraft, presses } = loaderData;
  const [query] = useSearchParams();
  const sent = actionData && "ok" in actionData ? actionData : undefined;
  const logoProblem =
    actionData && "logoProblem" in actionData ? actionData.logoProblem : undefined;
  const done = actionData ? undefined : DONE.get(query.get("done") ?? "");
  return (
    <div className="mx-auto grid w-full max-w-reading items-start gap-6 p-4 sm:p-8 lg:grid-cols-[13rem_1fr]">
      <nav aria-label={m.setting_title()}>
        <ul className="flex flex-wrap gap-x-4 gap-y-2 lg:flex-col">
          <li>
            <Link to={paths.staffSettings()}>{m.setting_back()}</Link>
          </li>
          {groups.map((each) => (
            <li key={each.group}>
              <NavLink to={each.path} className="aria-[current=page]:text-primary-text">
                {each.name}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <div className="grid min-w-0 gap-6">
        {done && (
          <p className="notice notice--ok" role="status">
            {done()}
          </p>
        )}
        {/* The whole page loads anew: its scripts have the facts with which it was made. */}
        <section className="card p-6" aria-labelledby="group-title">
          <div className="mb-4 grid gap-1">
            <h1 id="group-title" className="text-page-title">
              {name}
            </h1>
            {text && <p className="muted">{text}</p>}
            {shown && <p className="small muted">{shown}</p>}
          </div>
          {group === "logo" ? (
            <LogoForms press={presses.save} problem={logoProblem} />
          ) : (
            <PageForm
              view={withNotes(latestView(sent, view), notes)}
              press={presses.save}
              submit={m.setting_save()}
              variant="dark"
              reloadDocument
              beside={mayDraft && <DraftButton press={presses.draft} />}
            />
          )}
          {places.length > 0 && (
            <details className="small mt-4">
              <summary>{m.setting_places()}</summary>
              <ul className="mt-2 grid gap-2">
                {places.map(({ label, text: where }) => (
                  <li key={label}>
                    <b>{label}</b> <span className="muted">{where}</span>
                  </li>
                ))}
              </ul>
            </details>
          )}
        </section>
      </div>
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

/** Each question's hint, followed by the default and who changed it. */
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
