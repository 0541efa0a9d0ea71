import { FactsTable } from "#ui/facts-table.tsx";
import { Form, redirect } from "react-router";
import type { Route } from "./+types/cookies.page.ts";
import { rawValue } from "#forms/questions/raw-fields.ts";
import { m } from "#messages/messages.js";
import { requirePost } from "#platform/request/read-post.server.ts";
import { readVisitor } from "#platform/request/visitor.server.ts";
import { paths } from "#site/paths.ts";
import { Button } from "#ui/button.tsx";
import { hrefIn } from "#ui/locale-href.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { pageStyle } from "#ui/page-style.ts";
import { SCRIPT_ON_DEMAND } from "#ui/script-on-demand.ts";
import { type CookieFacts, describeCookies, findEmbeddedHost } from "./cookie-facts.server.ts";
import { embedsCookie, hasAllowedEmbeds } from "./embeds.ts";
import { LegalPage } from "./legal-page.tsx";
import stylesheet from "./reading.css?url";

export const links = () => [pageStyle(stylesheet)];

const UPDATED = "2026-11-23";

export const handle = SCRIPT_ON_DEMAND;

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: m.information_cookies_title(),
    description: m.information_cookies_page_description(),
  });
}

export function loader({ request }: Route.LoaderArgs) {
  const host = findEmbeddedHost();
  return {
    cookies: describeCookies(),
    embeds: host === null ? null : { host, isAllowed: hasAllowedEmbeds(request) },
    summary: [
      m.information_cookies_short_1(),
      m.information_cookies_short_2(),
      m.information_cookies_short_3(),
    ],
    sections: [
      {
        id: "choice",
        title: m.information_cookies_choice_title(),
        text:
          host === null
            ? m.information_cookies_choice_none()
            : m.information_cookies_choice_text({ host }),
      },
      { id: "list", title: m.information_cookies_list_title() },
      {
        id: "storage",
        title: m.information_cookies_token_title(),
        text: m.information_cookies_kept_lead(),
      },
      {
        id: "others",
        title: m.information_cookies_others_title(),
        text: m.information_cookies_others_text(),
      },
      {
        id: "blocking",
        title: m.information_cookies_block_title(),
        text: m.information_cookies_block_text(),
      },
    ],
  };
}

/** The visitor's choice about content of other companies; a plain form post. */
export async function action({ request, context }: Route.ActionArgs) {
  const { fields } = await requirePost(request);
  const { locale, origin } = readVisitor({ context });
  const cookie = embedsCookie(
    rawValue(fields, "embeds") === "allowed",
    origin.startsWith("https:"),
  );
  const headers = { "set-cookie": cookie };
  return redirect(`${hrefIn(paths.cookies(), locale)}#choice`, { status: 303, headers });
}

export default function CookiesPage({ loaderData }: Route.ComponentProps) {
  const { cookies, embeds, summary, sections } = loaderData;
  return (
    <LegalPage
      title={m.information_cookies_title()}
      lead={m.information_cookies_page_lead()}
      updated={UPDATED}
      summary={summary}
      sections={sections}
      more={{
        choice: embeds && <EmbedsChoice {...embeds} />,
        list: <CookieList cookies={cookies} />,
        storage: <StoredInBrowser />,
      }}
    />
  );
}

function EmbedsChoice({ host, isAllowed }: { host: string; isAllowed: boolean }) {
  return (
    <Form
      method="post"
      className="card cookie-facts flex flex-wrap items-center gap-4"
      preventScrollReset
    >
      <input type="hidden" name="embeds" value={isAllowed ? "" : "allowed"} />
      <p className="flex-1">
        {isAllowed
          ? m.information_cookies_choice_on({ host })
          : m.information_cookies_choice_off({ host })}
      </p>
      <Button type="submit" variant="ghost">
        {isAllowed ? m.information_cookies_choice_forbid() : m.information_cookies_choice_allow()}
      </Button>
    </Form>
  );
}

/** What the browser stores besides cookies, by key; the offline page has no key. */
const STORED_IN_BROWSER = [
  { key: "access-token", says: m.information_cookies_kept_token },
  { key: "recently-viewed", says: m.information_cookies_kept_viewed },
  { key: "react-router-scroll-positions", says: m.information_cookies_kept_scroll },
  { key: "typed-so-far", says: m.information_cookies_kept_typed },
  { key: null, says: m.information_cookies_kept_offline },
] as const;

function StoredInBrowser() {
  return (
    <ul>
      {STORED_IN_BROWSER.map(({ key, says }) => (
        <li key={key ?? "offline"}>
          {key && (
            <>
              <code>{key}</code>
              <br />
            </>
          )}
          {says()}
        </li>
      ))}
    </ul>
  );
}

function CookieList({ cookies }: { cookies: readonly CookieFacts[] }) {
  return (
    <>
      {cookies.map((cookie) => (
        <section
          key={cookie.name}
          className="card cookie-facts"
          aria-labelledby={`cookie-${cookie.name}`}
        >
          <h3 id={`cookie-${cookie.name}`}>
            <code>{cookie.name}</code>
          </h3>
          <p>{cookie.purpose}</p>
          <FactsTable
            className="mt-3 mb-0"
            facts={[
              { name: m.information_cookies_set(), value: cookie.set },
              { name: m.information_cookies_life(), value: cookie.life },
            ]}
          />
        </section>
      ))}
      <p className="small muted mt-4">{m.information_cookies_names()}</p>
    </>
  );
}
