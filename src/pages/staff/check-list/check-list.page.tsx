import { m } from "#messages/messages.js";
import { pageMeta } from "#ui/page-meta.ts";
import type { Route } from "./+types/check-list.page.ts";
import { checkListPage } from "./check-list.server.ts";
import { CheckList } from "./check-list.tsx";

export const loader = checkListPage.loader;
export const action = checkListPage.action;

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: m.check_list_title(), isPrivate: true });

/** What is left to do until the site serves its first customer. */
export default function CheckListPage({ loaderData, actionData }: Route.ComponentProps) {
  const left = loaderData.steps.filter(({ isDone }) => !isDone).length;
  return (
    <div className="mx-auto grid w-full max-w-form gap-6 p-4 sm:p-8">
      <div>
        <h1 className="text-page-title">{m.check_list_title()}</h1>
        <p className="muted mt-2">
          {left === 0 ? m.check_list_all_done() : m.check_list_text({ count: left })}
        </p>
      </div>
      <CheckList {...loaderData} tried={actionData} />
    </div>
  );
}
