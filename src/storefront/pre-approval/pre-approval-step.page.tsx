import { Info, Lock } from "lucide-react";
import type { ReactNode } from "react";
import { useNavigation } from "react-router";
import { StepForm } from "#forms/step-form.tsx";
import { StepLayout } from "#forms/step-layout.tsx";
import { m } from "#messages/messages.js";
import { paths } from "#paths.ts";
import { site } from "#site.ts";
import { orFailed } from "#storefront/form-journey/failed-action.ts";
import { PostFailure } from "#storefront/form-journey/post-failure.tsx";
import { AlreadySent } from "#storefront/form-journey/already-sent.tsx";
import { RefusalPage, refusalTitle } from "#storefront/form-journey/refusal-page.tsx";
import { isOtherStep } from "#storefront/form-journey/step-revalidation.ts";
import { Link } from "#ui/link.tsx";
import { hrefIn } from "#ui/locale-href.ts";
import { pageMeta } from "#ui/page-meta.ts";
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

export function headers({ actionHeaders, loaderHeaders }: Route.HeadersArgs) {
  const caching = actionHeaders.get("cache-control") ?? loaderHeaders.get("cache-control");
  return caching ? { "cache-control": caching } : {};
}

/** The title stands in the page itself, which knows of errors; `meta` hears of no action's answer. */
export function meta(args: Route.MetaArgs) {
  const isFirst = args.params.step === undefined;
  return pageMeta(args, {
    title: "",
    ...(isFirst ? { description: m.pre_approval_meta_description() } : { isPrivate: true }),
  }).filter((tag) => !("title" in tag));
}

/** One of the 16 questions (SPEC.md §2), each with an address of its own. */
export default function PreApprovalStepPage({ loaderData, actionData }: Route.ComponentProps) {
  const searching = useNavigation().location?.pathname === hrefIn(paths.preApprovalQualified());
  if (loaderData.at === "already_sent") {
    const { reference } = loaderData;
    return (
      <>
        <Title text={m.form_journey_already_title()} />
        <AlreadySent
          reference={reference}
          sentPath={paths.preApprovalSent(reference)}
          startPath={paths.preApproval()}
        />
      </>
    );
  }
  const hasFailed = Boolean(actionData && "hasFailed" in actionData);
  const answered = ownAnswer(actionData, loaderData.view.slug);
  if (answered?.refusal) {
    return (
      <>
        <Title text={refusalTitle(answered.refusal)} />
        <RefusalPage
          refusal={answered.refusal}
          changeHref={hrefIn(paths.preApprovalStep(answered.view.slug))}
        />
      </>
    );
  }
  const view = answered?.view ?? loaderData.view;
  const contact = answered?.contact ?? loaderData.contact;
  const hasAnswers = view.summary.rows.length > 0 || loaderData.carType !== "";
  return (
    <>
      <Title text={view.documentTitle} />
      <StepLayout
        view={view}
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
        <Notices page={loaderData} />
        {contact ? (
          <ContactForm view={view} contact={contact} />
        ) : (
          <StepForm view={view} picture={optionPicture}>
            <PostFailure answer={hasFailed ? { kind: "failed" } : null} />
          </StepForm>
        )}
        <div className="row small muted mt-7 items-start">
          <Lock className="ic s mt-0.5" aria-hidden />
          <p>{m.pre_approval_saved_note()}</p>
        </div>
      </StepLayout>
      <SearchingOverlay isOpen={searching} />
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

function Notices({
  page,
}: {
  page: Pick<
    Extract<Route.ComponentProps["loaderData"], { at: "step" }>,
    "resumeHref" | "hasChanged"
  >;
}) {
  return (
    <>
      {page.resumeHref && (
        <Notice>
          {m.pre_approval_resumed()}{" "}
          <Link to={page.resumeHref}>{m.pre_approval_resumed_link()}</Link>
        </Notice>
      )}
      {page.hasChanged && <Notice>{m.pre_approval_changed()}</Notice>}
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
