import { Info, Lock } from "lucide-react";
import type { ReactNode } from "react";
import { StepLayout } from "#forms/step-layout.tsx";
import { m } from "#messages/messages.js";
import { paths } from "#paths.ts";
import { site } from "#site.ts";
import { AlreadySent } from "#storefront/form-journey/already-sent.tsx";
import { orFailed } from "#storefront/form-journey/failed-action.ts";
import { RefusalPage, refusalTitle } from "#storefront/form-journey/refusal-page.tsx";
import { isOtherStep } from "#storefront/form-journey/step-revalidation.ts";
import { Link } from "#ui/link.tsx";
import { hrefIn } from "#ui/locale-href.ts";
import { pageMeta } from "#ui/page-meta.ts";
import type { Route } from "./+types/sell-car-step.page.ts";
import { CarSummary } from "./car-summary.tsx";
import { ReviewForm } from "./review-form.tsx";
import { answerSellCarStep, openSellCarStep } from "./sell-car-step.server.ts";
import { SellStepForm } from "./sell-step-form.tsx";
import { StartNotes } from "./start-notes.tsx";

export function loader(args: Route.LoaderArgs) {
  return openSellCarStep(args);
}

export function action(args: Route.ActionArgs) {
  return answerSellCarStep(args);
}

/** A page that cannot reach its server stays as it is, with everything typed. */
export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  return orFailed(serverAction());
}

export const shouldRevalidate = isOtherStep;

export function headers({ actionHeaders, loaderHeaders }: Route.HeadersArgs) {
  const caching = actionHeaders.get("cache-control") ?? loaderHeaders.get("cache-control");
  return caching ? { "cache-control": caching } : {};
}

/** The title stands in the page itself, which knows of errors; `meta` hears of no action's answer. */
export function meta(args: Route.MetaArgs) {
  const isFirst = args.params.step === undefined;
  return pageMeta(args, {
    title: "",
    ...(isFirst ? { description: m.sell_car_meta_description() } : { isPrivate: true }),
  }).filter((tag) => !("title" in tag));
}

/** One of the seven steps (SPEC.md §2), each with an address of its own. */
export default function SellCarStepPage({ loaderData, actionData }: Route.ComponentProps) {
  if (loaderData.at === "already_sent") {
    const { reference } = loaderData;
    return (
      <>
        <Title text={m.form_journey_already_title()} />
        <AlreadySent
          reference={reference}
          sentPath={paths.saleRequest(reference)}
          startPath={paths.sellCar()}
        />
      </>
    );
  }
  const hasFailed = Boolean(actionData && "hasFailed" in actionData);
  const answered = ownAnswer(actionData, loaderData.view.slug);
  if (answered?.refusal) {
    const { slug } = answered.view;
    const path = loaderData.isFirst ? paths.sellCar() : paths.sellCarStep(slug);
    return (
      <>
        <Title text={refusalTitle(answered.refusal)} />
        <RefusalPage refusal={answered.refusal} changeHref={hrefIn(path)} />
      </>
    );
  }
  const { car, sources, review } = loaderData;
  const view = answered?.view ?? loaderData.view;
  const contact = answered?.contact ?? loaderData.contact;
  const isBlank = view.summary.rows.length === 0 && car.name === "";
  return (
    <>
      <Title text={view.documentTitle} />
      <StepLayout
        view={view}
        aside={
          isBlank ? (
            <StartNotes />
          ) : (
            <CarSummary car={car} summary={view.summary} isShort={review !== null} />
          )
        }
      >
        <Notices resumeHref={loaderData.resumeHref} hasChanged={loaderData.hasChanged} />
        {review ? (
          <ReviewForm view={view} review={review} />
        ) : (
          <SellStepForm
            key={view.slug}
            view={view}
            car={car}
            sources={sources}
            contact={contact}
            vin={answered?.vin ?? undefined}
            hasFailed={hasFailed}
          />
        )}
        <div className="row small muted mt-7 items-start">
          <Lock className="ic s mt-0.5" aria-hidden />
          <p>{m.sell_car_saved_note()}</p>
        </div>
      </StepLayout>
    </>
  );
}

/** An action's answer, where it is about the step shown. */
function ownAnswer(answer: Route.ComponentProps["actionData"], slug: string) {
  if (!answer || "hasFailed" in answer) return undefined;
  return answer.view.slug === slug ? answer : undefined;
}

function Title({ text }: { text: string }) {
  return <title>{`${text} · ${site.name}`}</title>;
}

function Notices({ resumeHref, hasChanged }: { resumeHref: string | null; hasChanged: boolean }) {
  return (
    <>
      {resumeHref && (
        <Notice>
          {m.sell_car_resumed()} <Link to={resumeHref}>{m.sell_car_resumed_link()}</Link>
        </Notice>
      )}
      {hasChanged && <Notice>{m.sell_car_changed()}</Notice>}
    </>
  );
}

function Notice({ children }: { children: ReactNode }) {
  return (
    <p className="msg mb-6">
      <Info className="ic" aria-hidden />
      <span>{children}</span>
    </p>
  );
}
