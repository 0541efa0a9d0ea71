import { m } from "#messages/messages.js";
import type { Route } from "./+types/shared-computer.page.ts";
import { paths } from "#site/paths.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { NarrowPage } from "#ui/narrow-page.tsx";
import { pageMeta } from "#ui/page-meta.ts";
import {
  forgetBrowser,
  type PageArgs,
  privateHeaders,
  redirectTo,
  requireFormPost,
} from "./guards.server.ts";
import { SharedComputerForm } from "./shared-computer-form.tsx";

export function loader({ request }: PageArgs) {
  return { isDone: new URL(request.url).searchParams.has("done") };
}

/**
 * Deletes everything in this browser that identifies the person, signed in or not, for the next
 * one.
 */
export async function action(args: PageArgs): Promise<Response> {
  await requireFormPost(args);
  const response = redirectTo(
    `${hrefIn(paths.sharedComputer())}?done=1`,
    await forgetBrowser(args),
  );
  // Deletes what scripts stored, and cached pages that Back would show. Browsers do so over https
  // only.
  response.headers.set("clear-site-data", '"cache", "storage"');
  return response;
}

export const headers = privateHeaders;

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: m.shared_computer_title(), isPrivate: true });

export default function SharedComputerPage({ loaderData }: Route.ComponentProps) {
  return (
    <NarrowPage title={m.shared_computer_title()} lead={m.shared_computer_text()}>
      {loaderData.isDone ? (
        <p className="notice notice--ok" role="status">
          {m.shared_computer_done()}
        </p>
      ) : (
        <SharedComputerForm />
      )}
    </NarrowPage>
  );
}
