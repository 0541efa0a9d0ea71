import { m } from "#messages/messages.js";
import { CommandForm } from "#pages/command/command-form.tsx";
import { TextField } from "#ui/field.tsx";
import { Button, buttonClass } from "#ui/button.tsx";
import { hrefIn } from "#ui/locale-href.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { paths } from "#site/paths.ts";
import type { Route } from "./+types/settings-file.page.ts";
import { settingsFilePage } from "./settings-file.server.ts";
import { pageStyle } from "#ui/page-style.ts";
import stylesheet from "./settings.css?url";

export const links = () => [pageStyle(stylesheet)];

export const loader = settingsFilePage.loader;
export const action = settingsFilePage.action;

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: m.setting_file_title(), isPrivate: true });

/** All settings as one file: downloaded here, loaded into another site after a look at what changes. */
export default function SettingsFilePage({ loaderData, actionData }: Route.ComponentProps) {
  const { presses } = loaderData;
  const { problem, differences, text, asked } = actionData ?? {};
  return (
    <div className="mx-auto grid w-full max-w-form gap-6 p-4 sm:p-8">
      <div>
        <h1 className="text-page-title">{m.setting_file_title()}</h1>
        <p className="muted mt-2">{m.setting_file_text()}</p>
      </div>
      <div>
        <a
          href={hrefIn(paths.staffSettingsExport())}
          download
          className={buttonClass({ variant: "dark" })}
        >
          {m.setting_file_export()}
        </a>
      </div>
      {presses.compare && (
        <section className="card grid gap-3 p-6" aria-labelledby="import-title">
          <h2 id="import-title" className="text-h3">
            {m.setting_file_import()}
          </h2>
          <p className="muted">{m.setting_file_import_text()}</p>
          {/* The browser's own request: after a change the page loads anew with the new facts. */}
          <CommandForm
            press={presses.compare}
            encType="multipart/form-data"
            reloadDocument
            className="grid justify-items-start gap-4"
          >
            <TextField
              id="settings-file"
              name="file"
              type="file"
              accept="application/json,.json"
              label={m.setting_file_choose()}
              error={problem}
            />
            <Button type="submit" variant="dark">
              {m.setting_file_compare()}
            </Button>
          </CommandForm>
        </section>
      )}
      {differences && text !== undefined && (
        <section className="card grid gap-3 p-6" aria-labelledby="differences-title">
          <h2 id="differences-title" className="text-h3">
            {m.setting_file_differences()}
          </h2>
          {differences.length === 0 ? (
            <p>{m.setting_file_same()}</p>
          ) : (
            <>
              <ul className="divide-y divide-border">
                {differences.map(({ name, label, before, after }) => (
                  <li key={name} className="grid gap-1 py-3">
                    <b>{label}</b>
                    <span className="wrap-anywhere">
                      {m.setting_history_line({ before, after })}
                    </span>
                  </li>
                ))}
              </ul>
              {asked && (
                <p className="notice notice--warn" role="alert">
                  {asked.text}
                </p>
              )}
              <CommandForm
                press={presses.import}
                fields={{ text, ...(asked && { sure: asked.sure }) }}
                reloadDocument
              >
                <Button type="submit" variant="dark">
                  {m.setting_file_apply()}
                </Button>
              </CommandForm>
            </>
          )}
        </section>
      )}
    </div>
  );
}
