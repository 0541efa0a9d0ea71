import { useSearchParams } from "react-router";
import { m } from "#messages/messages.js";
import { latestView, PageForm } from "#pages/form/page-form.tsx";
import { pageMeta } from "#ui/page-meta.ts";
import type { Route } from "./+types/settings.page.ts";
import { settingsPage } from "./settings.server.ts";

export const loader = settingsPage.loader;
export const action = settingsPage.action;

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: m.setting_title(), isPrivate: true });

/** The settings that the owner of the site decides. */
export default function SettingsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { view, presses } = loaderData;
  const [query] = useSearchParams();
  return (
    <div className="mx-auto grid w-full max-w-form gap-6 p-4 sm:p-8">
      <div>
        <h1 className="text-page-title">{m.setting_title()}</h1>
        <p className="muted mt-2">{m.setting_text()}</p>
      </div>
      {query.get("done") === "saved" && !actionData && (
        <p className="notice notice--ok" role="status">
          {m.setting_saved()}
        </p>
      )}
      <div className="card p-6">
        <PageForm
          view={latestView(actionData, view)}
          press={presses.setting}
          submit={m.setting_save()}
          variant="dark"
        />
      </div>
    </div>
  );
}
