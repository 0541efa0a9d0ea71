import { Clock, FileText, Info, Lock, ShieldCheck, Users } from "lucide-react";
import { useCallback, useMemo } from "react";
import { Form, type HeadersArgs, useNavigate } from "react-router";
import { FormStart } from "#forms/page/form-start.tsx";
import { requireOffered } from "#pages/public/form-journey/offered.server.ts";
import { m } from "#messages/messages.js";
import { AlreadySent } from "#pages/public/form-journey/already-sent.tsx";
import type { PostResponse, PostFieldError } from "#pages/public/form-journey/post-response.ts";
import { PostFailure } from "#pages/public/form-journey/post-failure.tsx";
import { RefusalPage } from "#pages/public/form-journey/refusal-page.tsx";
import {
  isSavingForLater,
  type SaveFormResult,
  SaveForLater,
} from "#pages/public/form-journey/save-for-later.tsx";
import { StartNotes } from "#pages/public/form-journey/start-notes.tsx";
import { useAutosave } from "#pages/public/form-journey/use-autosave.ts";
import { useFormPost } from "#pages/public/form-journey/use-form-post.ts";
import { SharedComputerForm } from "#pages/session/shared-computer-form.tsx";
import { viewWithErrors } from "#pages/public/form-journey/view-with-errors.ts";
import { paths } from "#site/paths.ts";
import { getLocale } from "#messages/runtime.js";
import { Button } from "#ui/button.tsx";
import { ErrorSummary } from "#ui/error-summary.tsx";
import { Link } from "#ui/link.tsx";
import { formatCad } from "#values/money.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { pageStyle } from "#ui/page-style.ts";
import type { Route } from "./+types/credit-application.page.ts";
import { DeclineConfirmation, NoInvitation } from "./co-applicant-pages.tsx";
import {
  type CreditPage,
  openCreditApplication,
  saveCreditApplication,
} from "./credit-application.server.ts";
import { Section } from "./credit-section.tsx";
import { SectionList, useCompleteSections } from "./section-list.tsx";
import {
  ConsentsInFrench,
  RenamedNote,
  useShareWords,
  replaceConsentLabel,
} from "./share-words.tsx";
import stylesheet from "./credit-application.page.css?url";

export const links = () => [pageStyle(stylesheet)];

export function loader(args: Route.LoaderArgs) {
  if (!new URL(args.request.url).searchParams.has("invite"))
    requireOffered("credit_application", args);
  return openCreditApplication(args);
}

/** Sending goes to `/forms/credit-application`; here only sections are saved. */
export function action(args: Route.ActionArgs) {
  return saveCreditApplication(args);
}

export function headers({ loaderHeaders }: HeadersArgs) {
  return { "cache-control": loaderHeaders.get("cache-control") ?? "private, no-store" };
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: m.credit_application_form_title(),
    description: m.credit_application_meta_description(),
  });
}

/** The whole application on one page, every section open (SPEC.md §2). */
export default function CreditApplicationPage({
  loaderData: page,
  actionData,
}: Route.ComponentProps) {
  switch (page.at) {
    case "form":
      return <Application page={page} saved={actionData ?? null} />;
    case "declining":
      return <DeclineConfirmation {...page} />;
    case "no_invitation":
      return <NoInvitation {...page} />;
    case "already_sent":
      return <AlreadySent {...page} />;
  }
}

type FormPage = Extract<CreditPage, { at: "form" }>;

function Application({ page, saved }: { page: FormPage; saved: SaveFormResult }) {
  const { action: postAction, saveHref, submissionId, sections, sources } = page;
  const navigate = useNavigate();
  const { form, complete, count } = useCompleteSections(sections);
  const onResponse = useCallback(
    (outcome: PostResponse) => {
      // A phone code is requested and entered on the page of a refused post, which keeps all
      // answers.
      if (outcome.kind === "refused" && outcome.fieldErrors.some(isUnproved))
        form.current?.submit();
      // The next page says that it was sent, with the next steps.
      if (outcome.kind !== "sent") return;
      void navigate(hrefIn(paths.creditApplicationSent(outcome.reference)));
    },
    [navigate, form],
  );
  const { isSending, result, submit } = useFormPost(onResponse);
  const { words, isRenamed } = useShareWords(form, page);
  const fieldErrors = result?.kind === "refused" ? result.fieldErrors : null;
  const shown = useMemo(
    () =>
      sections.map((section) => {
        const view = fieldErrors ? viewWithErrors(section.view, fieldErrors) : section.view;
        const questions = view.questions.map((question) => replaceConsentLabel(question, words));
        return { ...section, view: { ...view, questions } };
      }),
    [sections, fieldErrors, words],
  );
  const hidden = useMemo(
    () =>
      listHidden({
        ...page.hiddenAnswers,
        submissionId,
        listing: page.car?.id ?? "",
        dealership: words.dealershipId,
        ...(page.invitation && { invitation: page.invitation.token, tradeIn: "no" }),
      }),
    [submissionId, page.car, page.hiddenAnswers, page.invitation, words],
  );
  const errors = (fieldErrors ?? []).map(({ control, message }) => ({ id: control, message }));
  const save = useAutosave(saveHref);
  const refusal = fieldErrors?.find(isRefusal);
  if (refusal) {
    const kind = refusal.code === "under_age" ? "under_age" : "not_served";
    return <RefusalPage refusal={kind} changeHref={saveHref} />;
  }
  const isBusy = isSending || result?.kind === "sent";
  return (
    <div className="step-page">
      <div className="page-width credit-form">
        <ErrorSummary errors={errors} result={fieldErrors} />
        <div className="credit-form__side">
          <h1>{m.credit_application_form_title()}</h1>
          <p className="muted small mt-2.5 mb-5">{m.credit_application_side_note()}</p>
          <SectionList sections={sections} complete={complete} />
        </div>
        <Form
          ref={form}
          className="credit-form__form"
          data-draft=""
          method="post"
          action={postAction}
          noValidate
          onSubmit={(event) => {
            // The router handles a post that only saves.
            if (!isSavingForLater(event)) submit(event);
          }}
          onInput={count}
          onBlur={save.onBlur}
          onChange={(event) => {
            count();
            save.onChange(event);
          }}
        >
          <FormStart view={{ hidden }} />
          {page.invitation && (
            <p className="notice">
              <Users className="icon" aria-hidden />
              <span>
                {m.co_applicant_welcome({ name: page.invitation.applicant })}{" "}
                <Link to={paths.declineCoApplication(page.invitation.token)}>
                  {m.co_applicant_decline_link({ name: page.invitation.applicant })}
                </Link>
              </span>
            </p>
          )}
          {page.isResumed ? (
            <p className="notice">
              <Info className="icon" aria-hidden />
              {page.hasChanged ? m.saved_form_changed() : m.form_journey_resumed()}
            </p>
          ) : (
            <Start />
          )}
          {page.estimate && (
            <aside className="card p-5 sm:px-10" aria-labelledby="own-estimate">
              <h2 id="own-estimate" className="small muted">
                {m.estimate_title()}
              </h2>
              <p className="mt-1 figures">{page.estimate}</p>
              <p className="fine-print muted mt-2">{m.estimate_only()}</p>
            </aside>
          )}
          {page.car && <AppliedFor car={page.car} />}
          {shown.map((section) => (
            <Section
              key={section.view.slug}
              section={section}
              sources={sources}
              first={
                section.view.isLast &&
                page.frenchFirst && <ConsentsInFrench french={page.frenchFirst} words={words} />
              }
            >
              {section.view.isLast && (
                <>
                  <RenamedNote isRenamed={isRenamed} />
                  <PostFailure result={result} exceptionText={m.credit_application_exception()} />
                  <div className="step-buttons">
                    <Button type="submit" size="lg" busy={isBusy}>
                      {isBusy ? m.form_journey_sending() : m.forms_submit()}
                    </Button>
                  </div>
                  <SaveForLater saveHref={saveHref} saved={saved} />
                </>
              )}
            </Section>
          ))}
          <p className="flex gap-3 small muted items-start">
            <Lock className="icon size-4 mt-0.5" aria-hidden />
            {m.form_journey_saved_note()}
          </p>
        </Form>
        <SharedComputerForm className="mt-5" />
      </div>
    </div>
  );
}

/** Errors that cannot be corrected: the applicant is under 18, or lives where we do not operate. */
function isRefusal({ field, code }: PostFieldError): boolean {
  return (field === "dateOfBirth" && code === "under_age") || code === "not_served";
}

function isUnproved({ code }: PostFieldError): boolean {
  return code === "contact_not_verified";
}

function listHidden(hidden: Readonly<Record<string, string>>) {
  return Object.entries(hidden).map(([name, value]) => ({ name, value }));
}

function Start() {
  return (
    <StartNotes
      title={m.credit_application_start_title()}
      notes={[
        { Icon: Clock, text: m.credit_application_start_time() },
        { Icon: FileText, text: m.credit_application_start_need() },
        { Icon: Users, text: m.credit_application_start_who() },
        { Icon: ShieldCheck, text: m.credit_application_start_credit() },
      ]}
    />
  );
}

function AppliedFor({ car }: { car: NonNullable<FormPage["car"]> }) {
  return (
    <aside className="card p-5 sm:px-10" aria-labelledby="applied-for">
      <h2 id="applied-for" className="small muted">
        {m.credit_application_listing_title()}
      </h2>
      <p className="mt-1 flex flex-wrap items-baseline justify-between gap-x-5 gap-y-1">
        <Link className="display text-xl" to={paths.listing(car.id)}>
          {car.name}
        </Link>
        <b className="figures">{formatCad(car.priceCad, getLocale())}</b>
      </p>
      {car.isAgreed && <p className="small mt-1">{m.pre_approval_car_agreed()}</p>}
      <p className="small mt-2">
        <Link to={`${paths.creditApplication()}?listing=`} reloadDocument>
          {m.credit_application_listing_remove()}
        </Link>
      </p>
    </aside>
  );
}
