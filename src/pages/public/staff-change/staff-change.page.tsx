import { data } from "react-router";
import { describeChanges } from "#domain/staff-change/change-words.server.ts";
import { objectionForm } from "#domain/staff-change/objection.form.ts";
import { findStaffChangeByKey, objectToChange } from "#domain/staff-change/objection.server.ts";
import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { handleForm, showForm } from "#pages/form/handle-form.server.ts";
import { latestView, PageForm } from "#pages/form/page-form.tsx";
import { privateHeaders, requireFormPost } from "#pages/session/guards.server.ts";
import { readVisitor } from "#platform/request/visitor.server.ts";
import { paths } from "#site/paths.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { NarrowPage } from "#ui/narrow-page.tsx";
import { pageMeta } from "#ui/page-meta.ts";
import { pageStyle } from "#ui/page-style.ts";
import { formatDateTime } from "#values/format.ts";
import type { Route } from "./+types/staff-change.page.ts";
import { ChangeList } from "./change-list.tsx";
import stylesheet from "../form-journey/forms.css?url";

export const links = () => [pageStyle(stylesheet)];

export async function loader(args: Route.LoaderArgs) {
  const found = await findStaffChangeByKey(args.params.key);
  if (!found) throw data(null, { status: 404 });
  const visitor = readVisitor(args);
  const { thingName, reason, objection, settledAt } = found.change;
  return {
    thingName,
    reason,
    step: settledAt ? "settled" : objection === null ? null : "sent",
    changes: found.since.map(({ id, at, changes }) => ({
      id,
      at,
      lines: describeChanges(changes, visitor.locale),
    })),
    view: showForm(objectionForm, visitor),
  };
}

export async function action(args: Route.ActionArgs) {
  const { key } = args.params;
  const post = await requireFormPost(args);
  const { locale, ipAddress } = post.visitor;
  return handleForm(objectionForm, post, async ({ objection }) => {
    const sent = await objectToChange(key, objection, ipAddress);
    if (sent.ok) return { ok: true, redirectTo: hrefIn(paths.staffChange(key), locale) };
    if (sent.code === "no_such_link") throw data(null, { status: 404 });
    const { retryAfterSeconds } = sent;
    return { ok: false, message: m.staff_change_too_many(), status: 429, retryAfterSeconds };
  });
}

export const headers = privateHeaders;

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: m.staff_change_title(), isPrivate: true });

/**
 * The page that the e-mail about a change by staff links to. It needs no account: the link
 * identifies the owner.
 */
export default function StaffChangePage({ loaderData, actionData }: Route.ComponentProps) {
  const { thingName, reason, step, changes, view } = loaderData;
  return (
    <NarrowPage
      title={m.staff_change_title()}
      lead={step === "sent" ? undefined : m.staff_change_lead()}
    >
      <h2 className="text-h3 wrap-anywhere">{thingName}</h2>
      <ul className="mt-4 grid gap-4">
        {changes.map(({ id, at, lines }) => (
          <li key={id}>
            <p className="muted mb-1">
              {m.staff_change_when({ time: formatDateTime(at, getLocale()) })}
            </p>
            <ChangeList lines={lines} />
          </li>
        ))}
      </ul>
      {reason && <p className="mt-4 wrap-anywhere">{m.staff_change_reason({ reason })}</p>}
      {step && (
        <p className="notice notice--ok mt-5" role="status">
          {step === "settled" ? m.staff_change_settled() : m.staff_change_sent()}
        </p>
      )}
      {step !== "sent" && (
        <PageForm
          view={latestView(actionData, view)}
          submit={m.staff_change_send()}
          className="mt-5"
        />
      )}
    </NarrowPage>
  );
}
