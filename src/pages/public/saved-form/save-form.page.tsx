import { m } from "#messages/messages.js";
import { latestView, PageForm } from "#pages/form/page-form.tsx";
import { privateHeaders } from "#pages/session/guards.server.ts";
import { Link } from "#ui/link.tsx";
import { NarrowPage } from "#ui/narrow-page.tsx";
import { NoticeLine } from "#ui/notice-line.tsx";
import { pageMeta } from "#ui/page-meta.ts";
import { pageStyle } from "#ui/page-style.ts";
import type { Route } from "./+types/save-form.page.ts";
import { openSaving, saveForLater } from "./save-form.server.ts";
import stylesheet from "../form-journey/forms.css?url";

export const links = () => [pageStyle(stylesheet)];

export function loader(args: Route.LoaderArgs) {
  return openSaving(args);
}

export function action(args: Route.ActionArgs) {
  return saveForLater(args);
}

export const headers = privateHeaders;

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: m.saved_form_save(), isPrivate: true });

/** Asks where to send the link to a saved form, and the code that opens it. */
export default function SaveFormPage({ loaderData, actionData }: Route.ComponentProps) {
  const { view, sent, backPath } = loaderData;
  const back = <Link to={backPath}>{m.saved_form_back()}</Link>;
  return (
    <NarrowPage title={m.saved_form_save()} lead={m.saved_form_save_hint()}>
      {sent ? (
        <>
          <NoticeLine notice={{ text: sent, isError: false }} />
          <p>{back}</p>
        </>
      ) : (
        <>
          <PageForm view={latestView(actionData, view)} submit={m.saved_form_send()} size="lg" />
          <p className="mt-5">{back}</p>
        </>
      )}
    </NarrowPage>
  );
}
