import { useSearchParams } from "react-router";
import { SingleStepPage } from "#forms/page/step-layout.tsx";
import { m } from "#messages/messages.js";
import { requireOffered } from "#pages/public/form-journey/offered.server.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { pageStyle } from "#ui/page-style.ts";
import type { Route } from "./+types/call-back.page.ts";
import { CallBackForm } from "./call-back-form.tsx";
import stylesheet from "../form-journey/forms.css?url";

export const links = () => [pageStyle(stylesheet)];

export function loader(args: Route.LoaderArgs) {
  requireOffered("call_back", args);
  return null;
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: m.call_back_form_title(),
    description: m.call_back_description(),
  });
}

/** The same form on its own page, as a link target. `?subject=` fills in its subject. */
export default function CallBackPage() {
  const [query] = useSearchParams();
  return (
    <SingleStepPage title={m.call_back_form_title()} lead={m.call_back_lead()}>
      <div className="card p-6 mt-2">
        <CallBackForm subject={query.get("subject")?.slice(0, MOST_SUBJECT) ?? undefined} />
      </div>
    </SingleStepPage>
  );
}

/** The longest subject that the form accepts. */
const MOST_SUBJECT = 100;
