import { useSearchParams } from "react-router";
import { settingForm } from "#domain/setting/setting.form.ts";
import { changeSettings, readSettings } from "#domain/setting/settings.server.ts";
import { splitChoices } from "#forms/questions/choices.ts";
import { m } from "#messages/messages.js";
import { answerForm, showForm } from "#pages/form/answer-form.server.ts";
import { latestView, PageForm } from "#pages/form/page-form.tsx";
import {
  requireFormPost,
  requireFreshFactor,
  requirePermission,
} from "#pages/session/guards.server.ts";
import { paths } from "#site/paths.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { FURTHER_CLASSES } from "#values/data-class.ts";
import type { Route } from "./+types/settings.page.ts";

export async function loader(args: Route.LoaderArgs) {
  const { visitor } = requirePermission(args, "changeSettings");
  requireFreshFactor(args);
  const { passingOn, leadMailAlso } = await readSettings();
  const known = { passingOn, leadMailAlso: leadMailAlso.join(",") };
  return { view: showForm(settingForm, visitor, known) };
}

export async function action(args: Route.ActionArgs) {
  const { user } = requirePermission(args, "changeSettings");
  requireFreshFactor(args);
  const post = await requireFormPost(args);
  return answerForm(settingForm, post, async ({ passingOn, leadMailAlso = "" }) => {
    const ticked = splitChoices(leadMailAlso);
    const also = FURTHER_CLASSES.filter((each) => ticked.includes(each));
    await changeSettings(user, { passingOn, leadMailAlso: also });
    const redirectTo = `${hrefIn(paths.staffSettings(), post.visitor.locale)}?done=saved`;
    return { ok: true, redirectTo };
  });
}

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: m.setting_title(), isPrivate: true });

/** What the site does that its owner decides, and that its pages say. */
export default function SettingsPage({ loaderData: { view }, actionData }: Route.ComponentProps) {
  const [query] = useSearchParams();
  return (
    <div className="mx-auto grid w-full max-w-[860px] gap-6 p-4 sm:p-8">
      <div>
        <h1 className="text-[1.75rem]">{m.setting_title()}</h1>
        <p className="muted mt-2">{m.setting_text()}</p>
      </div>
      {query.get("done") === "saved" && !actionData && (
        <p className="notice notice--ok" role="status">
          {m.setting_saved()}
        </p>
      )}
      <div className="card p-6">
        <PageForm view={latestView(actionData, view)} submit={m.setting_save()} look="dark" />
      </div>
    </div>
  );
}
