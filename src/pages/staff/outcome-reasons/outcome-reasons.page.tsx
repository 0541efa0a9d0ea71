import { useSearchParams } from "react-router";
import type { Route } from "./+types/outcome-reasons.page.ts";
import { m } from "#messages/messages.js";
import { CommandForm } from "#pages/command/command-form.tsx";
import { latestView, PageForm } from "#pages/form/page-form.tsx";
import { paths } from "#site/paths.ts";
import { Button } from "#ui/button.tsx";
import { Link } from "#ui/link.tsx";
import { hrefIn } from "#ui/locale-href.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { languageTag } from "#values/locale.ts";
import { outcomeReasonsPage } from "./outcome-reasons.server.ts";

export const loader = outcomeReasonsPage.loader;
export const action = outcomeReasonsPage.action;

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: m.outcome_reasons_title(), isPrivate: true });

/** The reasons that staff choose from when a lead comes to nothing. */
export default function OutcomeReasonsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { reasons, chosenId, view, presses } = loaderData;
  const [query] = useSearchParams();
  const here = hrefIn(paths.staffOutcomeReasons());
  return (
    <div className="mx-auto grid w-full max-w-form gap-6 p-4 sm:p-8">
      <div>
        <h1 className="text-page-title">{m.outcome_reasons_title()}</h1>
        <p className="muted mt-2">{m.outcome_reasons_text()}</p>
      </div>
      {query.get("done") === "saved" && !actionData && (
        <p className="notice notice--ok" role="status">
          {m.outcome_reasons_saved()}
        </p>
      )}
      <ul className="card divide-y divide-border px-6">
        {reasons.map(({ id, nameEn, nameFr, isOffered }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-3 py-4">
            <p className="min-w-0">
              <b className="block" lang={languageTag.en}>
                {nameEn}
              </b>
              <span className="muted block" lang={languageTag.fr}>
                {nameFr}
              </span>
            </p>
            <div className="flex flex-wrap items-center gap-3">
              {!isOffered && <span className="chip">{m.outcome_reason_withheld()}</span>}
              {presses["outcome-reason"] && (
                <Link
                  className="button button--ghost button--small"
                  to={paths.staffOutcomeReason(id)}
                  aria-label={m.outcome_reason_change_which({ name: nameEn })}
                >
                  {m.outcome_reason_change()}
                </Link>
              )}
              <CommandForm
                press={isOffered ? presses.withhold : presses.offer}
                action={here}
                fields={{ reason: id }}
              >
                <Button
                  type="submit"
                  variant="ghost"
                  size="sm"
                  aria-label={
                    isOffered
                      ? m.outcome_reason_withhold_which({ name: nameEn })
                      : m.outcome_reason_offer_which({ name: nameEn })
                  }
                >
                  {isOffered ? m.outcome_reason_withhold() : m.outcome_reason_offer()}
                </Button>
              </CommandForm>
            </div>
          </li>
        ))}
      </ul>
      {presses["outcome-reason"] && (
        <section className="card p-6" aria-labelledby="reason">
          <h2 id="reason" className="mb-4 text-h3">
            {chosenId ? m.outcome_reason_rename() : m.outcome_reason_add()}
          </h2>
          <PageForm
            key={chosenId}
            view={latestView(actionData, view)}
            press={presses["outcome-reason"]}
            action={chosenId ? hrefIn(paths.staffOutcomeReason(chosenId)) : here}
            hidden={{ reason: chosenId ?? "" }}
            submit={m.outcome_save()}
            variant="dark"
          />
        </section>
      )}
    </div>
  );
}
