import { StepProgress } from "#forms/page/step-layout.tsx";
import { m } from "#messages/messages.js";
import { buttonClass } from "#ui/button.tsx";
import { Link } from "#ui/link.tsx";
import { pageMeta } from "#ui/page-meta.ts";
import type { Route } from "./+types/terms.page.ts";
import { TermsDialog } from "./terms-dialog.tsx";
import { TermsSections } from "./terms-sections.tsx";
import { acceptTermsPage, openTermsPage } from "./terms.server.ts";

export function loader(args: Route.LoaderArgs) {
  return openTermsPage(args);
}

export function action(args: Route.ActionArgs) {
  return acceptTermsPage(args);
}

export function headers() {
  return { "cache-control": "private, no-store" };
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: m.sell_car_terms_title(), isPrivate: true });
}

/** Over step 6 for who comes from it; a page to read for everybody else. */
export default function SellCarTermsPage({ loaderData }: Route.ComponentProps) {
  const { sections, step, cancelHref } = loaderData;
  if (!step) {
    return (
      <div className="page page-width">
        <div className="page-head">
          <h1>{m.sell_car_terms_title()}</h1>
        </div>
        <TermsSections sections={sections} />
        <Link className={`${buttonClass({ look: "ghost" })} mt-8`} to={cancelHref}>
          {m.sell_car_terms_back()}
        </Link>
      </div>
    );
  }
  return (
    <div className="step-page">
      <StepProgress view={step} />
      <TermsDialog sections={sections} cancelHref={cancelHref} />
      {/* What the terms stand over: to be seen, not to be used. */}
      <div className="page-width behind-dialog" inert aria-hidden>
        <div className="step-layout">
          <div className="question">
            <p className="display text-[clamp(28px,3.4vw,44px)]">{step.title}</p>
          </div>
        </div>
      </div>
    </div>
  );
}
