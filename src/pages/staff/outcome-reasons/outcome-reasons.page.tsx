import type { Route } from "./+types/outcome-reasons.page.ts";
import { m } from "#messages/messages.js";
import { CommandForm } from "#pages/command/command-form.tsx";
import { latestView, PageForm } from "#pages/form/page-form.tsx";
import { FormCard, ListPage } from "#pages/staff/list-page.tsx";
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
  const here = hrefIn(paths.staffOutcomeReasons());
  return (
    <ListPage
      title={m.outcome_reasons_title()}
      text={m.outcome_reasons_text()}
      saved={m.outcome_reasons_saved()}
      isAnswered={actionData !== undefined}
    >
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
        <FormCard id="reason" title={chosenId ? m.outcome_reason_rename() : m.outcome_reason_add()}>
          <PageForm
            key={chosenId}
            view={latestView(actionData, view)}
            press={presses["outcome-reason"]}
            action={chosenId ? hrefIn(paths.staffOutcomeReason(chosenId)) : here}
            hidden={{ reason: chosenId ?? "" }}
            submit={m.outcome_save()}
            variant="dark"
          />
        </FormCard>
      )}
    </ListPage>
  );
}
