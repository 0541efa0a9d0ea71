import { m } from "#messages/messages.js";
import { CommandForm } from "#pages/command/command-form.tsx";
import { latestView, PageForm } from "#pages/form/page-form.tsx";
import { FormCard, ListPage } from "#pages/staff/list-page.tsx";
import { paths } from "#site/paths.ts";
import { Button } from "#ui/button.tsx";
import { Link } from "#ui/link.tsx";
import { hrefIn } from "#ui/locale-href.ts";
import { pageMeta } from "#ui/page-meta.ts";
import type { Route } from "./+types/claims.page.ts";
import { claimsPage } from "./claims.server.ts";
import { pageStyle } from "#ui/page-style.ts";
import stylesheet from "./settings.css?url";

export const links = () => [pageStyle(stylesheet)];

export const loader = claimsPage.loader;
export const action = claimsPage.action;

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: m.setting_list_claims(), isPrivate: true });

/** What the home page says about the business, in the operator's words. */
export default function ClaimsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { claims, chosen, shown, view, presses } = loaderData;
  return (
    <ListPage
      title={m.setting_list_claims()}
      text={m.own_claim_text()}
      head={
        <>
          <p className="small muted mt-2">
            {shown} {m.own_claim_history()}
          </p>
          <p className="mt-2">
            <Link to={paths.staffSettings()}>{m.setting_back()}</Link>
          </p>
        </>
      }
      saved={m.own_claim_saved()}
      isAnswered={actionData !== undefined}
    >
      {presses.reword && chosen && (
        <FormCard
          id="claim"
          title={m.own_claim_change_which({ claim: chosen.ofSite })}
          text={m.own_claim_longest({ longest: chosen.longest })}
        >
          <PageForm
            key={chosen.claim}
            view={latestView(actionData, view)}
            press={presses.reword}
            action={hrefIn(paths.staffClaim(chosen.claim))}
            hidden={{ claim: chosen.claim }}
            submit={m.setting_save()}
            variant="dark"
          />
        </FormCard>
      )}
      <ul className="card divide-y divide-border px-6">
        {claims.map(({ claim, ofSite, own }) => (
          <li key={claim} className="grid justify-items-start gap-2 py-4">
            <b className="wrap-anywhere">{own?.words ?? ofSite}</b>
            {own && (
              <span className="small muted wrap-anywhere">
                {m.own_claim_instead({ claim: ofSite })}{" "}
                {own.source && m.own_claim_proved({ source: own.source })}
              </span>
            )}
            {presses.reword && (
              <div className="flex flex-wrap gap-2">
                <Link
                  className="button button--ghost button--small"
                  to={paths.staffClaim(claim)}
                  aria-label={m.own_claim_change_which({ claim: ofSite })}
                >
                  {m.own_claim_change()}
                </Link>
                {own && (
                  <CommandForm
                    press={presses.reset}
                    action={hrefIn(paths.staffClaims())}
                    fields={{ claim }}
                  >
                    <Button
                      type="submit"
                      variant="ghost"
                      size="sm"
                      aria-label={m.own_claim_reset_which({ claim: ofSite })}
                    >
                      {m.own_claim_reset()}
                    </Button>
                  </CommandForm>
                )}
              </div>
            )}
          </li>
        ))}
      </ul>
    </ListPage>
  );
}
