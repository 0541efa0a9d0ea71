import { useSearchParams } from "react-router";
import { m } from "#messages/messages.js";
import { CommandForm } from "#pages/command/command-form.tsx";
import { latestView, PageForm } from "#pages/form/page-form.tsx";
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
  const [query] = useSearchParams();
  return (
    <div className="mx-auto grid w-full max-w-form gap-6 p-4 sm:p-8">
      <div>
        <h1 className="text-page-title">{m.setting_list_claims()}</h1>
        <p className="muted mt-2">{m.own_claim_text()}</p>
        <p className="small muted mt-2">
          {shown} {m.own_claim_history()}
        </p>
        <p className="mt-2">
          <Link to={paths.staffSettings()}>{m.setting_back()}</Link>
        </p>
      </div>
      {query.get("done") === "saved" && !actionData && (
        <p className="notice notice--ok" role="status">
          {m.own_claim_saved()}
        </p>
      )}
      {presses.reword && chosen && (
        <section className="card p-6" aria-labelledby="claim">
          <h2 id="claim" className="mb-2 text-h3">
            {m.own_claim_change_which({ claim: chosen.ofSite })}
          </h2>
          <p className="small muted mb-4">{m.own_claim_longest({ longest: chosen.longest })}</p>
          <PageForm
            key={chosen.claim}
            view={latestView(actionData, view)}
            press={presses.reword}
            action={hrefIn(paths.staffClaim(chosen.claim))}
            hidden={{ claim: chosen.claim }}
            submit={m.setting_save()}
            variant="dark"
          />
        </section>
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
    </div>
  );
}
