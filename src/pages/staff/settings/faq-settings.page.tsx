import { m } from "#messages/messages.js";
import { CommandForm } from "#pages/command/command-form.tsx";
import type { PressName } from "#pages/command/press.ts";
import { latestView, PageForm } from "#pages/form/page-form.tsx";
import { FormCard, ListPage } from "#pages/staff/list-page.tsx";
import { paths } from "#site/paths.ts";
import { Button } from "#ui/button.tsx";
import { Link } from "#ui/link.tsx";
import { hrefIn } from "#ui/locale-href.ts";
import { pageMeta } from "#ui/page-meta.ts";
import type { Route } from "./+types/faq-settings.page.ts";
import { faqSettingsPage } from "./faq-settings.server.ts";
import { pageStyle } from "#ui/page-style.ts";
import stylesheet from "./settings.css?url";

export const links = () => [pageStyle(stylesheet)];

export const loader = faqSettingsPage.loader;
export const action = faqSettingsPage.action;

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: m.setting_list_faq(), isPrivate: true });

type Loaded = Route.ComponentProps["loaderData"];

/** The questions that visitors read, as the operator arranges them. */
export default function FaqSettingsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { topics, shown, chosenId, view, presses } = loaderData;
  const count = topics.reduce((sum, { questions }) => sum + questions.length, 0);
  return (
    <ListPage
      title={m.setting_list_faq()}
      text={m.faq_question_text()}
      head={
        <>
          <p className="small muted mt-2">
            {shown} {m.faq_question_history()}
          </p>
          <p className="mt-2 flex flex-wrap gap-4">
            {presses.question && <a href="#question">{m.faq_question_add()}</a>}
            <Link to={paths.staffSettings()}>{m.setting_back()}</Link>
            <Link to={paths.faq()}>{m.information_faq_title()}</Link>
          </p>
        </>
      }
      saved={m.faq_question_saved()}
      isAnswered={actionData !== undefined}
    >
      {topics.map(({ topic, title, questions }) => (
        <section key={topic} className="card p-6" aria-labelledby={topic}>
          <h2 id={topic} className="text-h3">
            {title}
          </h2>
          {questions.length === 0 && <p className="muted mt-2">{m.faq_question_none()}</p>}
          <ul className="divide-y divide-border">
            {questions.map((each, index) => (
              <QuestionRow
                key={each.id}
                question={each}
                isFirst={index === 0}
                isLast={index === questions.length - 1}
                presses={presses}
              />
            ))}
          </ul>
        </section>
      ))}
      {presses.question && (
        <FormCard
          id="question"
          title={chosenId ? m.faq_question_change() : m.faq_question_add()}
          text={m.faq_question_law()}
        >
          {chosenId && (
            <p className="mb-4">
              <Link to={`${paths.staffFaq()}#question`}>{m.faq_question_new()}</Link>
            </p>
          )}
          <PageForm
            // Empty once a question was added; a press beside another leaves what was typed.
            key={`${chosenId} ${count}`}
            view={latestView(actionData, view)}
            press={presses.question}
            action={hrefIn(chosenId ? paths.staffFaqQuestion(chosenId) : paths.staffFaq())}
            hidden={{ question: chosenId ?? "" }}
            submit={m.setting_save()}
            variant="dark"
          />
        </FormCard>
      )}
    </ListPage>
  );
}

function QuestionRow({
  question: { id, question, isHidden, isOwn, isOfSite, isOnHome },
  isFirst,
  isLast,
  presses,
}: {
  question: Loaded["topics"][number]["questions"][number];
  isFirst: boolean;
  isLast: boolean;
  presses: Loaded["presses"];
}) {
  const about = { question };
  return (
    <li className="grid gap-2 py-4">
      <p className="flex min-w-0 flex-wrap items-center gap-2">
        <b className="wrap-anywhere">{question}</b>
        {isHidden && <span className="chip chip--warn">{m.faq_question_is_hidden()}</span>}
        {isOwn && <span className="chip">{m.faq_question_is_own()}</span>}
        {isOnHome && <span className="chip">{m.faq_question_is_home()}</span>}
      </p>
      {presses.question && (
        <div className="flex flex-wrap gap-2">
          <Link
            className="button button--ghost button--small"
            to={paths.staffFaqQuestion(id)}
            aria-label={m.faq_question_edit_which(about)}
          >
            {m.faq_question_edit()}
          </Link>
          <Press
            id={id}
            press={isHidden ? presses.show : presses.hide}
            text={isHidden ? m.faq_question_show() : m.faq_question_hide()}
            label={isHidden ? m.faq_question_show_which(about) : m.faq_question_hide_which(about)}
          />
          {!isFirst && (
            <Press id={id} press={presses.up} text="↑" label={m.faq_question_up_which(about)} />
          )}
          {!isLast && (
            <Press id={id} press={presses.down} text="↓" label={m.faq_question_down_which(about)} />
          )}
          {isOwn && (
            <Press
              id={id}
              press={presses.remove}
              text={isOfSite ? m.faq_question_reset() : m.faq_question_remove()}
              label={
                isOfSite ? m.faq_question_reset_which(about) : m.faq_question_remove_which(about)
              }
            />
          )}
        </div>
      )}
    </li>
  );
}

function Press({
  id,
  press,
  text,
  label,
}: {
  id: string;
  press: PressName | null;
  text: string;
  label: string;
}) {
  return (
    <CommandForm press={press} action={hrefIn(paths.staffFaq())} fields={{ question: id }}>
      <Button type="submit" variant="ghost" size="sm" aria-label={label}>
        {text}
      </Button>
    </CommandForm>
  );
}
