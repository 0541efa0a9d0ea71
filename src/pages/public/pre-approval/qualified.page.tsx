import { StepProgress } from "#forms/page/step-layout.tsx";
import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { pathWithoutLocale } from "#ui/locale-href.ts";
import type { Route } from "./+types/qualified.page.ts";
import { QualifiedPanel } from "./qualified-panel.tsx";
import { continueFromPanel, openQualifiedPage } from "./qualified-page.server.ts";
import { RequestSummary } from "./request-summary.tsx";

/** SPEC.md §9. */
const SEARCHING_MS = 2_000;

export function loader(args: Route.LoaderArgs) {
  return openQualifiedPage(args);
}

/** Coming from step 11, the search takes its two seconds, while that page shows the overlay. */
export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  const comesFromLocation =
    pathWithoutLocale(window.location.pathname) === paths.preApprovalStep("location");
  const [page] = await Promise.all([
    serverLoader(),
    comesFromLocation ? pauseMs(SEARCHING_MS) : undefined,
  ]);
  return page;
}

export function action(args: Route.ActionArgs) {
  return continueFromPanel(args);
}

export function meta(args: Route.MetaArgs) {
  const location = args.loaderData?.panel.location ?? "";
  return pageMeta(args, { title: m.pre_approval_qualified_title({ location }), isPrivate: true });
}

export default function QualifiedPage({ loaderData }: Route.ComponentProps) {
  const { panel, step } = loaderData;
  return (
    <div className="step-page">
      <StepProgress view={step} />
      <QualifiedPanel panel={panel} summary={step.summary} />
      {/* What the panel stands over: to be seen, not to be used. */}
      <div className="page-width behind-dialog" inert aria-hidden>
        <div className="step-layout">
          <div className="question">
            <p className="display text-[clamp(28px,3.4vw,44px)]">{step.title}</p>
          </div>
          <RequestSummary summary={step.summary} carType={panel.carType} isShort />
        </div>
      </div>
    </div>
  );
}

function pauseMs(durationMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, durationMs));
}
