import { CircleAlert } from "lucide-react";
import { Form, useSearchParams } from "react-router";
import type { FormResult } from "#forms/view-model.ts";
import { m } from "#messages/messages.js";
import { CommandButton } from "#pages/command/command-button.tsx";
import { latestView, PageForm } from "#pages/form/page-form.tsx";
import { privateHeaders } from "#pages/session/guards.server.ts";
import { paths } from "#site/paths.ts";
import { Button, buttonClass } from "#ui/button.tsx";
import { FactsTable } from "#ui/facts-table.tsx";
import { Link } from "#ui/link.tsx";
import { hrefIn } from "#ui/locale-href.ts";
import { pageMeta } from "#ui/page-meta.ts";
import type { Route } from "./+types/request.page.ts";
import type { CorrectionView } from "./correction.server.ts";
import { requestPage, type RequestView } from "./request.server.ts";
import { TrailList } from "./trail-list.tsx";

export const loader = requestPage.loader;
export const action = requestPage.action;

export const headers = privateHeaders;

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: args.loaderData?.title ?? m.privacy_request_title(), isPrivate: true });

/**
 * One privacy request: what was asked and its deadline, the data that we store, what was done, and
 * its outcome.
 */
export default function RequestPage({ loaderData: request, actionData }: Route.ComponentProps) {
  const { id, title, isOpen, isOverdue, facts, reason, reference, trail, acts, outcome } = request;
  const { correction, presses } = request;
  const [query] = useSearchParams();
  const refusal = actionData && "problem" in actionData ? actionData : undefined;
  const result = actionData && "ok" in actionData ? actionData : undefined;
  const done = actionData ? undefined : DONE.get(query.get("done") ?? "");
  return (
    <div className="mx-auto grid w-full max-w-form gap-6 p-4 sm:p-8">
      <div>
        <Link className="small" to={paths.staffRequests()}>
          {m.privacy_request_back()}
        </Link>
        <div className="mt-2 flex flex-wrap items-center gap-4">
          <h1 className="text-page-title">{title}</h1>
          {isOverdue && <span className="chip chip--bad">{m.privacy_request_late()}</span>}
        </div>
      </div>
      {done && (
        <p className="notice notice--ok" role="status">
          {done()}
        </p>
      )}
      <section className="card grid gap-4 p-6" aria-labelledby="asked">
        <h2 id="asked" className="text-h3">
          {m.privacy_request_asked()}
        </h2>
        <FactsTable facts={facts} />
        {reason && <p className="whitespace-pre-line wrap-anywhere">{reason}</p>}
        {reference && (
          <p>
            <Link to={paths.lead(reference)}>{m.privacy_trail_lead({ reference })}</Link>
          </p>
        )}
      </section>
      {trail && <Act request={request} presses={presses} trail={trail} refusal={refusal} />}
      {correction && correction.requests.length > 0 && presses["answer-correction"] && (
        <CorrectAnswer id={id} correction={correction} result={result} />
      )}
      {acts.length > 0 && <Acts acts={acts} />}
      {isOpen ? (
        <section className="card p-6" aria-labelledby="settle">
          <h2 id="settle" className="text-h3">
            {m.privacy_request_settle()}
          </h2>
          <PageForm
            view={latestView(result, request.settlementView)}
            press={presses.settlement}
            submit={m.privacy_request_settle_button()}
            variant="dark"
            className="mt-5"
          />
        </section>
      ) : (
        outcome && <p className="card p-6 whitespace-pre-line wrap-anywhere">{outcome}</p>
      )}
      <p>
        <Link className={buttonClass({ variant: "ghost" })} to={paths.staffRequestLetter(id)}>
          {m.privacy_request_letter()}
        </Link>
      </p>
    </div>
  );
}

type Presses = Route.ComponentProps["loaderData"]["presses"];

const DONE: ReadonlyMap<string, () => string> = new Map([
  ["corrected", m.privacy_request_done_corrected],
  ["withdrawn", m.privacy_request_done_withdrawn],
  ["erased", m.privacy_request_done_erased],
  ["settled", m.privacy_request_done_settled],
]);

/** All data that we store of the person, with the commands on the ticked items. */
function Act(props: {
  request: RequestView;
  presses: Presses;
  trail: NonNullable<RequestView["trail"]>;
  refusal: { problem: string; ticked?: string[] } | undefined;
}) {
  const { request, presses, trail, refusal } = props;
  const { id, isProved } = request;
  const ticked =
    refusal?.ticked ?? trail.items.filter((item) => item.isTicked).map(({ key }) => key);
  const exportHref = hrefIn(paths.staffRequestExport(id));
  return (
    <section className="card p-6" aria-labelledby="held">
      <h2 id="held" className="text-h3">
        {m.privacy_trail_held()}
      </h2>
      <p className="muted mt-2">{m.privacy_trail_text()}</p>
      {refusal && (
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- what is wrong comes first
        <p className="notice notice--bad mt-4" role="alert" tabIndex={-1} autoFocus>
          <CircleAlert className="icon" aria-hidden />
          {refusal.problem}
        </p>
      )}
      <Form method="post" reloadDocument className="mt-2">
        <TrailList trail={trail} ticked={isProved ? ticked : undefined} />
        {isProved && presses.erase ? (
          <div className="mt-5 grid gap-5">
            <div>
              <p className="small muted mb-2">{m.privacy_request_export_text()}</p>
              <div className="flex flex-wrap gap-3">
                {(["json", "csv"] as const).map((format) => (
                  <Button
                    key={format}
                    type="submit"
                    variant="ghost"
                    formMethod="get"
                    formAction={exportHref}
                    name="format"
                    value={format}
                  >
                    {format === "json" ? m.account_export_json() : m.account_export_csv()}
                  </Button>
                ))}
              </div>
            </div>
            <div>
              <p className="small muted mb-2">{m.privacy_request_withdraw_text()}</p>
              <CommandButton press={presses.withdraw} variant="ghost">
                {m.privacy_request_withdraw()}
              </CommandButton>
            </div>
            <div>
              <p className="small muted mb-2">{m.privacy_request_erase_text()}</p>
              <label className="checkbox-row checkbox-row--top mb-3">
                <input className="choice-input" type="checkbox" name="sure" value="yes" />
                <i aria-hidden />
                <span>{m.privacy_request_erase_sure()}</span>
              </label>
              <CommandButton press={presses.erase} variant="ghost">
                {m.privacy_request_erase()}
              </CommandButton>
            </div>
          </div>
        ) : (
          !isProved && <p className="notice notice--warn mt-4">{m.privacy_request_unproved()}</p>
        )}
      </Form>
    </section>
  );
}

/** Corrects an answer: first a choice of the answer, by the page's address, then its control. */
function CorrectAnswer(props: {
  id: string;
  correction: CorrectionView;
  result: FormResult | undefined;
}) {
  const { id, correction, result: refused } = props;
  const { chosen, requests, answer } = correction;
  const here = hrefIn(paths.staffRequest(id));
  return (
    <section className="card p-6" aria-labelledby="correct">
      <h2 id="correct" className="text-h3">
        {m.privacy_request_correct()}
      </h2>
      <p className="muted mt-2">{m.privacy_request_correct_text()}</p>
      <Form
        className="mt-4 flex flex-wrap items-end gap-3"
        action={`${here}#correct`}
        reloadDocument
      >
        <label className="grid grow gap-2">
          <span>{m.privacy_request_correct_answer()}</span>
          <select className="control" name="correct" defaultValue={chosen} key={chosen}>
            <option value="">{m.privacy_request_correct_choose()}</option>
            {requests.map(({ label, options }) => (
              <optgroup key={label} label={label}>
                {options.map((option) => (
                  <option key={option.value} value={option.value}>
                    {option.label}
                  </option>
                ))}
              </optgroup>
            ))}
          </select>
        </label>
        <Button type="submit" variant="ghost">
          {m.privacy_request_correct_choose_button()}
        </Button>
      </Form>
      {answer?.isSealed && (
        <p className="notice notice--warn mt-4" role="status">
          {m.privacy_request_correct_sealed()}
        </p>
      )}
      {answer && !answer.isSealed && (
        <>
          <p className="small mt-4 whitespace-pre-line wrap-anywhere">
            {m.privacy_request_correct_now({ answer: answer.now })}
          </p>
          <PageForm
            key={chosen}
            view={latestView(refused, answer.view)}
            hidden={{ correct: chosen }}
            action={`${here}?${new URLSearchParams({ correct: chosen })}`}
            submit={m.privacy_request_correct_button()}
            variant="dark"
            className="mt-4"
            reloadDocument
          />
        </>
      )}
    </section>
  );
}

function Acts({ acts }: Pick<RequestView, "acts">) {
  return (
    <section className="card p-6" aria-labelledby="done">
      <h2 id="done" className="text-h3">
        {m.privacy_request_acts()}
      </h2>
      <ul className="divide-y divide-border">
        {acts.map(({ at, lines }) => (
          <li key={at} className="grid gap-1 py-3">
            <span className="small muted figures">{at}</span>
            {lines.map((line) => (
              <p key={line} className="wrap-anywhere">
                {line}
              </p>
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}
