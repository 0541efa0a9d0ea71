import { useNavigation } from "react-router";
import { StepForm } from "#forms/page/step-form.tsx";
import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import { orFailed } from "#pages/public/form-journey/failed-action.ts";
import { PostFailure } from "#pages/public/form-journey/post-failure.tsx";
import { AlreadySent } from "#pages/public/form-journey/already-sent.tsx";
import { RefusalPage } from "#pages/public/form-journey/refusal-page.tsx";
import { StepFrame } from "#pages/public/form-journey/step-frame.tsx";
import {
  isOtherStep,
  ownAnswer,
  stepHeaders,
  stepMeta,
} from "#pages/public/form-journey/step-route.ts";
import { hrefIn } from "#ui/locale-href.ts";
import type { Route } from "./+types/pre-approval-step.page.ts";
import { ContactForm } from "./contact-form.tsx";
import { optionPicture } from "./option-picture.tsx";
import { answerPreApprovalStep, openPreApprovalStep } from "./pre-approval-step.server.ts";
import { RequestSummary } from "./request-summary.tsx";
import { SearchingOverlay } from "./searching-overlay.tsx";
import { StartNotes } from "./start-notes.tsx";

export function loader(args: Route.LoaderArgs) {
  return openPreApprovalStep(args);
}

export function action(args: Route.ActionArgs) {
  return answerPreApprovalStep(args);
}

/** A page that cannot reach its server stays as it is, with everything typed. */
export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  return orFailed(serverAction());
}

export const shouldRevalidate = isOtherStep;

export const headers = stepHeaders;

export function meta(args: Route.MetaArgs) {
  return stepMeta(args, m.pre_approval_meta_description());
}

/** One of the 16 questions (SPEC.md §2), each with an address of its own. */
export default function PreApprovalStepPage({ loaderData, actionData }: Route.ComponentProps) {
  const searching = useNavigation().location?.pathname === hrefIn(paths.preApprovalQualified());
  if (loaderData.at === "already_sent") {
    const { reference } = loaderData;
    return (
      <AlreadySent
        reference={reference}
        sentPath={paths.preApprovalSent(reference)}
        startPath={paths.preApproval()}
      />
    );
  }
  const hasFailed = Boolean(actionData && "hasFailed" in actionData);
  const answered = ownAnswer(actionData, loaderData.view.slug);
  if (answered?.refusal) {
    return (
      <RefusalPage
        refusal={answered.refusal}
        changeHref={hrefIn(paths.preApprovalStep(answered.view.slug))}
      />
    );
  }
  const view = answered?.view ?? loaderData.view;
  const contact = answered?.contact ?? loaderData.contact;
  const hasAnswers = view.summary.rows.length > 0 || loaderData.carType !== "";
  return (
    <>
      <StepFrame
        view={view}
        resumeHref={loaderData.resumeHref}
        hasChanged={loaderData.hasChanged}
        aside={
          hasAnswers ? (
            <RequestSummary
              summary={view.summary}
              carType={loaderData.carType}
              isShort={contact !== null}
            />
          ) : (
            <StartNotes />
          )
        }
      >
        {contact ? (
          <ContactForm view={view} contact={contact} />
        ) : (
          <StepForm view={view} picture={optionPicture}>
            <PostFailure answer={hasFailed ? { kind: "failed" } : null} />
          </StepForm>
        )}
      </StepFrame>
      <SearchingOverlay isOpen={searching} />
    </>
  );
}
