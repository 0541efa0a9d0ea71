import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import { AlreadySent } from "#pages/public/form-journey/already-sent.tsx";
import { orFailed } from "#pages/public/form-journey/failed-action.ts";
import { RefusalPage } from "#pages/public/form-journey/refusal-page.tsx";
import { StepFrame } from "#pages/public/form-journey/step-frame.tsx";
import {
  isOtherStep,
  ownAnswer,
  stepHeaders,
  stepMeta,
} from "#pages/public/form-journey/step-route.ts";
import { hrefIn } from "#ui/locale-href.ts";
import type { Route } from "./+types/sell-car-step.page.ts";
import { CarSummary } from "./car-summary.tsx";
import { ReviewForm } from "./review-form.tsx";
import { answerSellCarStep, openSellCarStep } from "./sell-car-step.server.ts";
import { SellStepForm } from "./sell-step-form.tsx";
import { sellStepPath } from "./sell-step-path.ts";
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

export const headers = stepHeaders;

export function meta(args: Route.MetaArgs) {
  return stepMeta(args, m.sell_car_meta_description());
}

/** One of the seven steps (SPEC.md §2), each with an address of its own. */
export default function SellCarStepPage({ loaderData, actionData }: Route.ComponentProps) {
  if (loaderData.at === "already_sent") {
    const { reference } = loaderData;
    return (
      <AlreadySent
        reference={reference}
        sentPath={paths.sellRequest(reference)}
        startPath={paths.sellCar()}
      />
    );
  }
  const hasFailed = Boolean(actionData && "hasFailed" in actionData);
  const answered = ownAnswer(actionData, loaderData.view.slug);
  if (answered?.refusal) {
    return (
      <RefusalPage refusal={answered.refusal} changeHref={hrefIn(sellStepPath(answered.view))} />
    );
  }
  const { car, sources, review } = loaderData;
  const view = answered?.view ?? loaderData.view;
  const contact = answered?.contact ?? loaderData.contact;
  const isBlank = view.summary.rows.length === 0 && car.name === "";
  return (
    <StepFrame
      view={view}
      resumeHref={loaderData.resumeHref}
      hasChanged={loaderData.hasChanged}
      aside={
        isBlank ? (
          <StartNotes />
        ) : (
          <CarSummary car={car} summary={view.summary} isShort={review !== null} />
        )
      }
    >
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
    </StepFrame>
  );
}
