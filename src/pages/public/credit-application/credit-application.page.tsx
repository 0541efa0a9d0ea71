import { Clock, FileText, Info, Lock, ShieldCheck, Users } from "lucide-react";
import { type ReactNode, type SubmitEvent, useCallback, useMemo } from "react";
import { Form, type HeadersArgs, useNavigate } from "react-router";
import { FormStart } from "#forms/page/form-start.tsx";
import { ShownWhen } from "#forms/page/question-field.tsx";
import { Questions } from "#forms/page/step-questions.tsx";
import { m } from "#messages/messages.js";
import { AlreadySent } from "#pages/public/form-journey/already-sent.tsx";
import { MarketingBoxes } from "#pages/public/form-journey/marketing-boxes.tsx";
import type { PostAnswer, PostFieldError } from "#pages/public/form-journey/post-answer.ts";
import { PostFailure } from "#pages/public/form-journey/post-failure.tsx";
import { RefusalPage } from "#pages/public/form-journey/refusal-page.tsx";
import { StartNotes } from "#pages/public/form-journey/start-notes.tsx";
import { useAutosave } from "#pages/public/form-journey/use-autosave.ts";
import { useFormPost } from "#pages/public/form-journey/use-form-post.ts";
import { viewWithErrors } from "#pages/public/form-journey/view-with-errors.ts";
import { paths } from "#site/paths.ts";
import { getLocale } from "#messages/runtime.js";
import { Button } from "#ui/button.tsx";
import { Link } from "#ui/link.tsx";
import { languageTag } from "#values/locale.ts";
import { formatCad } from "#values/money.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { useHydrated } from "#ui/use-hydrated.ts";
import type { Route } from "./+types/credit-application.page.ts";
import {
  type CreditPage,
  type CreditSection,
  openCreditApplication,
  type SaveAnswer,
  saveCreditApplication,
} from "./credit-application.server.ts";
import { SectionList, sectionId, useCompleteSections } from "./section-list.tsx";

export function loader(args: Route.LoaderArgs) {
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
  if (page.at === "form") return <Application page={page} saved={actionData ?? null} />;
  const { at: _, ...sent } = page;
  return <AlreadySent {...sent} />;
}

type FormPage = Extract<CreditPage, { at: "form" }>;

function Application({ page, saved }: { page: FormPage; saved: SaveAnswer }) {
  const { action: postAction, saveHref, submissionId, sections, sources, marketing } = page;
  const isHydrated = useHydrated();
  const navigate = useNavigate();
  const onAnswer = useCallback(
    (answer: PostAnswer) => {
      // The page it leads to says that it was sent, with the next steps.
      if (answer.kind !== "sent") return;
      void navigate(hrefIn(paths.creditApplicationSent(answer.reference)));
    },
    [navigate],
  );
  const { isSending, answer, submit } = useFormPost(onAnswer);
  const fieldErrors = answer?.kind === "refused" ? answer.fieldErrors : null;
  const shown = useMemo(
    () =>
      sections.map((section) => ({
        ...section,
        view: fieldErrors ? viewWithErrors(section.view, fieldErrors) : section.view,
      })),
    [sections, fieldErrors],
  );
  const start = useMemo(
    () =>
      startView(
        {
          submissionId,
          listing: page.car?.id ?? "",
          ...(page.invitation && { invitation: page.invitation.token, tradeIn: "no" }),
        },
        fieldErrors,
      ),
    [submissionId, page.car, page.invitation, fieldErrors],
  );
  const save = useAutosave(saveHref);
  const { form, complete, count } = useCompleteSections(sections);
  const refusal = fieldErrors?.find(isRefusal);
  if (refusal) {
    const kind = refusal.code === "under_age" ? "under_age" : "not_served";
    return <RefusalPage refusal={kind} changeHref={saveHref} />;
  }
  const isBusy = isSending || answer?.kind === "sent";
  return (
    <div className="step-page">
      <div className="page-width credit-form">
        <div className="credit-form__side">
          <h1>{m.credit_application_form_title()}</h1>
          <p className="muted small mt-2.5 mb-5">{m.credit_application_side_note()}</p>
          <SectionList sections={sections} complete={complete} />
        </div>
        <Form
          ref={form}
          className="credit-form__form"
          method="post"
          action={postAction}
          noValidate={!isHydrated}
          onSubmit={(event) => {
            // The router sends what is only to be saved.
            if (!isSavingForLater(event)) submit(event);
          }}
          onInput={count}
          onBlur={save.onBlur}
          onChange={(event) => {
            count();
            save.onChange(event);
          }}
        >
          <FormStart view={start} />
          {page.invitation && (
            <p className="notice">
              <Users className="icon" aria-hidden />
              {m.co_applicant_welcome({ name: page.invitation.applicant })}
            </p>
          )}
          {page.isDeadInvitation && (
            <p className="notice notice--warn" role="status">
              <Info className="icon" aria-hidden />
              {m.co_applicant_dead_link()}
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
          {page.car && <AppliedFor car={page.car} />}
          {shown.map((section) => (
            <Section
              key={section.view.slug}
              section={section}
              sources={sources}
              first={
                section.view.isLast && page.frenchFirst && <FrenchFirst {...page.frenchFirst} />
              }
            >
              {section.view.isLast && (
                <>
                  <MarketingBoxes marketing={marketing} />
                  <PostFailure answer={answer} exceptionText={m.credit_application_exception()} />
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
      </div>
    </div>
  );
}

/** What no other answer would put right: the applicant is under 18, or lives where we serve nobody. */
function isRefusal({ field, code }: PostFieldError): boolean {
  return (field === "dateOfBirth" && code === "under_age") || code === "not_served";
}

function startView(
  hidden: Readonly<Record<string, string>>,
  fieldErrors: readonly PostFieldError[] | null,
) {
  const items = (fieldErrors ?? []).map(({ control, message }) => ({
    href: `#${control}`,
    text: message,
  }));
  return {
    hidden: Object.entries(hidden).map(([name, value]) => ({ name, value })),
    errorSummary: items.length > 0 ? { items } : undefined,
  };
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

function isSavingForLater({ nativeEvent }: SubmitEvent<HTMLFormElement>): boolean {
  const { submitter } = nativeEvent;
  return submitter instanceof HTMLButtonElement && submitter.value === "save-link";
}

/** A button of the form: what is typed goes along, also where no script runs. */
function SaveForLater({ saveHref, saved }: { saveHref: string; saved: SaveAnswer }) {
  return (
    <div className="mt-6 border-t border-border pt-5" id="save-for-later">
      <Button
        type="submit"
        look="ghost"
        name="intent"
        value="save-link"
        formAction={`${saveHref}#save-for-later`}
        formNoValidate
      >
        {m.saved_form_save()}
      </Button>
      <p className="field-hint mt-2">{m.saved_form_save_hint()}</p>
      <div role="status" aria-live="polite">
        {saved && (
          <p className={saved.isError ? "notice notice--bad mt-3" : "notice notice--ok mt-3"}>
            {saved.text}
          </p>
        )}
      </div>
    </div>
  );
}

/** Charter of the French language, s. 55. Without script it stands there for everybody. */
function FrenchFirst({ texts, href }: NonNullable<FormPage["frenchFirst"]>) {
  return (
    <ShownWhen condition={{ name: "province", values: ["QC"] }}>
      <p className="mt-5 font-semibold">{m.credit_application_french_first()}</p>
      <blockquote className="mt-2 border-l-3 border-border pl-4" lang={languageTag.fr}>
        {texts.map((text) => (
          <p key={text} className="mt-2">
            {text}
          </p>
        ))}
        <p className="mt-2">
          <a className="link" href={href}>
            {m.credit_application_french_switch()}
          </a>
        </p>
      </blockquote>
    </ShownWhen>
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
      <p className="small mt-2">
        <Link to={`${paths.creditApplication()}?listing=`} reloadDocument>
          {m.credit_application_listing_remove()}
        </Link>
      </p>
    </aside>
  );
}

const SOURCE_NOTES = {
  pre_approval: m.credit_application_from_pre_approval,
  account: m.credit_application_from_account,
  applicant: m.credit_application_from_applicant,
} as const;

function Section({
  section: { view, title },
  sources,
  first,
  children,
}: {
  section: CreditSection;
  sources: FormPage["sources"];
  /** Stands above the questions. */
  first: ReactNode;
  children: ReactNode;
}) {
  const { slug, titleIs, hint, questions } = view;
  const notes = Object.fromEntries(
    questions.flatMap(({ name }) => {
      const source = sources[name];
      return source
        ? [
            [
              name,
              <p key={name} className="field-hint">
                {SOURCE_NOTES[source]()}
              </p>,
            ],
          ]
        : [];
    }),
  );
  return (
    <section
      id={sectionId(slug)}
      className="card credit-form__section"
      data-section={slug}
      aria-label={title}
    >
      {titleIs !== "label" && <h2>{title}</h2>}
      {hint && <p className="muted mt-2">{hint}</p>}
      {first}
      <div className="mt-5">
        {/* No label is the page's heading here. */}
        <Questions view={{ questions }} after={notes} />
      </div>
      {children}
    </section>
  );
}
