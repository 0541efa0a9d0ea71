import { SingleStepPage } from "#forms/page/step-layout.tsx";
import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { privateHeaders } from "#pages/session/guards.server.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { pageStyle } from "#ui/page-style.ts";
import type { Route } from "./+types/answer.page.ts";
import { answerQuestion, loadQuestion } from "./answer.server.ts";
import { questionWords, SaleQuestionForm } from "./sale-question.tsx";
import stylesheet from "../form-journey/forms.css?url";

export const links = () => [pageStyle(stylesheet)];

export function loader(args: Route.LoaderArgs) {
  return loadQuestion(args, args.params.id);
}

export function action(args: Route.ActionArgs) {
  return answerQuestion(args, args.params.id);
}

export const headers = privateHeaders;

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: m.bid_confirm_page_title(), isPrivate: true });
}

/** The question before a sale as a page: where no script runs. */
export default function AnswerPage({ loaderData: question }: Route.ComponentProps) {
  return (
    <SingleStepPage title={questionWords(question, getLocale()).title}>
      <div className="card p-6 mt-4">
        <SaleQuestionForm question={question} />
      </div>
    </SingleStepPage>
  );
}
