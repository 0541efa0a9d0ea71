import { useEffect } from "react";
import type { Route } from "./+types/google-done.page.ts";
import { localPath } from "#site/local-path.ts";
import { m } from "#messages/messages.js";
import { pageMeta } from "#ui/page-meta.ts";
import { GOOGLE_CHANNEL } from "./google-button.tsx";
import { NarrowPage } from "#ui/narrow-page.tsx";
import { pageStyle } from "#ui/page-style.ts";
import stylesheet from "../account.css?url";

export const links = () => [pageStyle(stylesheet)];

export function loader({ request }: Route.LoaderArgs) {
  return { to: localPath(new URL(request.url).searchParams.get("to")) };
}

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: m.account_google_done_title(), isPrivate: true });

/** The popup's last page: tells the page behind it where to go on, and closes. */
export default function GoogleDonePage({ loaderData }: Route.ComponentProps) {
  const { to } = loaderData;
  useEffect(() => {
    const channel = new BroadcastChannel(GOOGLE_CHANNEL);
    channel.postMessage(to);
    channel.close();
    window.close();
  }, [to]);
  return (
    <NarrowPage title={m.account_google_done_title()} lead={m.account_google_done_text()}>
      <a className="button" href={to}>
        {m.account_continue()}
      </a>
    </NarrowPage>
  );
}
